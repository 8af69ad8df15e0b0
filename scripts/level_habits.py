#!/usr/bin/env python3
"""Counts how the players of a match behave: level_habits.py RESULTS.jsonl PROGRAM

Prints a line for each player: its moves among the first 24 of a game that are on the first
line, its resignations, and the games in which it passed first while a neutral region of
more than two points was open, without the stones that PROGRAM, a command line, lists as
dead. A region is neutral if it touches stones of both colours, or none.
"""

import collections
import json
import shlex
import subprocess
import sys

from board import BLACK, PASS, WHITE, Board, color_name

OPENING = 24
MAX_CLOSED = 2


def dead_stones(program, board):
    """Returns the points of the stones that a program lists as dead."""
    lines = [f"boardsize {board.width}", "clear_board"]
    lines += [f"play {color_name(color)} {board.vertex(point)}" for color, point in board.turns]
    lines += ["final_status_list dead", "quit\n"]
    done = subprocess.run(shlex.split(program), input="\n".join(lines), capture_output=True, text=True, check=True)
    answers = done.stdout.split("\n\n")
    return [board.point(text) for text in answers[len(lines) - 2].removeprefix("=").split()]


def is_open(board, dead):
    """Returns whether a neutral region has more than two points."""
    return any(len(touched) != 1 and len(region) > MAX_CLOSED for region, touched in board.empty_regions(dead))


def count(record, program, habits):
    """Adds the habits that a game shows."""
    board = Board(*map(int, record["size"].split("x")), "positional")
    name = {BLACK: record["black"]["player"], WHITE: record["white"]["player"]}
    for player in name.values():
        habits[player]["games"] += 1
    for number, text in enumerate(record["moves"]):
        point, color = board.point(text), board.to_move()
        habit = habits[name[color]]
        if point == PASS:
            # Most positions need no judge.
            if is_open(board, []) and is_open(board, dead_stones(program, board)):
                habit["open passes"] += 1
                print(f"game {record['game']}, move {number + 1}: {name[color]} passes", file=sys.stderr)
            break
        if number < OPENING:
            habit["moves"] += 1
            habit["first line"] += len(board.near[point]) < 4
        board.play(color, point)
    if record["end"] == "resign":
        loser = "white" if record["winner"] == "black" else "black"
        habits[record[loser]["player"]]["resignations"] += 1


def main(path, program):
    habits = collections.defaultdict(collections.Counter)
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            count(json.loads(line), program, habits)
    print("player: games, share of the first line, resignations, passes with an open region")
    for player, habit in sorted(habits.items()):
        share = habit["first line"] / max(1, habit["moves"])
        print(f"{player}: {habit['games']}, {share:.1%}, {habit['resignations']}, {habit['open passes']}")


if len(sys.argv) != 3:
    sys.exit(__doc__)
main(sys.argv[1], sys.argv[2])
