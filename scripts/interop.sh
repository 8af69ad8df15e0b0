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

# play_match GAMES OPTION...: a match against GNU Go, another GNU Go being the referee.
play_match() {
    local games=$1 folder=$work/interop/match
    shift
    rm -rf "$folder"
    mkdir -p "$folder"
    local opponent="$gnugo --mode gtp --level 0 --chinese-rules --positional-superko --capture-all-dead --never-resign"
    "$engine" match --quiet --black "$engine" --white "$opponent" --referee "$opponent" --seed "$seed" \
        --games "$games" --alternate --sgf-dir "$folder" --out "$folder/results.jsonl" "$@" \
        </dev/null >"$folder/summary.txt" || { cat "$folder/summary.txt" >&2; return 1; }
    printf 'match %s: ' "$*"
    "$sgfmill" -B scripts/matches/check_games.py "$folder/results.jsonl" "$folder" "$games"
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
play_match 10 --size 9 --random-opening 4
play_match 2 --size 13 --komi 0
play_match 2 --size 9 --handicap 4 --rules chinese-ogs --komi 0.5
node scripts/interop/main.js "$engine" "$gnugo" "$seed" </dev/null
echo "streams: every session in every way of sending it"
check_streams
