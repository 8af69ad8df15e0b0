"""Games: what python-chess users expect, and every wrong argument an exception."""

from __future__ import annotations

import copy
import doctest
import itertools
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ponnuki
import ponnuki.engine
from ponnuki import Board, Game, IllegalMoveError, Rules, sgf
from ponnuki.engine import Player


def played(*names: str | None, **options: Any) -> Game:
    game = Game(**options)
    for name in names:
        game.play(name)
    return game


def test_a_game_in_a_few_lines() -> None:
    game = Game(9)
    assert game and len(game) == 0 and game.turn == "black" and game.last_move is None
    game.play("E5")
    game.play((0, 0))
    game.play(None)
    assert game.moves == [("black", "E5"), ("white", "A9"), ("black", "pass")]
    assert (game.last_move, game.turn, len(game), game[-1].move) == ("pass", "white", 3, "pass")
    assert [turn.color for turn in game] == ["black", "white", "black"]
    assert game.pop() == ("black", "pass")
    game.play("d4", "white")
    assert game[2].color == "white" and game.turn == "black"
    assert str(game).splitlines()[6] == " 4 . . .(O). . . . . 4"
    assert repr(game) == "<Game 9x9 under cgos, komi 7.5: 3 moves, black to move>"


def test_names_are_the_same_objects() -> None:
    one, other = Game(9).legal_moves, Game((9, 13)).legal_moves
    assert one[-1] is other[-1]
    assert next(name for name in one if name == "D4") is next(name for name in other if name == "D4")
    assert one[0] == "A9" and one[80:] == ["J1", "pass"]


def test_captures_and_suicide() -> None:
    game = played("A1", "B1", "C3", "A2", size=3)
    assert game[-1].captured == ("A1",) and game.captures == {"black": 0, "white": 1}
    assert game.why_illegal("A1").reason == "suicide"
    allowed = played("A1", "B1", "C3", "A2", size=3, rules="tromp-taylor")
    # Where suicide is legal, that of one stone repeats the present position.
    assert allowed.why_illegal("A1").repeats == 4
    lost = played("A1", "B2", "B1", "C1", "pass", "A2", rules="tromp-taylor", size=3)
    assert lost[-1].captured == ("A1", "B1")


def test_superko_names_the_repeated_move() -> None:
    ko = [("black", "B3"), ("white", "C3"), ("black", "A2"), ("white", "B2"), ("black", "B1"), ("white", "C1")]
    game = Game((4, 3), "tromp-taylor")
    for color, move in [*ko, ("white", "D2"), ("black", "C2")]:
        game.play(move, color)
    assert game[-1].captured == ("B2",)
    assert game.ko_point == "B2" and "B2" not in game.legal_moves
    reason = game.why_illegal("B2")
    assert reason is not None
    assert reason[0] == "superko" and (reason.repeats, reason.repeated_move) == (7, "D2")
    with pytest.raises(IllegalMoveError) as error:
        game.play("B2")
    assert str(error.value) == str(reason) == reason.sentence
    assert str(reason) == "white B2 is illegal: superko, repeats the position after move 7"
    assert (error.value.reason, error.value.repeats, error.value.repeated_move) == ("superko", 7, "D2")
    game = Game.from_board(Board.from_diagram(".XO./XO.O/.XO."), rules="tromp-taylor")
    game.play("C2")
    reason = game.why_illegal("B2")
    assert reason is not None and (reason.repeats, reason.repeated_move) == (0, None)
    assert "start position" in str(reason)


def test_a_refused_play_changes_nothing() -> None:
    game = played("E5", "pass", size=9)
    before = game.copy()
    for move in ["E5", "K1", "", (9, 0), (-1, 0)]:
        with pytest.raises(ValueError, match="E5|point"):
            game.play(move)
    assert game == before and game.score() == before.score()


def test_the_end() -> None:
    game = played("C3", "pass", size=5, rules="tromp-taylor")
    assert (game.is_over, game.outcome, game.result) == (False, None, None)
    game.play("pass")
    assert (game.is_over, game.outcome, game.result) == (True, "passes", "B+17.5")
    game.pop()
    game.resign()
    assert (game.outcome, game.result) == ("resignation", "W+R")
    game.resign("white")
    assert game.result == "B+R"
    game.play("C4")
    assert game.outcome is None
    ko = Game.from_board(Board.from_diagram(".XO./XO.O/.XO."), rules="chinese")
    for move in ["C2", "pass", "pass", "B2", "pass", "pass", "C2"]:
        ko.play(move)
    assert (ko.outcome, ko.result, ko[-1].repeats) == ("no result", "Void", 1)


