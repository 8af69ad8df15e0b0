#!/usr/bin/env bash
# Measures `ponnuki analysis` and prints a table: the time to the first answer, queries a second
# at 100 visits on 9x9 and 19x19 with one and with two threads, the review of a whole game, and
# the memory for 10,000 queries in flight.
#
#   scripts/measure/analysis-speed.sh [GAME.sgf]
#
# Without GAME.sgf, GNU Go plays 200 moves against itself on 19x19 first, and again on 9x9.
# Rates are the best of three rounds, in which one and two threads take turns. Run it on an idle
# machine. The script fails on a wrong or missing answer, and if the order of the queries changes
# one; a slow machine does not fail it.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

need_sgfmill
need_gnugo
build_engine
folder=$work/analysis-speed
games() {
    local size=$1
    [ -d "$folder/$size" ] || "$engine" match --quiet \
        --black "$gnugo --mode gtp --level 1 --seed 1" --white "$gnugo --mode gtp --level 1 --seed 2" \
        --size "$size" --games 1 --max-moves 200 --sgf-dir "$folder/$size" </dev/null >/dev/null
}
games 9
games 19
"$python" scripts/measure/analysis/speed.py "$engine" "$folder" "$@"
