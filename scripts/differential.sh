#!/usr/bin/env bash
# Compares the built engine with GNU Go on every point of every position of random
# games, under simple, positional and situational ko, from 5x5 to 19x19.
#
#   scripts/differential.sh [SEED [PERCENT]]
#
# The games are the same every time for one SEED (default 1); PERCENT (default 100:
# 240 games) scales their number. Installs Debian's gnugo (as root) where it is
# missing. Every disagreement that is no known deviation of GNU Go fails, and
# prints the game as GTP.
set -euo pipefail
. "$(dirname "$0")/programs.sh"

command -v python3 >/dev/null || missing "Python 3 is missing: install python3"
need_gnugo
build_engine
exec python3 -B scripts/differential/main.py "$engine" "$gnugo" "$@" </dev/null
