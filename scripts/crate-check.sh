#!/usr/bin/env bash
# Checks the package for crates.io: that it holds what its README names, compiles on its own
# and is small, and the licences, sources and versions of everything it is made from.
#
#   scripts/crate-check.sh
#
# Needs the index of crates.io, and cargo-deny for the last part: `cargo install cargo-deny
# --locked`. Advisories are not checked, because their database is not a package.
set -euo pipefail
. "$(dirname "$0")/programs.sh"

most=2000000
rm -f "$work"/package/ponnuki-*.crate
# The first command compiles what it has packed; the second does all but the upload.
cargo package --locked --allow-dirty --quiet
cargo publish --dry-run --no-verify --locked --allow-dirty --quiet
crate=$(echo "$work"/package/ponnuki-*.crate)
size=$(wc -c <"$crate")
list=$(tar -tzf "$crate" | sed 's|^[^/]*/||')
printf '%s: %d files, %d bytes\n' "$(basename "$crate")" "$(wc -l <<<"$list")" "$size"
faults=0
fault() {
    echo "fault: $1"
    faults=$((faults + 1))
}
[ "$size" -le "$most" ] || fault "the package has more than $most bytes"
linked=$(grep -o '](\([^):]*\))' README.md | sed 's/^](//; s/)$//; s/#.*//' | sort -u)
for file in Cargo.lock LICENSE-APACHE LICENSE-MIT $linked; do
    grep -qxF "$file" <<<"$list" || fault "the package lacks $file"
done
if grep -E '(^|/)(target|node_modules)/' <<<"$list"; then
    fault 'the package holds built files'
fi
[ "$faults" = 0 ]

command -v cargo-deny >/dev/null || missing "cargo-deny is missing: cargo install cargo-deny --locked"
cargo deny --locked --config scripts/packaging/deny.toml check --hide-inclusion-graph licenses bans sources
