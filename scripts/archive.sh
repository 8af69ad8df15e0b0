#!/usr/bin/env bash
# Makes the archive of a release for macOS or Windows, in bash on such a system: the files of
# the archive for Linux, with the program built and tried here.
#
#   scripts/archive.sh TARGET LINUX-ARCHIVE
#
# The archive lies in target/dist. `package.sh` makes those for Linux.
set -euo pipefail
. "$(dirname "$0")/programs.sh"

target=$1 linux=$2
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml)
folder=ponnuki-$version-$target
program=ponnuki
case $target in
    *-windows-msvc)
        program=ponnuki.exe
        # Otherwise it needs a library that not every Windows has.
        export RUSTFLAGS='-C target-feature=+crt-static'
        ;;
esac
cargo build --release --locked --quiet --bin ponnuki --target "$target"
scripts/smoke.sh "$work/$target/release/$program"

dist=$work/dist
rm -rf "${dist:?}/$folder"
mkdir -p "$dist/$folder"
tar -xzf "$linux" -C "$dist/$folder" --strip-components 1
rm "$dist/$folder/ponnuki"
cp "$work/$target/release/$program" "$dist/$folder/$program"
# The tar of macOS would add a file with attributes for each file.
export COPYFILE_DISABLE=1
tar -czf "$dist/$folder.tar.gz" -C "$dist" "$folder"
rm -r "${dist:?}/$folder"
list=$(tar -tzf "$dist/$folder.tar.gz")
grep -qxF "$folder/$program" <<<"$list"
echo "$dist/$folder.tar.gz"
