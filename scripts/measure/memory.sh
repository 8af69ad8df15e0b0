#!/usr/bin/env bash
# Measures the memory that results of many games need: `match report`, its page,
# `match merge`, and a match that continues after them. Fails if one of them needs more
# than 200 MB.
#
#   scripts/measure/memory.sh [GAMES]
#
# Plays 1,000 games of random players on 9x9 and copies their records under new numbers
# until there are GAMES (default 1,000,000: 1.3 GB twice, in target/memory).
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

need_command python3 python3
build_engine
new_folder memory
match=("$engine" match --quiet --black "$engine --quiet" --white "$engine --quiet" --size 9)
"${match[@]}" --games 1000 --out "$folder/few.jsonl" </dev/null >/dev/null
python3 scripts/measure/memory.py "$folder" "${1:-1000000}" "${match[@]}" </dev/null
rm -r "$folder"
