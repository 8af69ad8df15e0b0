#!/usr/bin/env bash
# Tests the built engine with the programs that people use beside it: sends all commands
# and analyses that Sabaki uses through Sabaki's own GTP client, plays against GNU Go
# with `ponnuki match` and through that client, then replays every session of gtp-tests/
# in every form in which a client may send it.
#
#   [SABAKI=FOLDER] scripts/check/interop.sh [SEED]
#
# FOLDER is a checkout of Sabaki's source, whose own module that drives engines then shows
# the win rates of positions with a known winner. No package registry has that module;
# without FOLDER the last line says that it did not run.
#
# Fails on any fault, refused move, difference in scores or changed answer, and if
# sgfmill reads or counts a recorded game differently. The same SEED (default 1) gives
# the same games. Installs Debian's gnugo, nodejs and npm (as root), the npm packages of
# Sabaki and the Python package sgfmill if they are missing; if that fails, prints one line that says
# what to install and exits with status 2.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

seed=${1:-1}

# play_match PLAYER AGREED GAMES OPTION...: plays a match against GNU Go with a second
# GNU Go as the referee. PLAYER holds options of the engine. AGREED names what all
# programs must agree on: `scores`; `winners`, if dead stones may stay on the board; or
# `moves` alone, if thinking time makes every match different.
play_match() {
    local player=$1 agreed=$2 games=$3 folder
    shift 3
    new_folder interop/match
    local opponent="$gnugo_player --never-resign"
    "$engine" match --quiet --black "$engine $player" --white "$opponent" --referee "$opponent" --seed "$seed" \
        --games "$games" --alternate --sgf-dir "$folder" --out "$folder/results.jsonl" "$@" \
        </dev/null >"$folder/summary.txt" || {
        cat "$folder/summary.txt" >&2
        return 1
    }
    printf 'match %s: ' "$player $*"
    "$python" scripts/check/matches/check_games.py "$folder/results.jsonl" "$folder" "$games" "$agreed"
}

need_gnugo
need_packages check/interop
need_sgfmill
build_engine
play_match '' scores 10 --size 9 --random-opening 4
play_match '' scores 2 --size 13 --komi 0
play_match '' scores 2 --size 9 --handicap 4 --rules chinese-ogs --komi 0.5
play_match '--quiet --player search --profile twogtp --playouts 100' winners 6 --size 9
play_match '--quiet --player search --profile twogtp --playouts 50' winners 1 --size 19 --handicap 4
play_match '--quiet --player search' moves 2 --size 9 --time 5,0,0
rm -f "$work/interop/games.jsonl"
node scripts/check/interop/main.js "$engine" "$gnugo" "$seed" "$work/interop/games.jsonl" </dev/null
python3 scripts/check/interop/judge.py "$work/interop/games.jsonl"
# With CR LF, tabs, comments, noise, byte by byte and pipelined.
GTP_TESTS_ENGINE=$engine run_tests "$work/interop/streams.log" cargo test --quiet --test gtp -- stream::
echo "streams: every session in every form, $tests tests"
[ -n "${SABAKI:-}" ] || echo "not run: Sabaki's own source; give a checkout of it in SABAKI"
