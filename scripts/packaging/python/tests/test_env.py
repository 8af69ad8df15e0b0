"""The environments: exact masks, rewards, resets, planes, threads, copies and wrong arguments."""

from __future__ import annotations

import copy
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ponnuki import Game, IllegalMoveError, Rules
from ponnuki.env import Planes, VectorGo, playouts

RULE_SETS = Rules.names()
PASS_5 = 25


def name(size: tuple[int, int], action: int) -> tuple[int, int] | str:
    """Return an action as a move of `Game`."""
    width, height = size
    return "pass" if action == width * height else (action % width, action // width)


def played(vector: VectorGo, index: int) -> Game:
    """Return a game of a vector, checked against its moves."""
    game = vector.game(index)
    assert game.is_over or vector.to_move[index] == (1 if game.turn == "black" else -1)
    return game


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("size", [2, (5, 3), 7])
def test_masks_are_exact_under_all_rules(rules: str, size: int | tuple[int, int]) -> None:
    vector = VectorGo(8, size, rules, seed=5, max_moves=150)
    for _ in range(120):
        vector.random_step()
        for index in range(0, 8, 3):
            game = played(vector, index)
            is_over = vector.terminated[index] or vector.truncated[index]
            expected = [
                action == vector.actions - 1 or (not is_over and game.is_legal(name(vector.size, action)))
                for action in range(vector.actions)
            ]
            assert vector.legal[index].tolist() == expected
            assert (vector.observation[index] == game.board.to_numpy()).all()


def test_superko_is_in_the_mask() -> None:
    """On 1x2 boards superko forbids the third capture: only the first moves are free."""
    vector = VectorGo(1, (1, 2), "tromp-taylor", seed=1)
    assert vector.legal.tolist() == [[True, True, True]]
    for action in [0, 1]:
        vector.step([action])
    assert vector.legal.tolist() == [[False, False, True]]
    with pytest.raises(IllegalMoveError, match=r"environment 0: action 0 \(A2\) is illegal: superko") as caught:
        vector.step([0])
    assert (caught.value.reason, caught.value.repeats, caught.value.repeated_move) == ("superko", 1, "A2")


def test_an_illegal_action_changes_nothing() -> None:
    vector = VectorGo(3, 5, seed=1)
    vector.step([12, 12, 12])
    before = pickle.dumps(vector.state_dict())
    arrays = [array.copy() for array in (vector.observation, vector.legal, vector.to_move, vector.last_actions)]
    wrong: list[tuple[Any, type[Exception], str]] = [
        ([0, 12, 0], IllegalMoveError, r"environment 1: action 12 \(C3\) is illegal: occupied"),
        ([0, 1, 26], ValueError, "environment 2: 26 is no action: expected 0 to 25"),
        ([-1, 1, 1], ValueError, "environment 0: -1 is no action: expected 0 to 25"),
        ([0, 1], ValueError, "2 actions for 3 games"),
        ([0.0, 1.0, 2.0], TypeError, "whole numbers"),
        ([[0], [1], [2]], TypeError, "whole numbers"),
        (["A1", "A1", "A1"], TypeError, "whole numbers"),
        (None, TypeError, "whole numbers"),
    ]
    for actions, error, message in wrong:
        with pytest.raises(error, match=message):
            vector.step(actions)
        assert pickle.dumps(vector.state_dict()) == before
    now = (vector.observation, vector.legal, vector.to_move, vector.last_actions)
    assert all((old == new).all() for old, new in zip(arrays, now, strict=True))


def test_rewards_are_those_of_the_player_who_has_moved() -> None:
    # Black has the centre in game 0 and wins; nobody has a stone in game 1, so White has the komi.
    vector = VectorGo(2, 5, "tromp-taylor", 3.5, seed=1)
    _, rewards, terminated, truncated, infos = vector.step([12, PASS_5])
    assert rewards.tolist() == [0, 0]
    assert not terminated.any()
    vector.step([PASS_5, PASS_5])
    assert (terminated.tolist(), rewards.tolist()) == ([False, True], [0, 1])
    assert infos["score"].tolist() == [0, -3.5]
    # The next step begins a new game where one is over, whatever the action.
    vector.step([PASS_5, 99])
    assert (terminated.tolist(), rewards.tolist()) == ([True, False], [1, 0])
    assert infos["score"].tolist() == [21.5, 0]
    assert vector.legal[0].sum() == 1
    assert vector.legal[1].all()
    assert not truncated.any()


def test_games_are_cut_off() -> None:
    vector = VectorGo(1, 5, seed=1, max_moves=3)
    for action in [12, 13]:
        _, _, terminated, truncated, _ = vector.step([action])
        assert not truncated[0]
    _, rewards, terminated, truncated, _ = vector.step([14])
    assert (truncated[0], terminated[0], rewards[0]) == (True, False, -1)
    vector.step([PASS_5])
    assert (truncated[0], vector.game(0).moves) == (False, [])


def test_a_repetition_has_no_score() -> None:
    """Under simple ko a long cycle ends the game without a result."""
    vector = VectorGo(64, (1, 5), "chinese", seed=2)
    for _ in range(300):
        _, rewards, terminated, _, infos = vector.random_step()
        void = np.isnan(infos["score"])
        assert (rewards[void] == 0).all()
        if void.any():
            assert terminated[void].all()
            assert vector.game(int(void.argmax())).outcome == "no result"
            return
    pytest.fail("no game has repeated a position")


def steps(vector: VectorGo, number: int) -> list[bytes]:
    """Return all that a vector shows in some random steps."""
    shown: list[bytes] = []
    for _ in range(number):
        observation, *results, infos = vector.random_step()
        arrays = [*observation.values(), *results, *infos.values(), vector.last_actions]
        shown.append(b"".join(np.asarray(array).tobytes() for array in arrays))
    return shown


@pytest.mark.parametrize("planes", [None, "zero", "ponnuki"])
def test_results_do_not_depend_on_threads(planes: Planes | None) -> None:
    games = [steps(VectorGo(70, 6, seed=9, planes=planes, threads=threads), 150) for threads in (1, 2, 5)]
    assert games[0] == games[1] == games[2]
    assert games[0] != steps(VectorGo(70, 6, seed=10, planes=planes), 150)


def pickled(vector: VectorGo) -> VectorGo:
    """Return a vector after a way through a file."""
    copied = pickle.loads(pickle.dumps(vector))
    assert isinstance(copied, VectorGo)
    return copied


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickled])
def test_copies_go_on_in_the_same_way(duplicate: Callable[[VectorGo], VectorGo]) -> None:
    vector = VectorGo(6, (5, 4), Rules("aga-button"), seed=3, planes="zero", max_moves=30)
    steps(vector, 70)
    other = duplicate(vector)
    for attribute in ("observation", "legal", "to_move", "rewards", "scores", "terminated", "truncated"):
        assert (getattr(vector, attribute) == getattr(other, attribute)).all(), attribute
    assert steps(other, 100) == steps(vector, 100)


