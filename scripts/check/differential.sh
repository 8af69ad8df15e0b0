#!/usr/bin/env bash
# Compares the built engine with GNU Go on every point of every position of random
# games, under simple, positional and situational ko, from 5x5 to 19x19.
#
#   scripts/check/differential.sh [SEED [PERCENT]]
#
# The same SEED (default 1) gives the same games. PERCENT (default 100, which is 240
# games) scales their number. Installs Debian's gnugo, as root, if it is missing.
# Fails on any disagreement that is not a known deviation of GNU Go, and prints that
# game as GTP.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

need_command python3 python3
need_gnugo
build_engine
exec python3 scripts/check/differential/main.py "$engine" "$gnugo" "$@" </dev/null
