#!/usr/bin/env bash
# Makes the archive of a release for macOS or Windows, in bash on such a system: the files of
# the archive for Linux, with the program built and tried here, and the licences of its
# packages.
#
#   scripts/packaging/archive.sh TARGET LINUX-ARCHIVE
#
# The archive lies in target/dist. `package.sh` makes those for Linux.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

target=$1 linux=$2
version=$(package_version)
name=ponnuki-$version-$target
program=ponnuki
case $target in
    *-windows-msvc)
        program=ponnuki.exe
        # Otherwise it needs a library that not every Windows has.
        export RUSTFLAGS='-C target-feature=+crt-static'
        ;;
esac
cargo build --release --locked --quiet --bin ponnuki --target "$target"
scripts/packaging/smoke.sh "$work/$target/release/$program"

dist=$work/dist
rm -rf "${dist:?}/$name"
mkdir -p "$dist/$name"
tar -xzf "$linux" -C "$dist/$name" --strip-components 1
rm "$dist/$name/ponnuki"
cp "$work/$target/release/$program" "$dist/$name/$program"
write_licences "$target" "$dist/$name/THIRD-PARTY.txt"
# The tar of macOS would add a file with attributes for each file.
export COPYFILE_DISABLE=1
tar -czf "$dist/$name.tar.gz" -C "$dist" "$name"
rm -r "${dist:?}/$name"
list=$(tar -tzf "$dist/$name.tar.gz")
grep -qxF "$name/$program" <<<"$list"
echo "$dist/$name.tar.gz"