class Named(VectorGo):
    """A vector with arguments of its own."""

    def __init__(self, label: str) -> None:
        super().__init__(2, 5, seed=1)
        self.label = label


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickled])
def test_copies_of_subclasses_keep_their_attributes(duplicate: Callable[[VectorGo], VectorGo]) -> None:
    vector = Named("mine")
    steps(vector, 9)
    other = duplicate(vector)
    assert isinstance(other, Named) and other.label == "mine"
    before = pickle.dumps(vector.state_dict())
    steps(other, 5)
    assert pickle.dumps(vector.state_dict()) == before
    assert repr(vector) == "<Named of 2 games on 5x5, Rules('cgos'), komi 7.5>"


def test_a_wrong_state_changes_nothing() -> None:
    vector, other = VectorGo(2, 5, seed=1), VectorGo(3, 5, seed=1)
    vector.step([0, 1])
    before = vector.state_dict()
    state = before | {"lengths": np.array([1, 7])}
    for wrong in [
        other.state_dict(),
        state,
        before | {"actions": np.array([0, 99])},
        before | {"actions": np.array([0, -1])},
        before | {"lengths": np.array([-1, 3])},
        before | {"actions": np.array([0, 1, 2])},
        before | {"actions": np.array([3, 3]), "lengths": np.array([2, 0])},
        VectorGo(2, 6, seed=1).state_dict(),
        VectorGo(2, 5, "japanese", komi=7, seed=1).state_dict(),
        VectorGo(2, 5, komi=0.5, seed=1).state_dict(),
        before | {"rewards": np.zeros(3)},
        before | {"actions": np.array([7, 8]), "terminated": np.zeros(2)},
        before | {"actions": np.array([7, 8]), "draws": "many"},
        {},
    ]:
        with pytest.raises(ValueError):
            vector.load_state_dict(wrong)
        assert pickle.dumps(vector.state_dict()) == pickle.dumps(before)


