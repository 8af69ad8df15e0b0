#!/usr/bin/env bash
# Tells whether new weights may take the place of old ones: matches between both, and what each says of
# games that neither has learned from.
#
#   scripts/learn/gate.sh NEW.bin OLD.bin [GAMES]
#
# Plays 400 games on 9x9, 200 on 13x13 and 100 on 19x19, or so many on each, with 0.1 s a
# move on two cores (some hours; half an hour with 40), of these sizes the ones that NEW.bin
# judges. Passes if on no size the 95 % interval is wholly below one half and on one it is
# wholly above, and if no error is larger by more than its standard error. Where OLD.bin
# judges no boards of a size, what is in the program plays in its place. The same command
# continues one that was stopped. Last run from end to end: 2026-11-28, with 16 games of
# each size.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

[ $# -ge 2 ] || missing 'usage: gate.sh NEW.bin OLD.bin [GAMES]'
new=$(cd "$from" && realpath "$1") old=$(cd "$from" && realpath "$2")
need_torch
need_parallel
scripts/learn/learn.sh --prepare >/dev/null
build_engine
folder=$work/gate/$(cat "$engine" "$new" "$old" | sha256sum | cut -c1-16)
mkdir -p "$folder"
export PYTHONPATH=$PWD/scripts:$PWD/scripts/learn:$work/learn

player() { echo "$engine --quiet --player search --time-per-move 0.1 --profile twogtp --network '$1'"; }
declare -A usual=([9]=400 [13]=200 [19]=100)
sizes=$("$python" scripts/learn/gate.py --sizes "$new" 9 13 19)
for size in $sizes; do
    games=${3:-${usual[$size]}}
    parallel --will-cite --quote "$engine" match --quiet --black "$(player "$new")" --white "$(player "$old")" \
        --size "$size" --komi 7 --games "$games" --alternate --random-opening 2 --seed 1 \
        --shard {}/2 --resume --out "$folder/$size-{}.jsonl" ::: 1 2 </dev/null >/dev/null
    "$engine" match report --json "$folder/$size"-*.jsonl >"$folder/$size.json"
done
"$python" scripts/learn/gate.py "$new" "$old" "$folder"
