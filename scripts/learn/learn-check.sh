#!/usr/bin/env bash
# Learns from nothing, for half a minute on one core, and plays with what it has learned: 100 games
# against the random player, of which it must win 95. Then compares the planes of the engine and those
# of scripts/learn, learned and exported weights, a run with itself, and a stopped run with its end.
#
#   scripts/learn/learn-check.sh
#
# Installs Debian's python3-torch (as root) if PyTorch is missing; if that fails, prints one line
# and exits with status 2.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

need_torch
build_engine
new_folder learn-check

learn=(scripts/learn/learn.sh --network b2c16 --sizes 9 --threads 1)
"${learn[@]}" --games 300 --out "$folder/run" </dev/null
"$engine" match --quiet --black "$engine --quiet --player search --playouts 50 --never-resign --network $folder/run/b2c16.bin" \
    --white "$engine --quiet" --size 9 --komi 7 --games 100 --alternate --seed 1 --out "$folder/match.jsonl" </dev/null >/dev/null
"$engine" match report --json "$folder/match.jsonl" >"$folder/match.json"

for run in one same; do
    "${learn[@]}" --games 20 --out "$folder/$run" </dev/null >/dev/null
done

# As on a graphics card.
"${learn[@]}" --games 10 --batches --out "$folder/batches" </dev/null >"$folder/batches.log"

# Once it has begun.
"${learn[@]}" --games 100000 --out "$folder/stopped" </dev/null >"$folder/stopped.log" &
until grep -qs '^ .* games [1-9]' "$folder/stopped.log"; do
    kill -0 $! 2>/dev/null || give_up 'the run that was to be stopped has failed'
    sleep 0.5
done
kill -TERM $!
wait $! || give_up 'the run fails when it is stopped'
games=$(sed 's/^b2c16: \([0-9]*\) .*/\1/' "$folder/stopped/b2c16.record")
"${learn[@]}" --games "$((games + 20))" --out "$folder/stopped" </dev/null >>"$folder/stopped.log"

PYTHONPATH=$PWD/scripts:$PWD/scripts/learn:$work/learn "$python" scripts/learn/check.py "$folder"
[ "$faults" = 0 ]