def test_a_reset_begins_afresh() -> None:
    vector = VectorGo(5, 5, seed=3)
    first = steps(vector, 80)
    vector.reset()
    assert not vector.observation.any()
    assert not vector.terminated.any()
    assert steps(vector, 80) != first
    vector.reset(seed=3)
    assert steps(vector, 80) == first


def own_zero_planes(game: Game) -> NDArray[np.int8]:
    """Return the planes of AlphaGo Zero, from a replay in Python."""
    own = 1 if game.turn == "black" else -1
    replay = Game(game.size, game.rules)
    boards: list[NDArray[np.int8]] = []
    for _, move in game.moves:
        boards.append(replay.board.to_numpy())
        replay.play(move)
    boards = [replay.board.to_numpy(), *boards[::-1]][:8]
    boards += [np.zeros_like(boards[0])] * (8 - len(boards))
    stones = [(board == color) for board in boards for color in (own, -own)]
    return np.array([*stones, np.full_like(boards[0], own == 1)], np.int8)


def own_planes(game: Game) -> NDArray[np.int8]:
    """Return the planes of the package, from the answers of `Game`."""
    own = 1 if game.turn == "black" else -1
    board = game.board.to_numpy()
    planes = np.zeros((14, *board.shape), np.int8)
    planes[0], planes[1] = board == own, board == -own
    height = game.size[1]
    for y, x in np.ndindex(*board.shape):
        reason = game.why_illegal((x, y))
        planes[2, y, x] = reason is None
        planes[9, y, x] = reason is not None and reason.reason in {"ko", "superko"}
        chain = game.board.chain((x, y))
        if chain is not None:
            first = 3 if board[y, x] == own else 6
            planes[first + min(len(chain.liberties), 3) - 1, y, x] = 1
    for plane, (_, move) in zip((10, 11), game.moves[::-1], strict=False):
        if move != "pass":
            planes[plane, height - int(move[1:]), "ABCDEFGHJ".index(move[0])] = 1
    planes[12] = bool(game.moves) and game.moves[-1][1] == "pass"
    planes[13] = own == 1
    return planes


@pytest.mark.parametrize(("planes", "expected"), [("zero", own_zero_planes), ("ponnuki", own_planes)])
@pytest.mark.parametrize(("size", "rules"), [(5, "tromp-taylor"), ((9, 2), "chinese"), ((3, 7), "aga-button")])
def test_planes(
    planes: Planes, expected: Callable[[Game], NDArray[np.int8]], size: int | tuple[int, int], rules: str
) -> None:
    vector = VectorGo(4, size, rules, seed=7, planes=planes)
    for _ in range(150):
        vector.random_step()
        for index in range(4):
            if not vector.terminated[index]:
                game = played(vector, index)
                assert (vector.observation[index] == expected(game)).all()
                assert (vector.observe(index, game.turn) == vector.observation[index]).all()


def test_arrays_are_filled_in_place() -> None:
    vector = VectorGo(2, 9, seed=1)
    observation, rewards, *_ = vector.step([0, 1])
    board = observation["observation"]
    assert board is vector.observation
    assert rewards is vector.rewards
    vector.step([1, 0])
    assert board[0, 0, :3].tolist() == [1, -1, 0]
    shared = np.from_dlpack(board)
    vector.step([2, 2])
    assert shared[0, 0, :3].tolist() == [1, -1, 1]
    legal: Any = vector.legal
    assert np.from_dlpack(legal)[0, :4].tolist() == [False, False, False, True]
    fresh = VectorGo(2, 9, seed=1, fresh=True)
    kept, *_ = fresh.step([0, 1])
    fresh.step([1, 0])
    assert kept["observation"][0, 0, :3].tolist() == [1, 0, 0]


