#!/usr/bin/env bash
# Compares `ponnuki check` with the reader and the board of the Python package sgfmill: games per
# second on the same files, on one core and with two jobs.
#
#   scripts/check-speed.sh [FOLDER]
#
# Without FOLDER, 300 games of random players on 19x19 are played first, into target/check-speed.
set -euo pipefail
. "$(dirname "$0")/programs.sh"

need_sgfmill
build_engine
folder=${1:-$work/check-speed}
if [ $# = 0 ] && ! [ -d "$folder" ]; then
    "$engine" match --quiet --black "$engine --quiet" --white "$engine --quiet" --size 19 --games 300 \
        --sgf-dir "$folder" </dev/null >/dev/null
fi
"$python" scripts/matches/check_speed.py "$engine" "$folder"
