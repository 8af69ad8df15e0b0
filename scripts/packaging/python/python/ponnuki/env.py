"""Environments for learning: many games at once, exact legal moves, planes, playouts.

`VectorGo` has the interface of Gymnasium's vector environments, and needs NumPy only:
`pip install 'ponnuki[env]'` installs it.

Arrays are `[..., y, x]` with `y` counted from the top. An *action* is a number: `y * width + x`
is a play, `width * height` a pass.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple, TypeAlias, TypedDict

try:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
except ImportError as _error:
    raise ImportError("ponnuki.env needs NumPy: pip install 'ponnuki[env]'") from _error

from ponnuki._core import Game, Rules, Vector
from ponnuki._core import playouts as play_out

__all__ = ["Observation", "Playouts", "VectorGo", "playouts"]

Size: TypeAlias = int | tuple[int, int]
Planes: TypeAlias = Literal["zero", "ponnuki"]


class Observation(TypedDict):
    """What the players see, for `n` games."""

    observation: NDArray[np.int8]
    """`[n, h, w]`: 1 for Black's stones, -1 for White's; or with planes `[n, planes, h, w]`."""
    action_mask: NDArray[np.bool_]
    """`[n, h * w + 1]`: the legal actions."""
    to_move: NDArray[np.int8]
    """`[n]`: 1 if Black is to move, -1 if White is."""


Step: TypeAlias = tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, NDArray[Any]]]


class VectorGo:
    """`n` games of Go that are played in step, in the interface of Gymnasium's vector environments.

    Black and White move by turns, and an action is always one of the side to move. The games are
    those of the engine, so the masks are exact under all of its rule sets, superko included.

    A game ends (`terminated`) as the rules say, after two passes in most. It is cut off
    (`truncated`) after `max_moves` moves. Both have the score of the stones as they stand: none is
    taken for dead, so play out the game. The reward is that of the player *who has just moved*: 1
    for a win, -1 for a loss, 0 otherwise. `infos["score"]` are Black's points minus White's, komi
    included, or NaN where a repetition leaves the game without a result.

    After its end, a game shows the final position, in whose mask only the pass is set. The next
    step begins a new game there, whatever the action (Gymnasium's autoreset mode *next step*).

    Every call fills the same arrays in place, so copy what you keep; with `fresh=True` every
    call returns new ones.

    Planes, as the side to move sees them, or the colour that `observe` is asked for:

    - `None`: the stones, 1 for Black's and -1 for White's.
    - `"zero"`: the 17 planes of AlphaGo Zero (Silver et al., "Mastering the game of Go without
      human knowledge", 2017): own stones and the opponent's, now and after each of the seven turns
      before, and ones if that side is Black.
    - `"ponnuki"`: 14 planes. 0, 1: stones, own and the opponent's. 2: legal points. 3-5: own stones
      in chains with one liberty, two, and more; 6-8: the opponent's. 9: empty points that ko or
      superko forbids. 10, 11: the last play and the one before. 12: ones after a pass. 13: ones if
      that side is Black.

    The results do not depend on `threads`, and the interpreter is free meanwhile; but only one
    thread of Python at a time may use a vector. Instances can be copied and pickled.

    :param n: the number of games, 1 to 100,000.
    :param size: the length of the boards, or width and height, 1 to 25.
    :param rules: the rules, or their name.
    :param komi: White's points; `None` for those usual under the rules.
    :param seed: fixes `random_step`.
    :param threads: how many threads share a step.
    :param planes: the observation, see above.
    :param max_moves: the number of moves after which a game is cut off; `None` for no limit.
    :param fresh: whether every call returns new arrays.
    """

    def __init__(
        self,
        n: int,
        size: Size = 19,
        rules: Rules | str = "cgos",
        komi: float | None = None,
        *,
        seed: int,
        threads: int = 1,
        planes: Planes | None = None,
        max_moves: int | None = None,
        fresh: bool = False,
    ) -> None:
        self._arguments: dict[str, Any] = {
            "n": n,
            "size": size,
            "rules": rules,
            "komi": komi,
            "seed": seed,
            "threads": threads,
            "planes": planes,
            "max_moves": max_moves,
            "fresh": fresh,
        }
        self._fresh = fresh
        self._begin()

    def _begin(self) -> None:
        """Begins the games that the arguments describe, and shows them in new arrays."""
        n, planes = self._arguments["n"], self._arguments["planes"]
        self._vector = Vector(*(self._arguments[name] for name in _OF_VECTOR))
        self.num_envs: int = n
        self.size = width, height = self._vector.size
        self.actions = width * height + 1
        arrays = self._vector.arrays
        shape = (n, height, width) if planes is None else (n, self._vector.planes, height, width)
        self.observation: NDArray[np.int8] = arrays["observations"].view(np.int8).reshape(shape)
        self.legal: NDArray[np.bool_] = arrays["legal"].view(np.bool_).reshape(n, self.actions)
        self.to_move: NDArray[np.int8] = arrays["to_move"]
        self.rewards: NDArray[np.float32] = arrays["rewards"]
        self.scores: NDArray[np.float32] = arrays["scores"]
        self.terminated: NDArray[np.bool_] = arrays["terminated"].view(np.bool_)
        self.truncated: NDArray[np.bool_] = arrays["truncated"].view(np.bool_)
        self.last_actions: NDArray[np.int64] = arrays["actions"]

    def __repr__(self) -> str:
        game, (width, height) = self.game(0), self.size
        games = f"{self.num_envs} game{'s' * (self.num_envs != 1)}"
        return f"<{type(self).__name__} of {games} on {width}x{height}, {game.rules!r}, komi {game.komi:g}>"

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins all games afresh, and `random_step` too if a seed is given."""
        self._vector.reset(seed)
        return self._step_result()[0], {}

    def step(self, actions: ArrayLike) -> Step:
        """Makes a move in each game.

        :returns: observations, rewards, terminations, truncations and infos.
        :raises IllegalMoveError: if an action is illegal, with the reason; no game has moved then.
        """
        numbers = np.asarray(actions)
        if numbers.dtype.kind not in "iu" or numbers.ndim != 1:
            raise TypeError("actions: expected whole numbers, one for each game")
        self._vector.step(numbers.astype(np.int64, copy=False))
        return self._step_result()

    def random_step(self) -> Step:
        """Makes a random move in each game, each legal action equally likely; see `last_actions`.

        The moves follow from the seed, the number of random steps so far, and the index of the game.
        """
        self._vector.random_step()
        return self._step_result()

    def sample_legal(self, seed: int) -> NDArray[np.int64]:
        """Draws a legal action for each game, each equally likely. The same seed draws the same."""
        return self._vector.sample_legal(seed)

    def observe(self, index: int, color: str) -> NDArray[np.int8]:
        """Returns the observation of one game as a colour sees it, as a new array.

        The colour that is not to move has no legal points.
        """
        return self._vector.observe(index, color).view(np.int8).reshape(self.observation.shape[1:])

    def game(self, index: int) -> Game:
        """Returns a copy of one game, to look at its moves, its score or its record."""
        return self._vector.game(index)

    def _step_result(self) -> Step:
        """Returns the arrays as Gymnasium orders them, or copies of them."""

        def shown(array: NDArray[Any]) -> NDArray[Any]:
            return array.copy() if self._fresh else array

        observation: Observation = {
            "observation": shown(self.observation),
            "action_mask": shown(self.legal),
            "to_move": shown(self.to_move),
        }
        infos = {"score": shown(self.scores)}
        return observation, shown(self.rewards), shown(self.terminated), shown(self.truncated), infos

    def state_dict(self) -> dict[str, Any]:
        """Returns the state as arrays, numbers and texts: what is played, the actions of all games, and
        the random steps."""
        actions, lengths = self._vector.actions()
        results = {name: getattr(self, name).copy() for name in _RESULTS}
        return {**self._games(), "actions": actions, "lengths": lengths, "draws": self._vector.draws, **results}

    def _games(self) -> dict[str, Any]:
        """Returns what a state must have in common with a vector."""
        game = self.game(0)
        return {"n": self.num_envs, "size": self.size, "rules": game.rules.to_json(), "komi": game.komi}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Returns to a state of a vector with as many games of the same size, rules and komi.

        :raises ValueError: if the state is another's, or none; nothing has changed then.
        """
        for name, own in self._games().items():
            if state.get(name) != own:
                raise ValueError(f"{name}: the state has {state.get(name)}, and this vector {own}")
        results = {name: _array(state, name, getattr(self, name)) for name in _RESULTS}
        lengths, actions = (_array(state, name, self.last_actions[:0]) for name in ("lengths", "actions"))
        try:
            self._vector.restore(actions, lengths, state["draws"])
        except (KeyError, OverflowError, TypeError) as error:
            raise ValueError("draws: expected the seed and the number of the random steps") from error
        for name, result in results.items():
            getattr(self, name)[:] = result

    def __getstate__(self) -> dict[str, Any]:
        # What shows the games is made anew, without `__init__`, whose arguments a subclass may change.
        kept = {name: value for name, value in vars(self).items() if name not in _MADE}
        return {"attributes": kept, "state": self.state_dict()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state["attributes"])
        self._begin()
        self.load_state_dict(state["state"])


_OF_VECTOR = ("n", "size", "rules", "komi", "seed", "threads", "planes", "max_moves")
_RESULTS = ("rewards", "scores", "terminated", "truncated", "last_actions")
_MADE = ("_vector", "observation", "legal", "to_move", *_RESULTS)


def _array(state: dict[str, Any], name: str, like: NDArray[Any]) -> NDArray[Any]:
    """Returns an array of a state: of this shape, or of one dimension if this is empty."""
    array = np.asarray(state.get(name))
    is_fit = array.shape == like.shape if like.size else array.ndim == 1
    if not is_fit or not (array.size == 0 or np.can_cast(array.dtype, like.dtype, "same_kind")):
        raise ValueError(f"{name}: expected an array of {like.dtype}, for {len(like) or 'all'} games")
    return array.astype(like.dtype, copy=False)


class Playouts(NamedTuple):
    """What random playouts from `k` positions ended with, on average; see `playouts`."""

    scores: NDArray[np.float32]
    """`[k]`: Black's points minus White's."""
    win_rates: NDArray[np.float32]
    """`[k]`: the part that Black wins; a draw counts half."""
    ownership: NDArray[np.float32]
    """`[k, h, w]`: 1 where Black always owns the point at the end, -1 where White does."""


def playouts(
    games: VectorGo | Iterable[Game],
    n: int,
    seed: int = 1,
    threads: int = 1,
    ko: Literal["simple", "positional"] = "simple",
) -> Playouts:
    """Plays `n` random games to the end from each position, all at once.

    Both sides choose uniformly among the legal plays that do not fill an own true eye, and pass
    if there are none. The score is the area with the komi and the bonus of the game's rules. All
    boards have the same size. The results depend on the seed, not on the number of threads.

    :param ko: the ko rule of the playouts: `"positional"` is superko, the earlier positions of
        each game included.
    :raises ValueError: without games, or for boards of different sizes.
    """
    if isinstance(games, VectorGo):
        games = [games.game(index) for index in range(games.num_envs)]
    elif isinstance(games, Game) or not isinstance(games, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"games: expected a list of games or a VectorGo, and not {type(games).__name__}")
    games = list(games)
    scores, win_rates, ownership = play_out(games, n, seed, threads, ko)
    width, height = games[0].size
    return Playouts(scores, win_rates, ownership.reshape(-1, height, width))


def __dir__() -> list[str]:
    return __all__
