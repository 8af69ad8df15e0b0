"""Measure the package and its peers side by side on one core, and print a table.

    speed.py [--rounds N] [--sizes 9 19]
    speed.py --leak 10000000

All run in turns, a slice of each in every round, and the table shows the median of the CPU time of
the rounds with the quartiles. Peers that are not installed are left out. `PONNUKI` names the
program with which the playouts are compared.

How actions are drawn:
- *Game* and *OpenSpiel*: `moves[int(random() * len(moves))]` from the list of legal moves, whose
  making and the drawing are in the time, in the same Python loop for both.
- *step*: drawn before, from the mask, outside the time, for both `VectorGo` and EnvPool.
- *random_step*: in Rust, in the time.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

# The threads of numpy's linear algebra, which nothing here uses, would spin.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

import ponnuki
from ponnuki.env import Planes, VectorGo, playouts

Slice = Callable[[], tuple[int, float]]
"""Does some work, and returns the number of steps and their CPU time in seconds."""

GAMES = 64
"""The games of a vector: all of them fit into the cache of a core."""


def loop(size: int) -> Slice:
    """Return random games in a Python loop."""
    random = Random(1).random

    def run() -> tuple[int, float]:
        steps, begun = 0, time.process_time()
        for _ in range(3 if size < 19 else 1):
            game = ponnuki.Game(size)
            while not game.is_over:
                moves = game.legal_moves
                game.play(moves[int(random() * len(moves))])
            steps += len(game)
        return steps, time.process_time() - begun

    return run


def openspiel_loop(size: int) -> Slice:
    """Return random games of OpenSpiel in the same loop."""
    pyspiel: Any = importlib.import_module("pyspiel")
    random, rules = Random(1).random, pyspiel.load_game("go", {"board_size": size})

    def run() -> tuple[int, float]:
        steps, begun = 0, time.process_time()
        for _ in range(3 if size < 19 else 1):
            state = rules.new_initial_state()
            while not state.is_terminal():
                moves = state.legal_actions()
                state.apply_action(moves[int(random() * len(moves))])
            steps += state.move_number()
        return steps, time.process_time() - begun

    return run


def vector(size: int, planes: Planes | None) -> VectorGo:
    """Return games that have left the beginning behind, each at another move."""
    games = VectorGo(GAMES, size, seed=1, planes=planes)
    for _ in range(4 * size * size):
        games.random_step()
    return games


def step(size: int, planes: Planes | None) -> Slice:
    """Return steps of a vector with given actions."""
    games, seeds = vector(size, planes), iter(range(10**9))

    def run() -> tuple[int, float]:
        seconds = 0.0
        for _ in range(50):
            actions = games.sample_legal(next(seeds))
            begun = time.process_time()
            games.step(actions)
            seconds += time.process_time() - begun
        return 50 * GAMES, seconds

    return run


def random_step(size: int) -> Slice:
    """Return random steps of a vector."""
    games = vector(size, None)

    def run() -> tuple[int, float]:
        begun = time.process_time()
        for _ in range(50):
            games.random_step()
        return 50 * GAMES, time.process_time() - begun

    return run


def envpool_step(size: int) -> Slice:
    """Return steps of EnvPool's `ChineseGo`, whose masks are exact, on one thread."""
    envpool: Any = importlib.import_module("envpool")
    pool = envpool.make(f"ChineseGo{size}x{size}-v1", env_type="gymnasium", num_envs=GAMES, num_threads=1, seed=1)
    mask: NDArray[np.bool_] = pool.reset()[1]["legal_action_mask"]
    generator = np.random.default_rng(1)

    def run() -> tuple[int, float]:
        nonlocal mask
        # The number of each action, in random order, picks a legal one.
        actions = (generator.random(mask.shape) * mask).argmax(1).astype(np.int32)
        begun = time.process_time()
        *_, infos = pool.step(actions)
        seconds = time.process_time() - begun
        mask = infos["legal_action_mask"]
        return GAMES, seconds

    for _ in range(size * size // 2):
        run()
    return run


def batch(size: int, positions: int, number: int) -> Slice:
    """Return playouts from some positions."""
    games, seeds = [ponnuki.Game(size)] * positions, iter(range(10**9))

    def run() -> tuple[int, float]:
        begun = time.process_time()
        playouts(games, number, seed=next(seeds))
        return positions * number, time.process_time() - begun

    return run


def program_batch(size: int, number: int) -> Slice:
    """Return the same playouts of the program, which measures them itself."""
    program = os.environ["PONNUKI"]
    command = [program, "bench", "--json", "--core", "batch", f"--games={number}", f"--size={size}"]

    def run() -> tuple[int, float]:
        answer = subprocess.run(command, check=True, capture_output=True, text=True, timeout=600)
        return number, number / json.loads(answer.stdout)["playouts_per_second"]

    return run


def contestants(size: int) -> dict[str, Callable[[], Slice]]:
    """Return what is measured on a board, by name."""
    number = 20_000 if size < 19 else 2_000
    return {
        "Game: legal_moves, play": lambda: loop(size),
        "OpenSpiel: legal_actions, apply_action": lambda: openspiel_loop(size),
        "VectorGo: step, mask": lambda: step(size, None),
        "VectorGo: step, mask, planes 'zero'": lambda: step(size, "zero"),
        "VectorGo: step, mask, planes 'ponnuki'": lambda: step(size, "ponnuki"),
        "VectorGo: random_step, mask": lambda: random_step(size),
        "EnvPool ChineseGo: step, mask, planes": lambda: envpool_step(size),
        "playouts: 1 position": lambda: batch(size, 1, number),
        "playouts: 64 positions": lambda: batch(size, 64, number // 64),
        "program: 1 position": lambda: program_batch(size, number),
    }


def measure(size: int, rounds: int) -> None:
    """Measure everything on a board, and print a line for each."""
    slices: dict[str, Slice] = {}
    for name, make in contestants(size).items():
        try:
            slices[name] = make()
        except (ImportError, KeyError) as error:
            print(f"{size}x{size}  {name:42} left out: {error!r}")
    speeds: dict[str, list[float]] = {name: [] for name in slices}
    for _ in range(rounds):
        for name, run in slices.items():
            steps, seconds = run()
            speeds[name].append(steps / seconds)
    for name, values in speeds.items():
        low, median, high = statistics.quantiles(values, n=4)
        print(f"{size}x{size}  {name:42} {median:12,.0f}/s   {low:12,.0f} to {high:12,.0f}")


def resident() -> int:
    """Return the memory of the process in kB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def leak(steps: int) -> None:
    """Make this many steps on 9x9, and fail if the memory grows."""
    # A game keeps the room of the longest before it, so a limit is soon reached by all.
    games = VectorGo(GAMES, 9, seed=1, planes="ponnuki", max_moves=200, fresh=True)
    before = 0
    for part in range(10):
        for _ in range(steps // 10 // GAMES):
            games.random_step()
        print(f"{(part + 1) * (steps // 10):,} steps: {resident():,} kB")
        before = before or resident()
    if resident() - before > 500:
        sys.exit("the memory has grown")


def machine() -> str:
    """Describes the machine and the versions."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        processor = next(line.split(": ")[1] for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        processor = platform.processor()
    load = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    return f"{processor}; Python {platform.python_version()}, NumPy {np.__version__}; load {load}"


def main() -> None:
    """Reads the arguments and measures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--sizes", type=int, nargs="+", default=[9, 19])
    parser.add_argument("--leak", type=int, metavar="STEPS", help="only watch the memory")
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(machine())
    if arguments.leak:
        leak(arguments.leak)
    else:
        for size in arguments.sizes:
            measure(size, arguments.rounds)


if __name__ == "__main__":
    main()
