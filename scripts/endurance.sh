#!/usr/bin/env bash
# What the built engine does when it is used for very long, or in trouble.
#
#   scripts/endurance.sh [PART...]
#
# - closed: whoever reads the answers leaves; the program ends quietly.
# - full: a full disk for the log file or the folder of games is an error message;
#   as root on Linux on a tmpfs that is really full, else on /dev/full.
# - long: games of 50,000 moves stay linear in time, taking back too.
# - memory: 10 million commands in 100,000 games keep memory flat;
#   PONNUKI_ENDURANCE_GAMES changes the number of games.
#
# Prints the figures; anything else than expected fails. Needs Linux and Python 3.
set -euo pipefail
. "$(dirname "$0")/programs.sh"

command -v python3 >/dev/null || missing "Python 3 is missing: install python3"
[ -r /proc/self/status ] || missing "memory is read from /proc, which Linux has"
build_engine
exec python3 -B scripts/endurance/main.py "$engine" "$@" </dev/null
