"""Measure the package on one core, and print a table.

    speed.py [--rounds N] [--sizes 9 19]

All run in turns, a slice of each in every round, and the table shows the median of the CPU time of
the rounds with the quartiles. `PONNUKI` names the program with which the playouts are compared;
without it they are not.

How actions are drawn:
- *Game*: `moves[int(random() * len(moves))]` from the list of legal moves, whose making and the
  drawing are in the time.
- *step*: drawn before, from the mask, outside the time.
- *random_step*: in Rust, in the time.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

# The threads of numpy's linear algebra, which nothing here uses, would spin.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

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
        "VectorGo: step, mask": lambda: step(size, None),
        "VectorGo: step, mask, planes 'zero'": lambda: step(size, "zero"),
        "VectorGo: step, mask, planes 'ponnuki'": lambda: step(size, "ponnuki"),
        "VectorGo: random_step, mask": lambda: random_step(size),
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
        except KeyError as error:
            print(f"{size}x{size}  {name:42} left out: {error} is not set")
    speeds: dict[str, list[float]] = {name: [] for name in slices}
    for _ in range(rounds):
        for name, run in slices.items():
            steps, seconds = run()
            speeds[name].append(steps / seconds)
    for name, values in speeds.items():
        low, median, high = statistics.quantiles(values, n=4)
        print(f"{size}x{size}  {name:42} {median:12,.0f}/s   {low:12,.0f} to {high:12,.0f}")


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
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(machine())
    for size in arguments.sizes:
        measure(size, arguments.rounds)


if __name__ == "__main__":
    main()
