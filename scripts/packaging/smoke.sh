#!/usr/bin/env bash
# Tries a built program: a GTP session and a match of the random player against itself. Its
# games follow from the seed, so the answers are the same on every system.
#
#   scripts/packaging/smoke.sh PROGRAM
#
# Needs no other program, so that it also runs in bash on macOS and Windows.
set -euo pipefail

program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# check TITLE EXPECTED FILE: fails unless the file has this line.
check() {
    if ! grep -qxF -- "$2" "$3"; then
        echo "fault: $1: no line '$2' in:"
        cat "$3"
        exit 1
    fi
}

printf '1 boardsize 9\n2 play black E5\n3 genmove white\n4 final_score\n5 quit\n' |
    "$program" --seed 1 --quiet | tr -d '\r' >"$work/session"
check session '=3 C6' "$work/session"
check session '=4 W+7.5' "$work/session"
"$program" match --quiet --size 5 --games 4 --alternate --seed 5 \
    --black "'$program' --quiet" --white "'$program' --quiet" | tr -d '\r' >"$work/match"
check match 'lost by faults: 0 games' "$work/match"
check match 'moves a game: 46.8 +- 2.2, 43 to 53' "$work/match"
"$program" --version