def test_a_locked_array_is_an_error() -> None:
    vector = VectorGo(1, 5, seed=1)
    base = vector.rewards
    base.flags.writeable = False
    before = pickle.dumps(vector.state_dict())
    with pytest.raises((TypeError, ValueError, RuntimeError)):
        vector.step([7])
    base.flags.writeable = True
    assert pickle.dumps(vector.state_dict()) == before
    vector.step([7])


@pytest.mark.parametrize(
    "arguments",
    [
        {"n": 0},
        {"n": -1},
        {"n": 10**30},
        {"n": "many"},
        {"size": 26},
        {"size": 0},
        {"size": (9, 9, 9)},
        {"size": None},
        {"rules": "chess"},
        {"rules": None},
        {"rules": "\ud800"},
        {"komi": float("nan")},
        {"komi": "much"},
        {"planes": "many"},
        {"planes": 17},
        {"max_moves": 0},
        {"max_moves": -5},
        {"threads": 0},
        {"threads": -1},
        {"seed": -1},
        {"seed": None},
        {"seed": 2**64},
    ],
)
def test_wrong_arguments_are_errors(arguments: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError, OverflowError)):
        VectorGo(**dict[str, Any]({"n": 2, "size": 5, "seed": 1}, **arguments))


def test_wrong_indices_are_errors() -> None:
    vector = VectorGo(2, 5, seed=1)
    assert vector.game(-1) == vector.game(1)
    indices: list[Any] = [2, -3, None, 10**30, -(10**50)]
    for index in indices:
        with pytest.raises((IndexError, TypeError), match="index: expected 0 to 1" if index else None):
            vector.game(index)
    with pytest.raises(ValueError, match="colour"):
        vector.observe(0, "green")
    with pytest.raises(ValueError, match="seed: expected 0"):
        vector.sample_legal(-1)


@pytest.mark.parametrize("name", ["n", "threads", "max_moves", "seed"])
@pytest.mark.parametrize("value", [-5, 10**30, -(10**50)])
def test_numbers_out_of_range_are_named(name: str, value: int) -> None:
    with pytest.raises(ValueError, match=f"^{name}: expected [01] to"):
        VectorGo(**dict[str, Any]({"n": 2, "size": 5, "seed": 1}, **{name: value}))


# In a process of its own: numpy is not loaded yet, and the memory is limited.
@pytest.mark.parametrize(
    ("setting", "call", "error"),
    [
        ("setitimer(ITIMER_REAL, 0.05)", "while True: VectorGo(100_000, 19, seed=1)", "KeyboardInterrupt"),
        ("setrlimit(RLIMIT_AS, (2**30, -1))", "VectorGo(50_000, 25, seed=1, planes='zero')", "MemoryError"),
    ],
)
def test_early_failures_are_exceptions(setting: str, call: str, error: str) -> None:
    pytest.importorskip("resource", reason="signals and limits are those of Unix")
    lines = [
        "from resource import *",
        "from signal import *",
        "from ponnuki.env import VectorGo",
        "signal(SIGALRM, default_int_handler)",
        setting,
        call,
    ]
    ended = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], check=False, capture_output=True, text=True, timeout=60
    )
    assert ended.returncode and f"\n{error}" in ended.stderr and "Panic" not in ended.stderr


def test_a_vector_in_use_says_so() -> None:
    vector = VectorGo(2000, 19, seed=1)
    thread = threading.Thread(target=lambda: [vector.random_step() for _ in range(20)])
    thread.start()
    errors = set[str]()
    while thread.is_alive():
        try:
            vector.reset()
        except RuntimeError as error:
            errors.add(str(error))
            break
    thread.join()
    assert errors <= {"another thread uses these games"}


def test_samples_are_legal_and_uniform() -> None:
    vector = VectorGo(1, 2, "cgos", seed=1)
    vector.step([0])
    counts = np.zeros(vector.actions)
    for seed in range(4000):
        action = vector.sample_legal(seed)
        assert (action == vector.sample_legal(seed)).all()
        counts[action] += 1
    assert counts[~vector.legal[0]].sum() == 0
    assert np.abs(counts[vector.legal[0]] - 1000).max() < 150


