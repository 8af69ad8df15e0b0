#!/usr/bin/env bash
# Plays a match between two programs that misbehave at random. Every game must be on
# record, and every fault must have lost its game. Then makes system calls of our own
# program fail: no panic, no half file, no record lost, and --resume finishes the match.
#
#   scripts/check/faults.sh [GAMES [RUNS [SEED]]]
#
# Plays 1,000 games by default, which takes about three minutes. For every game each
# program draws a new fault and the move at which it strikes: an exit, a hang, garbage, an
# illegal move, a refused move, a disconnection, a flood, commands that nobody reads, a
# closed output, or a process in another session that holds the pipes.
#
# Injects failures into 300 runs by default, which takes another three minutes: threads
# and programs that cannot be started, little memory, and files that cannot be opened,
# written, synced, locked or renamed (matches/inject.py). Needs strace, and the permission
# to trace.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

need_command python3 python3
games=${1:-1000}
build_engine
mkdir -p "$work/faults"
results=$work/faults/results.jsonl
rm -f "$results"

faulty="$engine test-engine --quiet --fault random --after 60"
"$engine" match --quiet --black "$faulty" --white "$faulty" --size 7 --games "$games" --alternate -j 2 \
    --move-timeout 0.5 --out "$results" </dev/null
python3 scripts/check/matches/check_faults.py "$results" "$games"

need_command strace strace
strace -f -qq -o /dev/null true 2>/dev/null || missing "strace may not trace programs here"
python3 scripts/check/matches/inject.py "$engine" "$work/faults/injected" "${2:-300}" "${3:-1}"
