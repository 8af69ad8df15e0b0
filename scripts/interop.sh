#!/usr/bin/env bash
# Asks the built engine for what Sabaki asks for, analyses included, through
# Sabaki's own GTP client; plays it against GNU Go by `ponnuki match` and through
# that client; then sends every session of gtp-tests/ again in every way a client
# may write it.
#
#   scripts/interop.sh [SEED]
#
# Any fault, refused move, difference in scores or changed answer fails, and any
# record of a game that sgfmill reads or counts otherwise. The games are the same
# every time for one SEED (default 1). Installs Debian's gnugo (as root), the npm
# package @sabaki/gtp and the Python package sgfmill where they are missing, or says
# in one line what to install and ends with status 2.
set -euo pipefail
. "$(dirname "$0")/programs.sh"

seed=${1:-1}

# play_match PLAYER AGREED GAMES OPTION...: a match against GNU Go, another GNU Go being
# the referee. PLAYER are options of the engine, AGREED is what all must agree on: the
# score, the winner where dead stones may be left on the board, or the moves alone
# where time makes every match another.
play_match() {
    local player=$1 agreed=$2 games=$3 folder=$work/interop/match
    shift 3
    rm -rf "$folder"
    mkdir -p "$folder"
    local opponent="$gnugo --mode gtp --level 0 --chinese-rules --positional-superko --capture-all-dead --never-resign"
    "$engine" match --quiet --black "$engine $player" --white "$opponent" --referee "$opponent" --seed "$seed" \
        --games "$games" --alternate --sgf-dir "$folder" --out "$folder/results.jsonl" "$@" \
        </dev/null >"$folder/summary.txt" || { cat "$folder/summary.txt" >&2; return 1; }
    printf 'match %s: ' "$player $*"
    "$sgfmill" -B scripts/matches/check_games.py "$folder/results.jsonl" "$folder" "$games" "$agreed"
}

# Every session once more: CR LF, tabs, comments, noise, byte by byte, pipelined.
check_streams() {
    local log=$work/interop/streams.log
    GTP_TESTS_ENGINE=$engine cargo test --quiet --test gtp -- stream:: </dev/null >"$log" 2>&1 \
        || { cat "$log" >&2; return 1; }
    grep '^test result: ok\. [1-9]' "$log" || { echo "no stream check was run" >&2; return 1; }
}

need_gnugo
need_packages interop
need_sgfmill
build_engine
play_match '' scores 10 --size 9 --random-opening 4
play_match '' scores 2 --size 13 --komi 0
play_match '' scores 2 --size 9 --handicap 4 --rules chinese-ogs --komi 0.5
play_match '--quiet --player mcts --playouts 1000' winners 6 --size 9
play_match '--quiet --player mcts --playouts 200' winners 1 --size 19 --handicap 4
play_match '--quiet --player mcts' moves 2 --size 9 --time 5,0,0
node scripts/interop/main.js "$engine" "$gnugo" "$seed" </dev/null
echo "streams: every session in every way of sending it"
check_streams