def test_scores() -> None:
    game = played("C3", "A1", size=5, rules="chinese", komi=0)
    assert game.score() == 0 and str(game.score()) == "0" and game.score().winner is None
    score = game.score(["A1"])
    assert (score, str(score), repr(score), score.winner) == (25, "B+25", "<Score B+25>", "black")
    assert (len(score.area.black), score.points, score.dead) == (25, {"black": 25, "white": 0}, {"A1"})
    assert score + 1 == 26 and isinstance(score + 1, float)
    assert len(score.territory["black"]) == 24
    again = pickle.loads(pickle.dumps(score))
    assert again == score and (str(again), again.area) == (str(score), score.area)
    assert game.dead is None
    game.mark_dead(point for point in game.board.white)
    assert game.dead == ["A1"] and game.score() == 25 and game.area.neutral == set()


def test_handicap() -> None:
    game = Game(9, "chinese", handicap=4)
    assert (game.turn, game.handicap, game.komi) == ("white", 4, 7.5)
    assert game.board.black == ["C7", "G7", "C3", "G3"]
    # Four stones on the board, four points for them, komi.
    assert game.score() == 81 - 4 - 7.5


def examples() -> dict[str, Game]:
    """Games of every kind that is not a plain one."""
    games = {
        "empty": Game((3, 7)),
        "moves": played("E5", "pass", "D4", size=9, komi=-3.25),
        "out of turn": Game(5),
        "white first": Game.from_board(Board(5), "white"),
        "start": Game.from_board(Board.from_diagram(".XO./XO.O/.XO."), "white", "aga", 0.5),
        "handicap": played("E4", size=9, handicap=5, rules="aga"),
        "resigned": played("C3", size=5),
        "dead": played("C3", "A1", size=5),
        "no stone dead": played("C3", "A1", size=5),
        "over": played("C3", "pass", "pass", size=5),
        "button": played("C3", "pass", "B2", "pass", "pass", size=5, rules="aga-button"),
        "clean-up": played("C3", "pass", "pass", "B2", "pass", size=5, rules="japanese-playout"),
        "superko": played("B3", "C3", "A2", "B2", "B1", "C1", "C2", size=3, rules="tromp-taylor"),
    }
    for color, move in [("white", "A1"), ("white", "B2"), ("black", "C3"), ("white", "D4")]:
        games["out of turn"].play(move, color)
    games["resigned"].resign("black")
    games["dead"].mark_dead(["A1"])
    games["no stone dead"].mark_dead([])
    # A record without rules is replayed under weaker ones than those that it goes on under.
    games["foreign"] = sgf.read_game("(;SZ[4:3]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[];B[];W[bb])")
    return games


COPIES: list[Callable[[Game], Game]] = [
    copy.copy,
    copy.deepcopy,
    Game.copy,
    *(lambda game, protocol=protocol: pickle.loads(pickle.dumps(game, protocol)) for protocol in range(6)),
]


@pytest.mark.parametrize("name", examples())
def test_copies_are_equal_and_go_on_alike(name: str) -> None:
    game = examples()[name]
    for make in COPIES:
        other = make(game)
        assert other == game and hash(other) == hash(game) and other is not game
        assert (repr(other), str(other), other.result) == (repr(game), str(game), game.result)
        assert (other.dead, other.phase, other.turn) == (game.dead, game.phase, game.turn)
        for color in ("black", "white"):
            reasons = [[one.why_illegal(point, color) for point in one.board.empty] for one in (game, other)]
            assert reasons[0] == reasons[1]
        other.play("pass")
        assert other != game
        other.pop()
        assert (other.moves, other.board, other.outcome) == (game.moves, game.board, other.outcome)
    while len(game):
        other = pickle.loads(pickle.dumps(game))
        assert other.pop() == game.pop()
        assert other == game and other.legal_moves == game.legal_moves


