"""The records of games that `ponnuki match` writes."""

import json


def records(path):
    """Returns the games of a file."""
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def in_order(games):
    """Returns games in the order of their numbers, since with -j 2 they end in any order."""
    return sorted(games, key=lambda game: game["game"])


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
