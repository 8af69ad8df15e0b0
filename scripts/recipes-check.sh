#!/usr/bin/env bash
# Checks the recipes in scripts/packaging with the tools that read them. A copy gets the checksum
# of a package made here; makepkg builds, tests and packs that, and the program inside plays.
#
#   scripts/recipes-check.sh
#
# Names each part that it left out because its tool is missing; exits with status 2 if no part
# is left. apt installs the tools (as root). The image needs the archive of `package.sh`.
set -euo pipefail
. "$(dirname "$0")/programs.sh"

top=$PWD
version=$(package_version)
cargo package --no-verify --locked --allow-dirty --quiet
crate=$(cd "$work/package" && pwd)/ponnuki-$version.crate
new_folder recipes
copy=$folder
mkdir "$copy/scripts"
cp Cargo.toml Cargo.lock "$copy"
cp -r scripts/packaging scripts/programs.sh scripts/update-recipes.sh "$copy/scripts"
"$copy/scripts/update-recipes.sh" "$crate"
recipes=$(cd "$copy/scripts/packaging" && pwd)
checked=0

# part TITLE COMMAND PACKAGE...: returns whether there is the tool of a part, after an attempt
# to install it.
part() {
    if ! have "${@:2}"; then
        left_out+=("$1: $2 is missing")
        return 1
    fi
    checked=$((checked + 1))
    echo "== $1"
}

# answers COMMAND...: gives up unless a session with these words ends as it should.
answers() {
    printf '1 boardsize 9\n2 genmove b\n3 quit\n' | timeout 60 "$@" | tr '\n' ' ' |
        grep -qE '^=1 +=2 [A-J][1-9] +=3 +$' || give_up "no session with $*"
}

# makepkg refuses to run as root, and in this namespace nobody is.
arch() {
    if [ "$(id -u)" = 0 ]; then
        unshare --user --map-user=1000 makepkg "$@"
    else
        makepkg "$@"
    fi
}

if part Homebrew ruby ruby; then
    ruby -c "$recipes/homebrew/ponnuki.rb"
fi

# makepkg ends where there is no pacman, which nothing here needs.
export PKGEXT=.pkg.tar.gz PACMAN=true
if part AUR makepkg makepkg libarchive-tools; then
    cd "$recipes/aur"
    arch --printsrcinfo | diff - .SRCINFO || give_up '.SRCINFO is not that of makepkg'
    cp "$crate" "ponnuki-$version.tar.gz"
    # Rust is here without a package, and the compiler is the default one.
    arch --nodeps --force --noconfirm
    mkdir root
    tar -xf "ponnuki-$version-1-$(uname -m).pkg.tar.gz" -C root
    [ "$(find root/usr/share -name '*ponnuki*' | wc -l)" -gt 20 ] || give_up 'manual pages or completions are missing'
    answers root/usr/bin/ponnuki
    # Zeros match no file.
    sed -i "s/^sha256sums=.*/sha256sums=('$(printf '0%.0s' {1..64})')/" PKGBUILD
    ! refused=$(arch --verifysource --force 2>&1) || give_up 'makepkg takes any file for the source'
    grep -q FAILED <<<"$refused" || give_up "$refused"
    cd "$top"
fi

if part Nix nix-instantiate nix-bin; then
    # With stubs for nixpkgs, since that is no package: the names and what they are called with.
    nix-instantiate --eval --strict --json --expr "(import $recipes/nix/default.nix) {
        pkgs.callPackage = file: _: import file {
            lib = { optionalString = _: text: text; licenses = { mit = 1; asl20 = 2; }; };
            stdenv = { buildPlatform.canExecute = _: true; hostPlatform = 1; };
            fetchurl = source: source;
            rustPlatform.buildRustPackage = recipe: recipe // { cargoLock = builtins.pathExists recipe.cargoLock.lockFile; };
            installShellFiles = 1;
        };
    }" >"$copy/nix.json" 2>"$copy/nix.log" || give_up "$(cat "$copy/nix.log")"
    sum=$(sha256sum <"$crate" | cut -d ' ' -f 1)
    grep -q "\"cargoLock\":true.*\"sha256\":\"$sum\".*/ponnuki/$version/download\"" "$copy/nix.json" || give_up "$(cat "$copy/nix.json")"
fi

if part systemd systemd-analyze systemd; then
    sed 's|^ExecStart=/usr/bin/ponnuki|ExecStart=/bin/true|' "$recipes/systemd/ponnuki@.service" >"$copy/ponnuki@.service"
    cp "$recipes/systemd/ponnuki.socket" "$copy"
    complaints=$(systemd-analyze verify "$copy/ponnuki.socket" "$copy/ponnuki@.service" 2>&1) || true
    [ -z "$complaints" ] || give_up "$complaints"
    systemd-analyze security --offline=yes --threshold=10 --no-pager "$recipes/systemd/ponnuki@.service" | tail -n 1
fi

archive=$work/dist/ponnuki-$version-$(uname -m)-unknown-linux-musl.tar.gz
if ! [ -e "$archive" ]; then
    left_out+=("container: no archive $archive: run scripts/package.sh")
elif part container podman podman crun; then
    podman build --quiet --tag ponnuki-check --build-arg "TARGET=$(uname -m)-unknown-linux-musl" \
        --file "$recipes/container/Containerfile" "$work/dist"
    # Without limits of its own, podman raises them, which not every machine allows.
    limits=(--ulimit nofile=1024:1024 --ulimit nproc=1024:1024)
    answers podman run --rm --interactive "${limits[@]}" --network none --read-only --cap-drop all ponnuki-check --quiet
    podman rmi ponnuki-check >/dev/null
fi

# No packages of Debian.
for tool in actionlint zizmor; do
    if ! command -v $tool >/dev/null; then
        left_out+=("workflows: $tool is missing")
    elif part "workflows, by $tool" $tool; then
        $tool .github/workflows/*.yml
    fi
done

[ ${#left_out[@]} = 0 ] || printf 'left out: %s\n' "${left_out[@]}"
[ $checked -gt 0 ] || missing 'no tool for recipes is here'
