#!/usr/bin/env bash
# Plays a match once as a whole and once in four shards with GNU parallel. Apart from
# the times, the games and the summary must be the same.
#
#   scripts/check/shards.sh [GAMES]
#
# Installs Debian's parallel (as root) if it is missing; if that fails, prints one line
# and exits with status 2.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

games=${1:-400}
need_parallel
need_command python3 python3
build_engine
new_folder shards

match=("$engine" match --quiet --black "ponnuki --quiet" --white "ponnuki --quiet --eyes enemy-diagonals"
    --size 9 --alternate --random-opening 4 --games "$games" --seed 7)

"${match[@]}" --out "$folder/whole.jsonl" </dev/null >/dev/null
parallel --will-cite --quote "${match[@]}" --shard {}/4 --out "$folder/shard-{}.jsonl" \
    ::: 1 2 3 4 </dev/null >/dev/null
"$engine" match merge "$folder"/shard-*.jsonl --out "$folder/results.jsonl" >/dev/null
"$engine" match report --json "$folder/whole.jsonl" >"$folder/whole.json"
"$engine" match report --json "$folder/results.jsonl" >"$folder/results.json"
"$engine" match report --json "$folder"/shard-*.jsonl >"$folder/shards.json"
python3 scripts/check/matches/compare.py "$folder" "$games"
