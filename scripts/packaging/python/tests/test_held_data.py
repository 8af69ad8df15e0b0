"""The held data of the engine, which its own tests read too, through the package.

They come from an independent, naive program and from published counts; `gtp-tests/rules` says more.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from ponnuki import Board, Game, IllegalMoveError, Rules

KO = {"none": "none", "simple": "simple", "psk": "positional", "ssk": "situational", "nssk": "natural-situational"}
SUICIDE = {"forbid": "forbidden", "multi": "multi-stone", "all": "allowed"}
COLORS = {"X": "black", "B": "black", "O": "white", "W": "white"}

# Rows of the perft tables with at most this many nodes are counted.
MOST_NODES = 1_000


def rules(ko: str, suicide: str) -> Rules:
    return Rules("cgos", ko=KO[ko], suicide=SUICIDE[suicide])


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def rows(path: Path) -> list[dict[str, str]]:
    table = [line.split("\t") for line in path.read_text().splitlines()]
    table[0][0] = table[0][0].removeprefix("#")
    return [dict(zip(table[0], row, strict=False)) for row in table[1:]]


def test_traces(data: Path) -> None:
    """Recorded random games: captures, fingerprints of boards, counts of legal plays."""
    turns = 0
    for trace in lines(data / "traces.jsonl"):
        game = Game(trace["size"], rules(*trace["rules"].split("/")))
        for letter, name, captured, suicided, fingerprint, *counts in trace["turns"]:
            color = COLORS[letter]
            if counts:
                assert verdicts(game, color) == counts, (trace["seed"], len(game))
            game.play(name, color)
            assert (len(game[-1].captured), len(game[-1].suicided)) == (captured, suicided)
            width, height = game.size
            text = f"{width}x{height}:{game.board.diagram}"
            assert hashlib.sha256(text.encode()).hexdigest()[:16] == fingerprint
            turns += 1
        check_end(game, trace["final"])
    assert turns > 10_000


def verdicts(game: Game, color: str) -> list[int]:
    """Returns how many plays are legal, suicide and repetitions."""
    reasons = [game.why_illegal(point, color) for point in game.board.empty]
    counts = Counter(reason and reason.reason for reason in reasons)
    assert game.legal_mask(color).sum() == counts[None] + 1
    return [counts[None], counts["suicide"], counts["ko"] + counts["superko"]]


def check_end(game: Game, end: dict[str, Any]) -> None:
    assert game.board.diagram == "/".join(end["board"])
    assert (game.outcome == "passes") == end["ended_by_two_passes"]
    assert game.captures == {"white": end["captured_black"], "black": end["captured_white"]}
    areas = [len(points) for points in game.area]
    assert areas == [end["black_area"], end["white_area"], end["neutral"]]
    again = game.copy()
    moves = [again.pop() for _ in range(len(game))][::-1]
    assert moves == game.moves and again.board == Board(game.size)
    for color, move in moves:
        again.play(move, color)
    assert again == game


def test_positions(data: Path) -> None:
    """Positions that test one rule each, under every rule set with a verdict."""
    probes = 0
    for entry in json.loads((data / "positions.json").read_text()):
        for name, verdict in entry.get("verdict", {}).items():
            game = Game(tuple(entry["size"]), rules(*name.split("/")))
            reason = entry["reason"][name]
            if verdict == "n/a":
                assert refusal(game, entry["moves"]) == reason
                continue
            assert refusal(game, entry["moves"]) is None
            assert game.board.diagram == "/".join(entry["before"])
            check_probe(game, entry, reason)
            probes += 1
    assert probes > 500


def refusal(game: Game, moves: list[list[str]]) -> str | None:
    """Plays moves. Returns the table's words for the first illegal one."""
    for number, (color, vertex) in enumerate(moves, 1):
        try:
            game.play(vertex, COLORS[color])
        except IllegalMoveError as error:
            return f"sequence illegal at move {number}: ('{error.reason}', '{color}', '{vertex}')"
    return None


