#!/usr/bin/env bash
# Changes the source in small ways, one at a time, and shows that the tests catch every
# change: a comparison turned round, an operator replaced, a function emptied.
#
#   scripts/mutants.sh [--sample N] [--seed S] [--list] [MODULE...]
#
# Runs all modules of scripts/mutants/modules.toml, or the named ones. --sample takes N
# mutants of each module at random, chosen by the seed S (default 1); the same seed gives
# the same mutants while their lines stay as they are. --list prints the mutants only.
#
# Prints a line for each module and each survivor. Fails if a mutant survives that
# scripts/mutants/explained.toml does not list, or if a listed one is caught or gone.
#
# Works on copies of the checkout, which it keeps for the next run, with the latest logs
# in target/mutation. Installs cargo-mutants if it is missing; needs Python 3.11.
set -euo pipefail
. "$(dirname "$0")/programs.sh"

{ command -v python3 && python3 -c 'import tomllib'; } >/dev/null 2>&1 ||
    missing "Python 3.11 is missing: install python3"
need_cargo_tool cargo-mutants 27.1.0
exec python3 scripts/mutants/main.py --work "$work/mutation" "$@"
