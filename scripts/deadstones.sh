#!/usr/bin/env bash
# How well and how fast the engine finds the dead stones of 53 finished games,
# beside Sabaki's package @sabaki/deadstones in the same run.
#
#   scripts/deadstones.sh [ROUNDS]
#
# Fails when the engine finds fewer than 45 games exactly or 99.3 % of the
# stones. Installs the npm package where it is missing, or says in one line what
# to install and ends with status 2.
set -euo pipefail
. "$(dirname "$0")/programs.sh"

need_packages deadstones
build_engine
node scripts/deadstones/main.js "$engine" gtp-tests/data/deadstones "${1:-3}" </dev/null
