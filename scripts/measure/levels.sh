#!/usr/bin/env bash
# Measures the ladder of the levels: matches between neighbours, and of GNU Go at levels 1 and 10
# with the levels around it.
#
#   scripts/measure/levels.sh [GAMES [SIZE...]]
#
# Plays so many games, by default 60, on each of the sizes, by default 9x9, 13x13 and 19x19, and
# prints a row for each match: the size, the weaker player, the stronger one with its games won,
# drawn and lost, those without a result, and its share of the points with the 95 % interval. The
# results go to target/levels; the same command continues a run that was stopped.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

games=${1:-60}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- 9 13 19
need_gnugo
build_engine
mkdir -p "$work/levels"

level() { echo "$engine --quiet --profile twogtp --level $1"; }
gnugo() { echo "$gnugo --mode gtp --level $1 --chinese-rules --positional-superko --capture-all-dead"; }

# against SIZE NAME COMMAND NAME COMMAND: plays a match of two players.
against() {
    local results=$work/levels/$1-${2// /-}-${4// /-}.jsonl
    "$engine" match --quiet --black "$3" --white "$5" --size "$1" --komi 7 --games "$games" --alternate \
        --random-opening 2 --seed 1 -j 2 --resume --out "$results" </dev/null >/dev/null
    echo "$1x$1, against $4: $("$engine" match report "$results" | sed -n '/^ *games /{n;p}' | tr -s ' ')"
}

for size in "$@"; do
    for stronger in 1 2 3 4 5 6 7 8 9; do
        weaker=$((stronger - 1))
        against "$size" "level $stronger" "$(level $stronger)" "level $weaker" "$(level $weaker)"
    done
    for pair in '3 1' '4 1' '4 10' '5 10'; do
        read -r ours theirs <<<"$pair"
        against "$size" "level $ours" "$(level "$ours")" "GNU Go $theirs" "$(gnugo "$theirs")"
    done
done
