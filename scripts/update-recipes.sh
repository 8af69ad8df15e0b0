#!/usr/bin/env bash
# Writes the version of Cargo.toml and the checksum of its published package into the
# recipes of scripts/packaging, and the version into the packages for npm and Python.
#
#   scripts/update-recipes.sh [CRATE]
#
# CRATE is the file that `cargo publish` has uploaded, target/package/ponnuki-VERSION.crate.
# Before that no checksum exists: without CRATE it becomes 64 zeros, which no file has, so
# that every tool refuses to install from such a recipe. A test compares the fields.
set -euo pipefail
. "$(dirname "$0")/programs.sh"

# edit FILE EXPRESSION...: changes a file of scripts/packaging by expressions of sed.
edit() {
    local file=scripts/packaging/$1 text
    text=$(sed -E "${@:2}" "$file" && echo .)
    printf %s "${text%.}" >"$file"
}

version=$(package_version)
# The AUR allows no hyphen, so a pre-release has no recipes.
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || give_up "no version for recipes: $version"
sum=$(printf '0%.0s' {1..64})
if [ $# -gt 0 ]; then
    [ "$(basename "$1")" = "ponnuki-$version.crate" ] || give_up "$1 is not called ponnuki-$version.crate"
    manifest=$(tar -xzOf "$1" "ponnuki-$version/Cargo.toml")
    grep -qxF "version = \"$version\"" <<<"$manifest" || give_up "$1 is not version $version"
    sum=$(sha256sum <"$1" | cut -d ' ' -f 1)
fi

edit homebrew/ponnuki.rb -e "s|/ponnuki/[0-9.]+/|/ponnuki/$version/|" \
    -e "s/^  version .*/  version \"$version\"/" -e "s/sha256 \".*\"/sha256 \"$sum\"/"
edit aur/PKGBUILD -e "s/^pkgver=.*/pkgver=$version/" -e "s/^pkgrel=.*/pkgrel=1/" -e "s/^sha256sums=.*/sha256sums=('$sum')/"
edit aur/.SRCINFO -e "s/pkgver = .*/pkgver = $version/" -e "s/pkgrel = .*/pkgrel = 1/" \
    -e "s/ponnuki-[0-9.]+\.tar/ponnuki-$version.tar/; s|/ponnuki/[0-9.]+/|/ponnuki/$version/|" -e "s/sha256sums = .*/sha256sums = $sum/"
edit nix/package.nix -e "s/^  version = .*/  version = \"$version\";/" -e "s/sha256 = .*/sha256 = \"$sum\";/"
edit container/Containerfile -e "s/^ARG VERSION=.*/ARG VERSION=$version/"
edit npm/package.json -e "s/^  \"version\": .*/  \"version\": \"$version\",/"
for package in npm python; do
    edit "$package/Cargo.toml" -e "s/^version = .*/version = \"$version\"/"
done
echo "version $version, checksum $sum"
