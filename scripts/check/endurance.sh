#!/usr/bin/env bash
# Tests the built engine in very long sessions, with closed pipes, on full disks and with a small stack.
#
#   scripts/check/endurance.sh [PART...]
#
# - closed: the reader of the answers closes the pipe; the program ends quietly.
# - full: a full disk for the log file or the games folder gives an error message.
#   As root the disk is a tmpfs that is really full; otherwise only the log is tried, on /dev/full.
# - long: games of 50,000 moves take linear time, and so does undoing them.
# - stack: a search, a review and an analysis with a stack of 256 KiB.
# - memory: 10 million commands in 100,000 games keep memory flat;
#   PONNUKI_ENDURANCE_GAMES changes the number of games.
#
# Prints the figures and fails on anything unexpected. Needs Linux and Python 3.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

need_command python3 python3
[ -r /proc/self/status ] || missing "memory is read from /proc, which only Linux has"
build_engine
exec python3 scripts/check/endurance/main.py "$engine" "$@" </dev/null