def test_every_game_has_its_own_random_moves() -> None:
    vector = VectorGo(40, 9, seed=6)
    for _ in range(10):
        vector.random_step()
    assert len(np.unique(vector.observation, axis=0)) == 40


def test_vectors_in_two_python_threads() -> None:
    alone = [steps(VectorGo(40, 7, seed=seed), 100) for seed in (1, 2)]
    found: dict[int, list[bytes]] = {}

    def run(seed: int) -> None:
        found[seed] = steps(VectorGo(40, 7, seed=seed, threads=2), 100)

    threads = [threading.Thread(target=run, args=(seed,)) for seed in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[1], found[2]] == alone


def test_one_vector_in_two_python_threads_raises_at_most() -> None:
    vector = VectorGo(200, 9, seed=1)
    errors: list[str] = []

    def run() -> None:
        for _ in range(50):
            try:
                vector.random_step()
            except RuntimeError as error:
                errors.append(str(error))

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert vector.state_dict()["draws"] == (1, 100 - len(errors))


def test_memory_does_not_grow() -> None:
    status = Path("/proc/self/statm")
    if not status.exists():
        pytest.skip("the system does not tell the memory of a process")
    # A game keeps the room of the longest before it, so a limit is soon reached by all.
    vector = VectorGo(64, 9, seed=1, planes="ponnuki", max_moves=100, fresh=True)

    def pages() -> int:
        for _ in range(2000):
            vector.random_step()
        return int(status.read_text().split()[1])

    pages()
    before = pages()
    # A page has 4,096 bytes or more; 128,000 steps that kept 8 bytes each would need 250.
    assert pages() - before < 100


def test_playouts() -> None:
    vector = VectorGo(20, 7, seed=4, max_moves=40)
    steps(vector, 30)
    games = [vector.game(index) for index in range(20)]
    result = playouts(games, 64, seed=3)
    assert result.ownership.shape == (20, 7, 7)
    for other in (playouts(vector, 64, seed=3), playouts(games, 64, seed=3, threads=3)):
        assert all((one == two).all() for one, two in zip(result, other, strict=True))
    # Each point belongs to one colour or none, so the score is the sum of the ownership.
    komi = np.array([game.komi for game in games])
    assert np.allclose(result.scores, result.ownership.sum((1, 2)) - komi, atol=1e-3)
    single = playouts(games, 1, ko="positional")
    assert (single.win_rates == (single.scores > 0)).all()
    assert set(np.unique(single.ownership)) <= {-1, 0, 1}


def test_playouts_take_games_that_can_be_iterated_over() -> None:
    [score] = playouts((Game(5) for _ in range(1)), 10).scores
    assert [score] == playouts([Game(5)], 10).scores
    one: Any = Game(5)
    with pytest.raises(TypeError, match="a list of games"):
        playouts(one, 10)


def test_playouts_can_be_interrupted() -> None:
    # A shell that starts the tests in the background lets them ignore the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        playouts([Game(19)], 2**32 - 1)
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    ("games", "arguments"),
    [
        ([], {"n": 1}),
        ([Game(5), Game(6)], {"n": 1}),
        ([Game(5)], {"n": 0}),
        ([Game(5)], {"n": -1}),
        ([Game(5)], {"n": 2**40}),
        ([Game(5)], {"n": 1, "ko": "situational"}),
        ([Game(5)], {"n": 1, "threads": 0}),
        ([None], {"n": 1}),
        (None, {"n": 1}),
    ],
)
def test_wrong_playouts_are_errors(games: Any, arguments: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError, OverflowError)):
        playouts(games, **arguments)


def test_arrays_of_another_length_or_type_are_refused() -> None:
    """What numpy lets a user do to an array must not become a partial step."""
    vector = VectorGo(40, 5, seed=1)
    with pytest.raises(ValueError, match="does not own"):
        vector.rewards.resize(20, refcheck=False)
    before = vector.state_dict()
    vector.rewards.dtype = np.int8  # type: ignore[misc]
    with pytest.raises((TypeError, ValueError)):
        vector.random_step()
    assert np.array_equal(before["actions"], vector.state_dict()["actions"])
