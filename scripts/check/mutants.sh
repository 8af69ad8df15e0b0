#!/usr/bin/env bash
# Changes the source in small ways, one at a time, and shows that the tests catch every
# change: a comparison turned round, an operator replaced, a function emptied.
#
#   scripts/check/mutants.sh MODULE [OPTION...]
#
# Runs cargo-mutants on the files of a module of scripts/check/mutants/modules.toml, with the tests that
# can catch its mutants: a mutant that survives the first ones meets the next ones. The options are
# those of cargo-mutants: `--list` prints the mutants, `--shard 3/50` takes the fourth of fifty
# parts, and `--in-diff FILE` the mutants in lines that a diff changes.
#
# Fails if a mutant survives. Those that no test can catch are listed in .cargo/mutants.toml with
# the reason. The logs are in target/mutation. Installs cargo-mutants if it is missing; needs
# Python 3.11.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

[ $# -gt 0 ] || missing 'name a module of scripts/check/mutants/modules.toml'
{ command -v python3 && python3 -c 'import tomllib'; } >/dev/null 2>&1 ||
    missing "Python 3.11 is missing: install python3"
need_cargo_tool cargo-mutants 27.1.0
folder=$(mkdir -p "$work/mutation" && cd "$work/mutation" && pwd)
# cargo-mutants works on a new copy of the tree each time; the packages are built once for all.
export CARGO_TARGET_DIR=$folder/target
exec python3 scripts/check/mutants/main.py "$folder" "$@"
