"""Compares a match with its shards. Called by scripts/shards.sh and scripts/machines.sh:

    compare.py FOLDER GAMES

The folder holds the whole match (whole.jsonl), its shards (shard-*.jsonl), what they were
merged into (results.jsonl), and the summaries of all three as JSON (whole.json,
results.json, shards.json).
"""

import json
import pathlib
import sys


def without_times(value):
    """Returns the same value without the keys that hold times and runs."""
    if isinstance(value, dict):
        return {
            key: without_times(inner)
            for key, inner in value.items()
            if "time" not in key and key not in ("run", "runs")
        }
    if isinstance(value, list):
        return [without_times(inner) for inner in value]
    return value


def games(path):
    with open(path, encoding="utf-8") as lines:
        return [without_times(json.loads(line)) for line in lines]


def main(folder, number):
    whole, merged = games(folder / "whole.jsonl"), games(folder / "results.jsonl")
    # With -j 2, games end in any order.
    whole.sort(key=lambda game: game["game"])
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
