"""Compares a match with its shards. Called by scripts/check/shards.sh:

    compare.py FOLDER GAMES

The folder holds the whole match (whole.jsonl), its shards (shard-*.jsonl), what they were
merged into (results.jsonl), and the summaries of all three as JSON (whole.json,
results.json, shards.json).
"""

import json
import pathlib
import sys

from records import in_order, records, without_times


def games(path):
    return [without_times(record) for record in records(path)]


def main(folder, number):
    whole, merged = in_order(games(folder / "whole.jsonl")), games(folder / "results.jsonl")
    if [game["game"] for game in whole] != list(range(number)):
        sys.exit(f"the whole match is not the games 0 to {number - 1}")
    shards = [games(path) for path in folder.glob("shard-*.jsonl")]
    if not all(shards):
        sys.exit("a shard has no games")
    if sum(map(len, shards)) != number:
        sys.exit(f"the shards have {sum(map(len, shards))} games instead of {number}")
    if len(merged) != number:
        sys.exit(f"{len(merged)} merged games instead of {number}")
    if whole != merged:
        different = [a["game"] for a, b in zip(whole, merged) if a != b]
        sys.exit(f"the merged games differ: {different[:10]}")
    whole, *others = (json.loads((folder / f"{name}.json").read_text()) for name in ("whole", "results", "shards"))
    if any(without_times(whole) != without_times(other) for other in others):
        sys.exit("the summaries differ")
    sizes = sorted(map(len, shards))
    print(
        f"{number} games as a whole and in {len(shards)} shards of {sizes[0]} to {sizes[-1]}: the same games, the same summary"
    )


main(pathlib.Path(sys.argv[1]), int(sys.argv[2]))
