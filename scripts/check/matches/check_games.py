"""Checks a match without faults against an independent reader and rules core, the Python
package sgfmill: each SGF file must hold the game of the record, every move must be
playable, and the area count must give the score. Called by scripts/check/interop.sh:

    check_games.py RESULTS SGF_FOLDER GAMES scores|winners|moves

All programs must agree on the score; or on the winner, if dead stones may stay on the
board; or on the moves alone, if thinking time makes every match different. Then the
opponent (player B) may lose on time, since on a busy machine it cannot know better; the
engine (player A) may not.
"""

import pathlib
import sys

from records import records
from sgfmill import common, sgf, sgf_moves

from board import score_text, score_value


def check(record, path, part):
    game = sgf.Sgf_game.from_bytes(path.read_bytes())
    size = int(record["size"].split("x")[0])
    root = game.get_root()
    pairs = {
        "size": (game.get_size(), size),
        "komi": (game.get_komi(), float(record["komi"])),
        "winner": (game.get_winner(), (record["winner"] or " ")[0].strip() or None),
        "result": (root.get("RE"), record["result"]),
        "handicap": (game.get_handicap() or 0, record["handicap"]),
    }
    for color, key in (("b", "black"), ("w", "white")):
        player = record[key]
        pairs[key] = (game.get_player_name(color), f"{player['name']} {player['version']}")
    for key, (in_file, in_record) in pairs.items():
        if in_file != in_record:
            raise ValueError(f"{key} is {in_file} in the file and {in_record} in the record")
    board, plays = sgf_moves.get_setup_and_moves(game)
    moves = [common.format_vertex(move) for _, move in plays]
    if moves != record["moves"]:
        raise ValueError("the moves differ")
    for color, move in plays:
        if move is not None:
            board.play(*move, color)
    stones = record["handicap"]
    paid = {"none": 0, "stones": stones, "stones-minus-one": stones - 1}
    bonus = paid[record["rules"]["handicap_bonus"]] if stones else 0
    score = board.area_score() - bonus - float(record["komi"])
    if record["end"] == "passes" and part(record["result"]) != part(score_text(score)):
        raise ValueError(f"sgfmill counts {score_text(score)}, the record says {record['result']}")


def winner(score):
    """Returns the winner's first letter, or 0."""
    return score[0]


def nothing(score):
    """Returns the same value for every score."""
    return ""


def is_fault(record, agreed):
    """Returns whether a game did not end as it should."""
    if record["end"] == "time" and agreed == "moves":
        return record[record["winner"]]["player"] != "A"
    return record["end"] not in ("passes", "resign")


def main(results, folder, games, agreed):
    played = records(results)
    if len(played) != games:
        sys.exit(f"{len(played)} games instead of {games}")
    part = {"scores": score_value, "winners": winner, "moves": nothing}[agreed]
    for record in played:
        number = record["game"]
        if is_fault(record, agreed):
            sys.exit(f"game {number} ended by {record['end']}: {record['detail']}")
        seen_by_all = map(part, record["scores"].values())
        if record["end"] == "passes" and len(set(seen_by_all)) != 1:
            sys.exit(f"game {number}: the {agreed} differ: {record['scores']}")
        try:
            check(record, pathlib.Path(folder) / f"game-{number:06}.sgf", part)
        except (ValueError, OSError) as error:
            sys.exit(f"game {number}: {error}")
    late = sum(record["end"] == "time" for record in played)
    lost = f" (the opponent lost {late} on time)" if late else ""
    print(f"{games} games: no fault{lost}, {agreed} all equal, files all read back")


main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4])