def test_games_differ_by_all_that_counts() -> None:
    games = [*examples().values(), Game(5), Game(5, komi=0), Game(5, "aga"), played("pass", size=5)]
    for one, other in itertools.combinations(games, 2):
        assert one != other
    assert Game(5) == Game(5) and Game(5) != "a game" and {Game(5): 1}[Game(5)] == 1


def test_actions_are_numbers_of_the_mask() -> None:
    game = Game((4, 3), "tromp-taylor")
    for action in [0, 5, 11, 12]:
        other = game.copy()
        other.play_action(action)
        point = None if action == 12 else (action % 4, action // 4)
        game.play(point)
        assert game == other
    mask = game.legal_mask()
    assert mask.dtype == bool and mask.shape == (13,) and mask[12] and not mask[[0, 5, 11]].any()


def test_rules() -> None:
    for name in Rules.names():
        rules = Rules(name)
        assert rules.name == str(rules) == name and Rules(rules) == rules == pickle.loads(pickle.dumps(rules))
        assert Game(5, rules).komi == rules.usual_komi == Game(5, name).komi
    assert Rules() == Rules("cgos") and repr(Rules("nz")) == "Rules('new-zealand')"
    axes = itertools.product(
        ["simple", "positional", "situational", "natural-situational", "none"],
        ["forbidden", "multi-stone", "allowed"],
        ["area", "territory"],
        ["none", "seki", "all"],
        *[[False, True]] * 3,
        ["none", "stones", "stones-minus-one"],
    )
    names = ["ko", "suicide", "scoring", "tax", "has_button", "has_cleanup", "has_pass_stones", "handicap_bonus"]
    seen = set()
    for values in axes:
        rules = Rules(**dict(zip(names, values, strict=True)))
        assert tuple(getattr(rules, name) for name in names) == values
        assert pickle.loads(pickle.dumps(rules)) == copy.deepcopy(rules) == Rules(rules.to_json()) == rules
        seen.add(rules)
    assert len(seen) == 5 * 3 * 2 * 3 * 8 * 3
    assert Rules(Rules("chinese").to_katago_json()) == Rules("chinese")


def test_pictures() -> None:
    game = played("E5", "D4", size=9)
    plain = game._repr_svg_()
    assert plain.startswith("<svg ") and plain in game._repr_html_() and plain == game.svg()
    labelled = game.svg(
        labels={"A1": 7, (8, 0): "<b>"},
        marks={"C3": "triangle"},
        ownership=np.zeros((9, 9)) + 0.5,
        dead=["E5"],
        title="a & b",
    )
    assert "&lt;b" in labelled and "a &amp; b" in labelled and len(labelled) > len(plain)
    assert game.board._repr_svg_() == game.board.svg() != plain


LONE = "\ud800"
HUGE = 10**30

# Calls with wrong arguments. All raise TypeError, ValueError, IndexError or OverflowError.
WRONG: dict[str, Callable[[Game], object]] = {
    f"{name} {value!r:.40}": lambda game, call=call, value=value: call(game, value)
    for name, call, values in [
        (
            "size",
            lambda _, value: Game(value),
            [0, 26, -1, HUGE, 9.5, "9", "", LONE, (9,), (9, 9, 9), (0, 9), b"9", []],
        ),
        ("rules", lambda _, value: Game(9, value), ["", "chess", LONE, "{", "{}x", 7, b"cgos", '{"ko":1}', object()]),
        ("komi", lambda _, value: Game(9, komi=value), [float("nan"), float("inf"), "7.5", HUGE**12, b"", []]),
        ("handicap", lambda _, value: Game(9, handicap=value), [1, -1, 10, HUGE, "2", None, 2.5]),
        ("board", lambda _, value: Game.from_board(value), [None, "...", 9, Game(9)]),
        ("turn", lambda _, value: Game.from_board(Board(9), value), ["", "red", LONE, None, 1]),
        (
            "play",
            Game.play,
            ["", "I5", "A0", "K1", "A10", LONE, "\0", 5, HUGE, 2.5, b"D4", (1,), (1, 2, 3), (9, 0), (-1, 0)],
        ),
        ("play pair", Game.play, [(HUGE, 0), ("a", "b"), (0.5, 1), (None, None), [], {}, object(), "E5", float("nan")]),
        ("play color", lambda game, value: game.play("A1", value), ["", "red", LONE, 1, b"black"]),
        ("play_action", Game.play_action, [-1, 82, HUGE, -HUGE, "1", None, 1.5, 40, float("nan")]),
        ("is_legal", Game.is_legal, ["", "K1", LONE, 5, (9, 9), object()]),
        ("why_illegal", Game.why_illegal, ["", "K1", LONE, 5, (9, 9), object()]),
        ("mask", Game.legal_mask, ["", "red", LONE, 3]),
        ("item", Game.__getitem__, [1, -2, HUGE, "0", None, 0.5, slice(0, 1), -(2**63)]),
        ("mark_dead", Game.mark_dead, [None, 5, "E5", ["K1"], [None], [5], [LONE], [HUGE], object()]),
        ("score", Game.score, [5, "E5", ["K1"], [None], [LONE]]),
        ("resign", Game.resign, ["", "red", LONE, 3]),
        ("estimate", Game.estimate, [0, -1, 20_001, HUGE, "5", None, 2.5]),
        ("estimate seed", lambda game, value: game.estimate(1, seed=value), [-1, HUGE, "1", None]),
        ("estimate policy", lambda game, value: game.estimate(1, policy=value), ["", LONE, "none", None]),
        ("dead_stones", Game.dead_stones, [-1, HUGE, "1", None]),
        ("labels", lambda game, value: game.svg(labels=value), [[], 5, {"K1": "a"}, {5: "a"}, {"A1": LONE}, "A1"]),
        ("marks", lambda game, value: game.svg(marks=value), [{"A1": "star"}, {"A1": 5}, {"K1": "dot"}, 5]),
        (
            "ownership",
            lambda game, value: game.svg(ownership=value),
            [5, [], [[1.0]], "abc", np.zeros((9, 9, 1)), [["a"]]],
        ),
        ("svg dead", lambda game, value: game.svg(dead=value), [5, "A1", ["K1"]]),
        ("title", lambda game, value: game.svg(title=value), [5, LONE, b"x"]),
        ("restore", lambda _, value: Game._restore(value, None), ["", "(;", LONE, "(;SZ[99])", "(;B[zz])", None]),
        ("Rules", lambda _, value: Rules(value), ["", "chess", LONE, "{", None, 5]),
        ("axis", lambda _, value: Rules(ko=value), ["", LONE, "super", 5]),
        ("button", lambda _, value: Rules(has_button=value), [1, "yes", []]),
        ("Board", lambda _, value: Board(9, black=value), [5, "A1", ["K1"], ["A1", 5], [(9, 0)], object()]),
        (
            "diagram",
            lambda _, value: Board.from_diagram(value),
            ["", "X", "XO", "X?", "X./X", "." * 26, LONE, None, 5, "\n\n"],
        ),
        (
            "array",
            lambda _, value: Board.from_numpy(value),
            [[], [[]], [[2]], [[0.5]], [[True]], [1], "abc", None, [[1]]],
        ),
        (
            "arrays",
            lambda _, value: Board.from_numpy(value),
            [np.zeros((26, 1), int), np.zeros((2, 2, 2), int), [[0, HUGE]]],
        ),
        ("point", lambda game, value: game.board[value], ["", "K1", "pass", None, 5, LONE, (9, 9), HUGE, slice(0, 1)]),
        ("chain", lambda game, value: game.board.chain(value), ["", "K1", None, 5, LONE]),
        ("liberties", lambda game, value: game.board.liberties(value), ["", "K1", None, 5, LONE]),
        ("eyes", lambda game, value: game.board.true_eyes(value), ["", "red", None, LONE]),
        ("eye rule", lambda game, value: game.board.true_eyes("black", value), ["", "mine", None, LONE]),
        ("pass_alive", lambda game, value: game.board.pass_alive("black", value), ["", "no", None, LONE]),
        ("area", lambda game, value: game.board.area(value), [5, "A1", ["K1"]]),
        ("level", lambda _, value: Player(value), [-1, 10, HUGE, "5", 2.5]),
        ("playouts", lambda _, value: Player(playouts=value), [0, -1, 2**32, HUGE, "5"]),
        ("time", lambda _, value: Player(time=value), [0, -1, float("nan"), float("inf"), 1e300, "5"]),
        ("level and", lambda _, value: Player(5, playouts=value), [1]),
        ("seed", lambda _, value: Player(seed=value), [-1, HUGE, "1", None, 0.5]),
        ("threads", lambda _, value: Player(threads=value), [0, -1, 257, HUGE, "1"]),
        ("memory", lambda _, value: Player(memory=value), [0, -1, HUGE, "1"]),
        ("choose", lambda _, value: Player().choose(value), [None, 5, "game", Board(9)]),
        ("choose color", lambda game, value: Player().choose(game, value), ["", "red", 5, LONE]),
        ("analyze", lambda game, value: Player(playouts=1).analyze(game, value), [0, -1, HUGE, "1"]),
        (
            "sgf",
            lambda _, value: sgf.read(value, strict=True),
            ["(;B[aa]", "(;B)", LONE + "(;", b"", b"\xff\xfe", b"no game", 5, None, [], "\0"],
        ),
        ("sgf file", lambda _, value: sgf.read(value), ["", "/", "/no/file.sgf", Path("/dev/zero"), "x" * 5000]),
        (
            "read_game",
            lambda _, value: sgf.read_game(value, strict=True),
            ["(;SZ[99])", "(;GM[2])", "(;B[zz])", "(;KM[x])", "(;AB[aa:", b"(", 5, None],
        ),
        ("until", lambda _, value: sgf.read_game("(;B[aa])", until=value), [-1, HUGE, "1", 0.5]),
        ("rules of file", lambda _, value: sgf.read_game("(;B[aa])", rules=value), ["", LONE, None, 5]),
        ("komi of file", lambda _, value: sgf.read_game("(;B[aa])", komi=value), [float("nan"), "", LONE]),
        ("write", lambda _, value: sgf.write(value), [None, 5, [None], "x"]),
        ("write_game", lambda _, value: sgf.write_game(value), [None, 5, "x"]),
        ("name", lambda game, value: sgf.write_game(game, black=value), [5, LONE, b"x"]),
        ("identifier", lambda _, value: sgf.Node([(value, ["x"])]), ["", "b", "B1", "B[", LONE, 5, None, "Ä"]),
        ("value", lambda _, value: sgf.Node([("B", value)]), ["aa", [], None, 5, [5], [LONE], [None]]),
        ("add_move", lambda _, value: sgf.read("(;SZ[9];B[ee])")[0].add_move(value), ["", "K1", LONE, 5, object()]),
    ]
    for value in values
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_arguments_are_exceptions(name: str) -> None:
    game = played("E5", size=9)
    with pytest.raises((TypeError, ValueError, IndexError, OverflowError, OSError, AttributeError)) as error:
        WRONG[name](game)
    assert str(error.value)
    assert game == played("E5", size=9)


def test_wrong_arguments_are_named() -> None:
    game, huge = Game(9), 10**50
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: game.estimate(seed=-1), "seed: expected 0 to 18446744073709551615"),
        (lambda: game.estimate(-huge), "playouts: expected 1 to 20000"),
        (lambda: Player(level=huge), "level: expected 0 to 9"),
        (lambda: sgf.read_game("(;B[aa])", until=-1), "until: expected 0 to"),
        (lambda: Game(9, rules=3), "rules: expected Rules or a name"),  # type: ignore[arg-type] # pyright: ignore
        (lambda: Game(huge), "board"),
        (lambda: game.play((huge, 0)), "0{50}, 0. is no point of a 9x9 board"),
        (lambda: game[huge], "no turn there"),
        (lambda: list(game.board), "not iterable"),  # type: ignore[call-overload] # pyright: ignore
    ]
    for call, message in wrong:
        with pytest.raises((ValueError, TypeError, IndexError), match=message):
            call()


def test_nothing_is_made_without_its_constructor() -> None:
    for kind in (ponnuki.Estimate,):
        with pytest.raises(TypeError):
            kind()
    with pytest.raises(IndexError, match="no move"):
        Game(9).pop()


def test_docstrings_run() -> None:
    for module in (sgf, ponnuki.engine):
        failed, attempted = doctest.testmod(module)
        assert attempted and not failed
