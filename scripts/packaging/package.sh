#!/usr/bin/env bash
# Builds everything that a release ships for Linux, into target/dist:
#
#   scripts/packaging/package.sh [TARGET]
#
#   ponnuki-VERSION-TARGET.tar.gz    the program, manual pages, completions, licences and
#                                    examples
#   ponnuki_VERSION-1_ARCH.deb       the same as a Debian package
#   ponnuki-VERSION-TARGET.cdx.json  all packages in the program, a CycloneDX SBOM
#   SHA256SUMS                       the checksums of these
#
# TARGET is ARCH-unknown-linux-musl, of this processor unless given: a static program that
# needs a Linux kernel and nothing else. It is stripped, and names its packages for
# `cargo audit bin`.
#
# A commit gives the same bytes in every folder with the same Rust, which
# `package-check.sh --twice` compares. Uncommitted changes are packed too, and
# `ponnuki --version` then says "modified".
#
# Needs Rust with the target, and cargo-about, cargo-auditable, cargo-cyclonedx and
# cargo-deb, which it builds in minutes if they are not there.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

target=${1:-$(uname -m)-unknown-linux-musl}
version=$(package_version)
name=ponnuki-$version-$target
# Written last, so it stands for a whole package.
rm -f "$work/dist/SHA256SUMS"

has_target "$target" || missing "the target $target is missing: rustup target add $target"
rust_parts=$(rustc --print sysroot)/share/doc/rust/COPYRIGHT-library.html
[ -e "$rust_parts" ] || missing "the licences of Rust's library are missing: install Rust with rustup"
need_cargo_tool cargo-auditable 0.7.7
need_cargo_tool cargo-cyclonedx 0.5.9
need_cargo_tool cargo-deb 3.8.0

# Every file gets the date of the version or, before its release, that of the last commit.
released=$(sed -n "s/^## $version - //p" CHANGELOG.md)
SOURCE_DATE_EPOCH=$(date -u -d "${released:-$(git log -1 --format=%cI)}" +%s)
export SOURCE_DATE_EPOCH

mkdir -p "$work/dist"
dist=$(cd "$work/dist" && pwd)
export CARGO_TARGET_DIR=$dist/build
rm -rf "$dist"/ponnuki[-_]*

# The compiler writes the paths of source files into the program. None of these may name a
# folder of this machine.
cargo fetch --locked --quiet --target "$target"
flags=("--remap-path-prefix=$PWD=/ponnuki")
for folder in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*; do
    flags+=("--remap-path-prefix=$folder=/packages")
done
flags+=("--remap-path-prefix=$(rustc --print sysroot)/lib/rustlib/src/rust=/rustc")
# The linker that comes with Rust, and not one of this machine.
flags+=(-Clinker=rust-lld -Ctarget-feature=+crt-static)
CARGO_ENCODED_RUSTFLAGS=$(printf '%s\x1f' "${flags[@]}")
# The names of symbols follow from the path of the program that starts the compiler, so
# cargo gets its bare name and not the path of cargo-auditable here.
mkdir -p "$CARGO_TARGET_DIR"
cat >"$CARGO_TARGET_DIR/cargo" <<'CARGO'
#!/bin/sh
RUSTC_WORKSPACE_WRAPPER=cargo-auditable exec cargo "$@"
CARGO
chmod +x "$CARGO_TARGET_DIR/cargo"
CARGO=$CARGO_TARGET_DIR/cargo CARGO_ENCODED_RUSTFLAGS=${CARGO_ENCODED_RUSTFLAGS%?} \
    cargo-auditable auditable build --release --locked --quiet --target "$target" --bin ponnuki
built=$CARGO_TARGET_DIR/$target/release

# The files beside the program. Pages and completions come from the program itself, or from
# one for this machine if it cannot run here.
parts=$built/package
rm -rf "$parts"
mkdir -p "$parts/completions" "$parts/examples"
generator=$built/ponnuki
if ! "$generator" --version >/dev/null 2>&1; then
    cargo build --release --locked --quiet --bin ponnuki
    generator=$CARGO_TARGET_DIR/release/ponnuki
fi
"$generator" generate man "$parts/man/man1"
write_completions "$generator" "$parts/completions" _ponnuki.ps1
cp gtp-tests/examples/* "$parts/examples"
# Its links lead to the sources.
rm "$parts/examples/README.md"
for size in 9x9 13x13; do
    cp "src/tools/match/openings/ready/$size.txt" "$parts/examples/openings-$size.txt"
done
cp LICENSE-MIT LICENSE-APACHE "$parts"
cp "$rust_parts" "$parts/rust-library.html"
write_licences "$target" "$parts/THIRD-PARTY.txt"

# The bill of materials; the tool writes one into the folder of each package and names the folders.
bill=ponnuki-$version-$target.cdx
cargo cyclonedx --quiet --format json --spec-version 1.5 --no-build-deps --target "$target" --override-filename "$bill"
# Cargo's name of a package leaves out what the folder says already.
sed "s|file://$PWD#\(ponnuki@\)\?|file:///ponnuki#|g; s|file://$PWD/|file:///ponnuki/|g; s|?download_url=file://[^\"#]*||" \
    "$bill.json" >"$dist/$bill.json"
rm "$bill.json" src/*/"$bill.json" gtp-tests/testing/"$bill.json"

rm -rf "$dist/build/$name"
cp -r "$parts" "$dist/build/$name"
cp "$built/ponnuki" README.md CHANGELOG.md "$dist/build/$name"
tar --create --directory "$dist/build" --format ustar --sort name --mtime "@$SOURCE_DATE_EPOCH" --owner root:0 \
    --group root:0 --mode u=rwX,go=rX "$name" | gzip -9n >"$dist/$name.tar.gz"

# Debian wants compressed pages.
mkdir "$parts/debian"
for page in "$parts"/man/man1/*; do
    # shellcheck disable=SC2094
    gzip -9n <"$page" >"$parts/debian/$(basename "$page").gz"
done
gzip -9n >"$parts/debian/changelog.Debian.gz" <<CHANGES
ponnuki ($version-1) unstable; urgency=medium

  * Version $version, whose changes CHANGELOG.md lists.

 -- $(sed -n 's/^maintainer = "\(.*\)"$/\1/p' Cargo.toml)  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")
CHANGES
cargo deb --quiet --locked --no-build --no-strip --target "$target" --output "$dist/"

cd "$dist"
sha256sum ponnuki[-_]* | tee SHA256SUMS
