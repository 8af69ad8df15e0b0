#!/usr/bin/env bash
# Measures how well and how fast the engine finds the dead stones of 53 finished
# games, compared with Sabaki's package @sabaki/deadstones in the same run.
#
#   scripts/measure/deadstones.sh [ROUNDS]
#
# Fails if the engine gets fewer than 51 games exactly right in a round; each round has
# a seed of its own. Installs the npm package if it is missing; if that fails, prints one
# line that says what to install and exits with status 2.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

need_packages measure/deadstones
build_engine
node scripts/measure/deadstones/main.js "$engine" gtp-tests/data/deadstones "${1:-3}" </dev/null