def check_probe(game: Game, entry: dict[str, Any], reason: str) -> None:
    color, vertex = entry["probe"]
    found = game.why_illegal(vertex, COLORS[color])
    assert (found.reason if found else "legal") == reason, entry["id"]
    assert game.is_legal(vertex, COLORS[color]) == (reason == "legal")
    before = game.copy()
    assert (refusal(game, [entry["probe"]]) is None) == (reason == "legal")
    if reason == "legal" and entry.get("after"):
        assert game.board.diagram == "/".join(entry["after"]["board"])
    if reason != "legal":
        assert game == before


def test_eyes(data: Path) -> None:
    """Eye shapes by both rules."""
    for entry in json.loads((data / "eyes.json").read_text()):
        board = Board.from_diagram("/".join(entry["diagram"]))
        for rule, verdict in [("own-diagonals", "A_own_count"), ("enemy-diagonals", "B_enemy_count")]:
            eyes = board.true_eyes(COLORS[entry["color"]], rule)
            assert (entry["point"] in eyes) == entry["verdict"][verdict], entry["id"]


def test_life(data: Path) -> None:
    """Unconditional life."""
    for entry in json.loads((data / "life.json").read_text()):
        board = Board.from_diagram("/".join(entry["diagram"]))
        for suicide in SUICIDE.values():
            drawn = np.zeros_like(board.to_numpy())
            for color, sign in [("black", 1), ("white", -1)]:
                life = board.pass_alive(color, suicide)
                for point in life.stones + life.territory:
                    drawn[place(board, point)] = sign
            expected = entry["suicide_forbidden" if suicide == "forbidden" else "suicide_legal"]
            assert ["".join("O.X"[sign + 1] for sign in row) for row in drawn] == expected, entry["id"]


def place(board: Board, name: str) -> tuple[int, int]:
    return board.size[1] - int(name[1:]), "ABCDEFGHJKLMNOPQRSTUVWXYZ".index(name[0])


def test_scoring(data: Path) -> None:
    """Finished positions, by area and by territory."""
    for entry in lines(data / "scoring.jsonl"):
        board = Board.from_diagram(entry["rows"])
        # The prisoners of the entry were taken before the game.
        lost = {"area": 0, "territory": entry["prisoners"]["white"] - entry["prisoners"]["black"]}
        for scoring, before in lost.items():
            game = Game.from_board(board, rules=Rules("cgos", scoring=scoring), komi=0)
            score = game.score(entry["dead"])
            assert score + before == entry["margins"][f"{scoring}/none"], entry["id"]
            assert score.area.neutral == set(entry["neutral"])
            assert score.points["black"] - score.points["white"] == score
            game.mark_dead(entry["dead"])
            assert game.score() == score and set(game.dead or []) == score.dead


def test_cleanup(data: Path) -> None:
    """Games with clean-up phases: legal plays, plays that lift a block, phases."""
    names = ["main", "first clean-up", "second clean-up"]
    for entry in lines(data / "cleanup.jsonl"):
        axes = entry["rules"]
        suicide = "multi-stone" if axes["suicide"] else "forbidden"
        words = {axis: axes[axis].lower() for axis in ("ko", "scoring", "tax")}
        game = begin(entry, Rules("cgos", suicide=suicide, has_cleanup=True, **words))
        moves = entry["moves"].split()[: entry.get("agreed")]
        for turn, move in enumerate(moves):
            lifting = set(game.lifting_points)
            assert lifting == set(entry["lifting"].get(str(turn), []))
            assert len(set(game.legal_moves) - lifting) == entry["legal"][turn] + 1
            assert not game.is_over
            game.play(move)
            assert game.phase == names[int(entry["phases"][turn])]
            if turn % 5 == 0:
                game = game.copy()
        if not isinstance(entry["result"], float) or "agreed" in entry:
            assert (game.outcome, game.result) == ("no result", "Void")
        else:
            assert (game.outcome, game.board.diagram) == ("passes", entry["final"])


def begin(entry: dict[str, Any], under: Rules) -> Game:
    return Game.from_board(Board.from_diagram(entry["rows"]), COLORS[entry["to_move"]], under, 0)


