"""Compares a match with its shards. Called by scripts/shards.sh:

    compare.py FOLDER GAMES
"""

import json
import pathlib
import sys


def without_times(value):
    """Returns the same value without the keys that hold times and runs."""
    if isinstance(value, dict):
        return {key: without_times(inner) for key, inner in value.items() if "time" not in key and key not in ("run", "runs")}
    if isinstance(value, list):
        return [without_times(inner) for inner in value]
    return value


def games(path):
    with open(path, encoding="utf-8") as lines:
        return [without_times(json.loads(line)) for line in lines]


def main(folder, number):
    whole, merged = games(folder / "whole.jsonl"), games(folder / "merged.jsonl")
    if len(whole) != number:
        sys.exit(f"{len(whole)} games instead of {number}")
    shards = [games(folder / f"shard-{shard}.jsonl") for shard in range(1, 5)]
    if not all(shards):
        sys.exit("a shard has no games")
    if whole != merged:
        different = [a["game"] for a, b in zip(whole, merged) if a != b]
        sys.exit(f"the merged games differ: {different[:10]}")
    summaries = [json.loads((folder / name).read_text()) for name in ("whole.json", "merged.json")]
    if without_times(summaries[0]) != without_times(summaries[1]):
        sys.exit("the summaries differ")
    sizes = ", ".join(str(len(shard)) for shard in shards)
    print(f"{number} games as a whole and in shards of {sizes}: the same games, the same summary")


main(pathlib.Path(sys.argv[1]), int(sys.argv[2]))
