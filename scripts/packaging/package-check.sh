#!/usr/bin/env bash
# Packs what a release ships with package.sh, and installs, uses and removes it as people do:
#
#   scripts/packaging/package-check.sh [--packed] [--twice] [--old] [--image]
#
# - the program: static, small, with the list of its packages, without paths of this machine;
#   runs in a folder that holds nothing else, and without system calls newer than Linux 4.4
# - the Debian package: accepted by lintian; installed in an empty Debian, it plays, shows its
#   manual and leaves nothing behind when it is purged
# - the archive: the same from a folder of its own
# - the crate: installed by `cargo install` from the packed file
#
# --packed takes what package.sh packed before. --twice packs again in another folder and
# compares every byte. --old also installs the package in Ubuntu 16.04. --image also makes the
# image of scripts/packaging/container and plays in it, without a network.
#
# Runs as root, which chroot needs. Needs what package.sh needs, mmdebstrap, lintian,
# binutils, strace and a Debian mirror, for the image podman.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

options=" $* "
[ "$(id -u)" = 0 ] || missing 'only root can install the package in an empty system'
need_command mmdebstrap mmdebstrap
need_command lintian lintian
need_command readelf binutils
need_command strace strace
[[ $options != *' --image '* ]] || need_command podman podman crun
[[ $options == *' --packed '* ]] || scripts/packaging/package.sh

target=$(uname -m)-unknown-linux-musl
version=$(package_version)
name=ponnuki-$version-$target
dist=$(cd "$work/dist" && pwd)
most=8500000

# expect TITLE PATTERN COMMAND...: a fault unless the command succeeds and a line of its output matches.
expect() {
    local title=$1 pattern=$2 output
    shift 2
    if ! output=$("$@" 2>&1 </dev/null); then
        fault "$title: failed: $output"
    elif ! grep -qE -- "$pattern" <<<"$output"; then
        fault "$title: no line matches '$pattern': $output"
    fi
}

# gtp COMMAND...: plays a short session.
gtp() {
    printf 'boardsize 9\nkomi 7.5\nplay black E5\nplay white E4\nfinal_score\nplay black E4\nquit\n' | "$@"
}

# analyse COMMAND...: asks for one analysis.
analyse() {
    echo '{"id":"q","moves":[["B","E5"]],"rules":"chinese","boardXSize":9,"boardYSize":9,"maxVisits":20}' | "$@"
}

# try TITLE PROGRAM RUNNER...: uses an installed program, whose command lines the runner starts.
try() {
    local title=$1 program=$2
    shift 2
    expect "$title, version" "^ponnuki $version \(" "$@" "$program" --version
    expect "$title, GTP" '^= W\+7\.5' gtp "$@" "$program"
    expect "$title, GTP" '^\? illegal move' gtp "$@" "$program"
    expect "$title, a game" '^result: W\+[0-9]' "$@" "$program" play --watch 3 5 --boardsize 9 --seed 1
    expect "$title, analysis" '^\{"id":"q".*"moveInfos"' analyse "$@" "$program" analysis
}

# try_more TITLE PROGRAM EXAMPLES RUNNER...: what needs more than the program itself.
try_more() {
    local title=$1 program=$2 examples=$3
    shift 3
    expect "$title, GNU Go" '2 games' "$@" "$program" match --black "$program --level 1" --size 9 --games 2 \
        --white '/usr/games/gnugo --mode gtp --level 0 --chinese-rules --positional-superko --capture-all-dead'
    expect "$title, tournament" 'level 5' "$@" env PATH="$(dirname "$program"):/usr/bin:/bin" \
        "$program" match --tournament "$examples/tournament.toml" --out /root/results.jsonl
    "$@" rm -f /root/results.jsonl
}

sha256() { sha256sum --quiet --check SHA256SUMS; }
(cd "$dist" && sha256) || fault 'the checksums differ'