def test_button(data: Path) -> None:
    """Games with a button, whose first pass changes what superko forbids."""
    for entry in lines(data / "button.jsonl"):
        game = begin(entry, Rules("aga-button", handicap_bonus="none"))
        for legal, move in zip(entry["legal"], entry["moves"].split(), strict=True):
            assert (len(game.legal_moves), game.is_over) == (legal + 1, False)
            game.play(move)
        assert (game.outcome, game.board.diagram) == ("passes", entry["final"])
        board = game.board
        dead = [
            stone
            for color, stones in (("black", board.white), ("white", board.black))
            for stone in set(stones) & set(board.pass_alive(color).territory)
        ]
        assert game.score(dead) == entry["result"]


def test_legal_positions(data: Path) -> None:
    """The number of legal positions of small boards."""
    for row in rows(data / "legal_positions.tsv"):
        height, width = int(row["rows"]), int(row["cols"])
        if height * width > 8:
            continue
        found = 0
        for letters in itertools.product(".XO", repeat=height * width):
            starts = range(0, height * width, width)
            diagram = "/".join("".join(letters[start : start + width]) for start in starts)
            found += is_position(diagram)
        assert found == int(row["legal_positions"])


def is_position(diagram: str) -> bool:
    try:
        return Board.from_diagram(diagram).diagram == diagram
    except ValueError:
        return False


def test_perft(data: Path) -> None:
    """Counts of all sequences of turns."""
    total = 0
    tables = [rows(data / "perft.tsv"), rows(data / "perft_positions.tsv")]
    for row in itertools.chain(*tables):
        if int(row["nodes"]) > MOST_NODES:
            continue
        under = rules(row["ko"], row["suicide"])
        if "board" in row:
            width, height = map(int, row["board"].split("x"))
            game = Game((width, height), under)
        else:
            board = Board.from_diagram(row["board_top_row_first"])
            game = Game.from_board(board, COLORS[row["to_move"]], under)
        counts = perft(game, int(row["depth"]), row.get("pass", "pass") == "pass")
        for column in ("nodes", "plays", "passes", "capturing_plays", "stones_captured", "suicide_plays"):
            assert counts[column] == int(row[column]), (row, column)
        assert counts["games_ended"] == int(row["games_ended_at_depth"]), row
        total += counts["nodes"]
    assert total > 50_000


def perft(game: Game, depth: int, with_passes: bool) -> Counter[str]:
    """Counts the sequences of `depth` turns that continue the game, by their last turns."""
    counts: Counter[str] = Counter()
    if game.outcome == "passes":
        return counts
    for move in game.legal_moves if with_passes else game.legal_moves[:-1]:
        game.play(move)
        if depth > 1:
            counts += perft(game, depth - 1, with_passes)
        else:
            turn = game[-1]
            counts["nodes"] += 1
            counts["passes" if move == "pass" else "plays"] += 1
            counts["capturing_plays"] += bool(turn.captured)
            counts["stones_captured"] += len(turn.captured)
            counts["suicide_plays"] += bool(turn.suicided)
            counts["games_ended"] += game.outcome == "passes"
        game.pop()
    return counts


def test_dead_stones(data: Path) -> None:
    """The dead stones of finished games, as the estimate of the engine finds them: all but one game
    are right (the library's own test says the same)."""
    exact = stones = right = 0
    for path in sorted((data / "deadstones").glob("*/*.game")):
        numbers = [line.split() for line in path.read_text().splitlines()]
        grid = np.array([row for row in numbers if row and all(is_number(cell) for cell in row)], dtype=int)
        board = Board.from_numpy(grid[: len(grid) // 2])
        if len(board.empty) == board.size[0] * board.size[1]:
            continue
        marked = {stone for stone in board.black + board.white if grid[len(grid) // 2 :][place(board, stone)] == 1}
        wrong = marked ^ set(Game.from_board(board, komi=0.5).dead_stones())
        exact += not wrong
        stones += len(board.black + board.white)
        right += len(board.black + board.white) - len(wrong)
    assert (exact, right, stones) == (52, 7_253, 7_275)


def is_number(text: str) -> bool:
    return text.removeprefix("-").isdigit()
