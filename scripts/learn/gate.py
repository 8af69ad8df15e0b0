"""Compares two files of weights, after their matches: gate.py NEW.bin OLD.bin FOLDER

FOLDER holds a report of the matches for each size, as `match report --json` writes it. Compares what both say on
boards that the new network judges; `gate.py --sizes FILE.bin SIZES` prints which of the sizes these are.
"""

import json
import sys
from pathlib import Path

import numpy as np
from held_out import games
from ponnuki_selfplay import judged, knows, owners

SCRIPTS = Path(__file__).resolve().parent
ENDINGS = SCRIPTS.parents[1] / "gtp-tests" / "data" / "deadstones"
# Every so manieth position of a game that nobody learned from.
STEP = 5


def chains(stones):
    """Yields the points of each chain of a board."""
    left = {(row, column) for row, column in zip(*np.nonzero(stones), strict=True)}
    while left:
        rest = [left.pop()]
        chain = list(rest)
        while rest:
            row, column = rest.pop()
            for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if near in left and stones[near] == stones[row, column]:
                    left.remove(near)
                    rest.append(near)
                    chain.append(near)
        yield chain


def endings():
    """Yields the stones of each finished game, and which of them are dead."""
    for path in sorted(ENDINGS.rglob("*.game")):
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        rows = [list(map(int, line.split())) for line in lines if line.strip()[0] in "-01"]
        stones, marks = np.array(rows[: len(rows) // 2]), np.array(rows[len(rows) // 2 :])
        yield stones, (stones != 0) & (marks == 1)


def is_exact(file, stones, dead):
    """Returns whether the owners of an ending tell the dead chains from the others."""
    # The rows of the files go down.
    found = owners(file, np.ascontiguousarray(stones[::-1].astype(np.int8))).reshape(stones.shape)[::-1]
    return all(
        (np.mean([found[point] * stones[point] for point in chain]) < 0) == dead[chain[0]] for chain in chains(stones)
    )


def errors(file, new):
    """Returns for each size that the new network judges the mean errors of each game: of win, lead, owners and moves."""
    found = {}
    for game in games():
        if not knows(new, game.size):
            continue
        truth, said = game.samples(), judged(file, game.line)
        of_game = (
            (said["win"] - truth["result"]) ** 2,
            np.abs(said["lead"] - truth["lead"]),
            np.abs(said["owners"] - truth["owners"]).mean(1) / 2,
            1.0 - said["likeliest"],
        )
        means = [values[::STEP].mean() for values in of_game]
        found.setdefault(game.size, []).append(means)
    return {size: np.array(means) for size, means in found.items()}


def main():
    if sys.argv[1] == "--sizes":
        file = np.fromfile(sys.argv[2], np.uint8)
        print(*[size for size in sys.argv[3:] if knows(file, int(size))])
        return
    new, old = (np.fromfile(path, np.uint8) for path in sys.argv[1:3])
    worse, better = [], []
    for path in sorted(Path(sys.argv[3]).glob("*.json"), key=lambda path: int(path.stem)):
        report = json.loads(path.read_text(encoding="utf-8"))
        player, size = report["players"][0], f"{path.stem}x{path.stem}"
        score = player["interval"]
        print(
            f"match on {size}: {player['score']:.1%} of {report['games']} games,"
            f" {score['low']:.1%} to {score['high']:.1%}"
        )
        worse += [size] if score["high"] < 0.5 else []
        better += [size] if score["low"] > 0.5 else []
    of_new, of_old = errors(new, new), errors(old, new)
    for size, means in of_new.items():
        for name, mine, others in zip(("win", "lead", "owners", "moves"), means.T, of_old[size].T, strict=True):
            step = (mine - others).std(ddof=1) / len(mine) ** 0.5
            print(f"held out {size}x{size} {name}: {mine.mean():.4f}, before {others.mean():.4f} +- {step:.4f}")
            worse += [f"{name} on {size}x{size}"] if name != "moves" and mine.mean() - others.mean() > step else []
    ended = [ending for ending in endings() if knows(new, len(ending[0]))]
    exact = [np.array([is_exact(file, *ending) for ending in ended]) for file in (new, old)]
    step = (exact[0].astype(float) - exact[1]).std() * len(exact[0]) ** 0.5 if ended else 0
    print(
        f"dead chains by the owners at a glance: {exact[0].sum()} of {len(exact[0])} endings, before {exact[1].sum()}"
    )
    worse += ["dead chains"] if exact[1].sum() - exact[0].sum() > step else []
    if worse or not better:
        print("fails:", ", ".join(worse) or "no size is better")
        sys.exit(1)
    print("passes: better on", ", ".join(better))


main()