program=$dist/build/$name/ponnuki
bytes=$(wc -c <"$program")
[ "$bytes" -le "$most" ] || fault "the program has $bytes bytes, more than $most"
! grep -q INTERP <<<"$(readelf -lW "$program")" || fault 'the program is not static'
! grep -q NEEDED <<<"$(readelf -d "$program")" || fault 'the program needs libraries'
! grep -q '\.symtab' <<<"$(readelf -SW "$program")" || fault 'the program is not stripped'
cargo_home=${CARGO_HOME:-$HOME/.cargo}
for path in "$PWD" "$HOME" "$cargo_home" $(ls "$cargo_home/registry/src"); do
    ! grep -qaF "$path" "$program" || fault "the program names $path"
    ! grep -qF "$path" "$dist"/*.cdx.json || fault "the bill of materials names $path"
done
# The list of packages, compressed in a section of its own.
objcopy --dump-section .dep-v0="$dist/build/packages" "$program" /dev/null
expect 'packages in the program' '"nom"' python3 -c 'import sys, zlib
print(zlib.decompress(open(sys.argv[1], "rb").read()).decode())' "$dist/build/packages"
expect 'bill of materials' 'ponnuki .*: [0-9]+ packages' python3 -c 'import json, sys
bill = json.load(open(sys.argv[1]))
names = [part["name"] for part in bill["components"]]
assert bill["bomFormat"] == "CycloneDX" and "nom" in names and "clap" in names, names
assert all("licenses" in part and part["purl"].startswith("pkg:cargo/") for part in bill["components"])
print(bill["metadata"]["component"]["name"], bill["metadata"]["component"]["version"] + ":", len(names), "packages")' \
    "$dist/$name.cdx.json"
for package in nom clap serde_json; do
    grep -q "^- $package [0-9]" "$dist/build/$name/THIRD-PARTY.txt" || fault "THIRD-PARTY.txt lacks $package"
done

# A folder with the program and nothing else: no library, no /proc, no /dev.
alone=$dist/build/alone
rm -rf "$alone"
mkdir -p "$alone"
cp "$program" "$alone"
try 'alone' /ponnuki chroot "$alone"
# System calls that came after Linux 4.4, of January 2016, fail as if the kernel did not know them.
newer='/^(copy_file_range|preadv2|pwritev2|pkey_.*|statx|io_pgetevents|rseq|pidfd_.*|io_uring_.*|clone3|close_range|openat2'
newer+='|faccessat2|epoll_pwait2|futex_.*|memfd_secret|process_m.*|landlock_.*|set_mempolicy_home_node|cachestat|fchmodat2)$'
try 'on an old kernel' "$program" strace --quiet=all --follow-forks --trace=none --inject="$newer:error=ENOSYS"

# files ROOT: lists all files, except those that dpkg, man and these checks always write.
files() {
    (cd "$1" && find . -path ./proc -prune -o -path ./sys -prune -o -path ./dev -prune -o -path ./var/cache -prune \
        -o -path ./var/lib/dpkg -prune -o -path ./var/log -prune -o -printf '%p %y %s\n' | grep -v '^\./root ' | sort)
}

root=$dist/root
if ! [ -e "$dist/debian.tar" ]; then
    # shellcheck disable=SC1091
    mmdebstrap --quiet --variant=minbase --include=man-db,gnugo --dpkgopt=path-include=/usr/share/man/* \
        "$(. /etc/os-release && echo "${VERSION_CODENAME:-stable}")" "$dist/new.tar" 2>/dev/null ||
        missing 'Debian could not be installed in a folder: is there a mirror?'
    mv "$dist/new.tar" "$dist/debian.tar"
fi
rm -rf "$root"
mkdir -p "$root"
tar -xf "$dist/debian.tar" -C "$root" --exclude='./dev/*'
# Both are devices, which no archive needs.
mknod -m 666 "$root/dev/null" c 1 3 2>/dev/null || touch "$root/dev/null"
mknod -m 666 "$root/dev/urandom" c 1 9 2>/dev/null || true

# A manual page as people read it.
manual() {
    chroot "$root" env MANROFFSEQ='' MANPAGER=cat MANPATH="$1" LC_ALL=C.UTF-8 man "$2"
}

files "$root" >"$dist/build/before"
deb=ponnuki_$version-1_$(dpkg --print-architecture).deb
cp "$dist/$deb" "$root/root"
expect 'Debian package, installation' 'Setting up ponnuki' chroot "$root" dpkg -i "/root/$deb"
try 'Debian package' ponnuki chroot "$root"
try_more 'Debian package' /usr/bin/ponnuki /usr/share/doc/ponnuki/examples chroot "$root"
expect 'Debian package, manual' '^ +--games' manual /usr/share/man ponnuki-match
expect 'Debian package, completions' '-F _ponnuki ponnuki' chroot "$root" \
    bash -c '. /usr/share/bash-completion/completions/ponnuki && complete -p ponnuki'
expect 'Debian package, files' '/usr/share/doc/ponnuki/copyright' chroot "$root" dpkg -L ponnuki
chroot "$root" dpkg --purge ponnuki >/dev/null 2>&1 || fault 'Debian package: cannot be purged'
rm "$root/root/$deb"
files "$root" | diff "$dist/build/before" - || fault 'Debian package: left or took something when it was purged'
lintian --fail-on error,warning "$dist/$deb" || fault 'Debian package: lintian complains'

mkdir "$root/root/archive"
tar -xf "$dist/$name.tar.gz" -C "$root/root/archive"
folder=/root/archive/$name
try 'archive' "$folder/ponnuki" chroot "$root"
try_more 'archive' "$folder/ponnuki" "$folder/examples" chroot "$root"
expect 'archive, manual' '^ +--games' manual "$folder/man" ponnuki-match
rm -r "$root/root/archive"
files "$root" | diff "$dist/build/before" - || fault 'archive: the program left something behind'
rm -rf "$root" "$alone"

# The crates, from the packed files alone, outside of this workspace.
crates=$(mktemp -d)
trap 'rm -rf "$crates"' EXIT
cargo package --workspace --exclude ponnuki-testing --locked --allow-dirty --no-verify --quiet
parts=()
for crate in "$work"/package/ponnuki-*"$version.crate"; do
    tar -xzf "$crate" -C "$crates"
    part=$(basename "$crate" "-$version.crate")
    [ "$part" = ponnuki ] || parts+=(--config "patch.crates-io.$part.path='$crates/$part-$version'")
done
# With the profile of quick builds, since the files count here and not the speed.
CARGO_TARGET_DIR=$work cargo install --quiet --debug "${parts[@]}" --path "$crates/ponnuki-$version" --root "$dist/build/installed"
try 'crate' "$dist/build/installed/bin/ponnuki" env

if [[ $options == *' --old '* ]]; then
    need_command debootstrap debootstrap
    # Some releases of Debian lack the keys of Ubuntu. What is installed here is deleted soon.
    checks=--keyring=/usr/share/keyrings/ubuntu-archive-keyring.gpg
    [ -e "${checks#*=}" ] || checks=--no-check-gpg
    old=$dist/old
    rm -rf "$old"
    debootstrap --variant=minbase "$checks" xenial "$old" http://archive.ubuntu.com/ubuntu >/dev/null 2>&1 ||
        missing 'Ubuntu 16.04 could not be installed in a folder'
    cp "$dist/$deb" "$old/root"
    expect 'Ubuntu 16.04, installation' 'Setting up ponnuki' chroot "$old" dpkg -i "/root/$deb"
    try 'Ubuntu 16.04' ponnuki chroot "$old"
    rm -rf "$old"
fi

if [[ $options == *' --image '* ]]; then
    podman build --quiet --tag ponnuki-check --build-arg "TARGET=$target" \
        --file scripts/packaging/container/Containerfile "$dist"
    # Without limits of its own, podman raises them, which not every machine allows.
    limits=(--ulimit nofile=1024:1024 --ulimit nproc=1024:1024)
    expect 'image, GTP' '^= W\+7\.5' gtp podman run --rm --interactive "${limits[@]}" --network none --read-only \
        --cap-drop all ponnuki-check --quiet
    podman rmi ponnuki-check >/dev/null
fi

if [[ $options == *' --twice '* ]]; then
    again=$(mktemp -d)
    trap 'rm -rf "$again" "$crates"' EXIT
    git clone --quiet . "$again/ponnuki"
    # Without building the tools again.
    mkdir -p "$again/ponnuki/target/tools"
    [ ! -d "$work/tools" ] || cp -r "$work"/tools/{bin,.crates*} "$again/ponnuki/target/tools"
    (cd "$again/ponnuki" && env -u CARGO_TARGET_DIR scripts/packaging/package.sh >/dev/null)
    diff "$dist/SHA256SUMS" "$again/ponnuki/target/dist/SHA256SUMS" || fault 'packed twice, the files differ'
fi

printf '%d bytes in the program, %d faults\n' "$bytes" "$faults"
[ "$faults" = 0 ]
