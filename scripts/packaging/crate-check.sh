#!/usr/bin/env bash
# Checks the packages for crates.io: that the first one holds what its README names, that all
# compile on their own and are small, the licences, sources and versions of everything it is made from, and that
# the library breaks no program that the last version compiled.
#
#   scripts/packaging/crate-check.sh
#
# Needs the index of crates.io, cargo-deny and, from the second version on,
# cargo-semver-checks: `cargo install cargo-deny cargo-semver-checks --locked`. Advisories are
# not checked, because their database is not a package.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

most=2000000
rm -f "$work"/package/ponnuki-*.crate
# The first command compiles what it has packed; the second does all but the upload.
all=(--workspace --exclude ponnuki-testing)
cargo package "${all[@]}" --locked --allow-dirty --quiet
cargo publish "${all[@]}" --dry-run --no-verify --locked --allow-dirty --quiet
for crate in "$work"/package/ponnuki-*.crate; do
    size=$(wc -c <"$crate")
    list=$(tar -tzf "$crate" | sed 's|^[^/]*/||')
    printf '%s: %d files, %d bytes\n' "$(basename "$crate")" "$(wc -l <<<"$list")" "$size"
    [ "$size" -le "$most" ] || fault "the package has more than $most bytes"
    if grep -E '(^|/)(target|node_modules)/' <<<"$list"; then
        fault 'the package holds built files'
    fi
done
version=$(package_version)
list=$(tar -tzf "$work/package/ponnuki-$version.crate" | sed 's|^[^/]*/||')
linked=$(grep -o '](\([^):]*\))' README.md | sed 's/^](//; s/)$//; s/#.*//' | sort -u)
for file in Cargo.lock LICENSE-APACHE LICENSE-MIT $linked; do
    # Pictures of screens are for the page of the repository, and cargo leaves out packages inside of this one.
    [[ $file != *.@(jpg|png) && $file != src/@(core|formats|gtp|play|tools)/* && $file != scripts/packaging/*/* ]] || continue
    grep -qxF "$file" <<<"$list" || fault "the package lacks $file"
done
[ "$faults" = 0 ]

command -v cargo-deny >/dev/null || missing "cargo-deny is missing: cargo install cargo-deny --locked"
cargo deny --locked --config scripts/packaging/deny.toml check --hide-inclusion-graph licenses bans sources

# The last version but this one has a tag. A second number that is new may break programs.
last=$(git tag --list 'v[0-9]*' --sort=-version:refname | grep -vxF "v$version" | head -n 1 || true)
if [ -z "$last" ]; then
    echo 'not run: cargo-semver-checks, since no earlier version has a tag'
    exit
fi
command -v cargo-semver-checks >/dev/null ||
    missing "cargo-semver-checks is missing: cargo install cargo-semver-checks --locked"
cargo semver-checks --package ponnuki --baseline-rev "$last" --all-features
