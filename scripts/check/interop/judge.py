"""Judges games that two programs have played in Sabaki's client. Called by scripts/check/interop.sh:

    judge.py GAMES.jsonl

Every move must be legal, the engine's stones and legal moves must be those of the board, and
both programs must count its score, with and without dead stones.
"""

import json
import sys

from board import BLACK, WHITE, Board, color_named, score_text, score_value


def play(setup, commands):
    """Yields the board after each command. The programs agree that every move is legal."""
    board = Board(setup["size"], setup["size"], "positional")
    yield board
    for name, *words in commands:
        if name == "set_free_handicap":
            board.set_up([(BLACK, board.point(word)) for word in words], WHITE)
        else:
            color, point = color_named(words[0]), board.point(words[1])
            if reason := board.judge(color, point):
                raise ValueError(f"illegal move ({reason}): {' '.join(words)}")
            board.play(color, point)
        yield board


def compare(what, engine, points, board):
    """Compares the vertices that the engine names with points of the board."""
    theirs, ours = sorted(map(board.point, engine)), sorted(points)
    if theirs != ours:
        names = " ".join(map(board.vertex, ours))
        raise ValueError(f"{what}: the engine says {' '.join(engine)}, the board {names}\n{board}")


def judge(game):
    """Checks one game. Returns the number of its views."""
    setup, views = game["setup"], {}
    for view in game["views"]:
        views.setdefault(view["turns"], []).append(view)
    for turns, board in enumerate(play(setup, game["commands"])):
        for view in views.pop(turns, []):
            for color, stones in zip((BLACK, WHITE), view["stones"]):
                compare("stones", stones, [n for n, cell in enumerate(board.cells) if cell == color], board)
            color = color_named(view["color"])
            legal = [point for point in range(len(board.cells)) if not board.judge(color, point)]
            compare(f"legal moves of {view['color']}", view["legal"], legal, board)
    if views or len(game["scores"]) != 3:
        raise ValueError("views or scores are missing")
    for said in game["scores"]:
        dead = [board.point(vertex) for vertex in said["dead"]]
        margin = board.area_score(dead) - setup["komi"] - len(setup["handicap"])
        # GNU Go writes a decimal place more.
        score = said["score"] if said["by"] == "Ponnuki" else score_text(score_value(said["score"]))
        if score != score_text(margin):
            raise ValueError(
                f"{said['by']} counts {said['score']}, the board {score_text(margin)}, dead: {said['dead']}"
            )
    return len(game["views"])


def main(path):
    with open(path, encoding="utf-8") as lines:
        games = [json.loads(line) for line in lines]
    views = 0
    for game in games:
        try:
            views += judge(game)
        except ValueError as fault:
            sys.exit(f"{fault}\n{game['about']}")
    if not games:
        sys.exit("no games")
    print(f"{len(games)} games: all moves legal, all scores equal, the engine's view {views} times that of the board")


main(sys.argv[1])
