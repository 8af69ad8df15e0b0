#!/usr/bin/env python3
"""Checks the result table of gogui-twogtp: twogtp_check.py FILE.dat GAMES

gogui-twogtp itself checks no rules and exits with status 0 even if a move was refused.
The error then appears only in the table's column ERR.
"""

import csv
import sys


def rows(path):
    """Returns the games of the table, each a dictionary from column name to text."""
    with open(path, newline="", encoding="utf-8") as table:
        lines = [line for line in table if not line.startswith("# ") and line != "#\n"]
    return list(csv.DictReader(lines, delimiter="\t"))


def faults(game):
    """Yields the faults of one game as sentences."""
    if game["ERR"] != "0":
        yield f"error: {game['ERR_MSG']}"
    results = [game["RES_B"], game["RES_W"], game["RES_R"]]
    if len({score(text) for text in results}) != 1:
        yield "the results differ: " + ", ".join(results)


def score(text):
    """Returns a result with its points as a number if possible, so that W+12 equals
    W+12.0."""
    side, _, points = text.partition("+")
    try:
        return (side, float(points))
    except ValueError:
        return (text, 0.0)


def main():
    path, wanted = sys.argv[1], int(sys.argv[2])
    games = rows(path)
    bad = 0
    for game in games:
        for fault in faults(game):
            print(f"game {game['#GAME']}: {fault}")
            bad += 1
    moves = sum(int(game["LEN"]) for game in games)
    print(f"{len(games)} games of {wanted}, {moves} moves, {bad} faults; table: {path}")
    sys.exit(1 if bad or len(games) != wanted else 0)


if __name__ == "__main__":
    main()
