"""Times `ponnuki check` and sgfmill on the SGF files of a folder, in turns.

    check_speed.py ENGINE FOLDER

sgfmill reads each game and plays its main line on its board, which knows captures but neither
ko nor suicide; `ponnuki check` judges every move. Both run on one core if the system can pin them.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import time

from sgfmill import sgf, sgf_moves

ROUNDS = 5
# sgfmill takes seconds for some hundred games.
MOST = 300


def with_sgfmill(paths):
    for path in paths:
        game = sgf.Sgf_game.from_bytes(path.read_bytes())
        board, plays = sgf_moves.get_setup_and_moves(game)
        for color, move in plays:
            if move is not None:
                board.play(*move, color)


def timed(work):
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def main(engine, folder):
    paths = sorted(pathlib.Path(folder).rglob("*.sgf"))
    few = []
    for path in paths:
        if len(few) == MOST:
            break
        try:
            with_sgfmill([path])
        except ValueError:
            continue  # It stops at the first move on a stone.
        few.append(path)

    def check(jobs):
        command = [engine, "check", "-q", "-j", str(jobs), folder]
        status = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        assert status.returncode in (0, 1), status

    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    rates = {"sgfmill": [], "check -j 1": [], "check -j 2": []}
    for _ in range(ROUNDS):
        if cores:
            os.sched_setaffinity(0, {min(cores)})
        rates["sgfmill"].append(len(few) / timed(lambda: with_sgfmill(few)))
        rates["check -j 1"].append(len(paths) / timed(lambda: check(1)))
        if cores:
            os.sched_setaffinity(0, cores)
        rates["check -j 2"].append(len(paths) / timed(lambda: check(2)))
    base = statistics.median(rates["sgfmill"])
    print(f"{len(paths)} files ({len(few)} for sgfmill), games a second, median of {ROUNDS}:")
    for name, values in rates.items():
        median = statistics.median(values)
        print(f"{name:12} {median:9.0f}  {median / base:6.1f}x")


main(*sys.argv[1:])
