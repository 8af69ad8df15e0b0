"""Compares what scripts/learn/learn-check.sh has made: check.py FOLDER"""

import json
import re
import sys
from pathlib import Path

import numpy as np
from held_out import games
from learner import LEAD_POINTS
from network import evaluate, load
from ponnuki_selfplay import judged, replayed
from position import Position, Sample

# The games that must be won against the random player, of 100.
WANTED = 95
# The games and the step between positions for the comparisons.
GAMES, STEP = 6, 9
# What whole numbers may change, by the root of the mean square.
MOST_WIN, MOST_LEAD = 0.05, 1.5


def lines():
    """Returns a few games that no network learned from."""
    return [game.line for game in games()][:: 440 // GAMES]


def check_planes():
    """Compares the planes of the engine with those of position.py."""
    count = 0
    for line in lines():
        size, komi, *moves = line.split()
        of_engine, position = replayed(line), Position(int(size))
        for turn, move in enumerate(moves):
            if turn % STEP == 0:
                sample = Sample(position, float(komi))
                bits = sum(plane.astype(int) << number for number, plane in enumerate(sample.planes))
                assert (bits == of_engine["planes"][turn]).all(), (line, turn)
                assert np.allclose(sample.context(), of_engine["context"][turn]), (line, turn)
                count += 1
            position.play(position.to_move(), position.point(move))
    print(f"planes: {count} positions are the same")


def check_export(run):
    """Compares the learned weights with the exported ones."""
    tensors, file = load(run / "b2c16.pt"), np.fromfile(run / "b2c16.bin", np.uint8)
    differences = []
    for line in [line for line in lines() if line.startswith("9 ")]:
        _, komi, *moves = line.split()
        said, position = judged(file, line), Position(9)
        for turn, move in enumerate(moves):
            if turn % STEP == 0:
                _, (win, lead), _ = evaluate(tensors, Sample(position, float(komi)))
                win = 1 / (1 + np.exp(-win))
                differences.append((win - said["win"][turn], LEAD_POINTS * lead - said["lead"][turn]))
            position.play(position.to_move(), position.point(move))
    win, lead = np.sqrt(np.mean(np.square(differences), 0))
    print(f"export: win {win:.4f}, lead {lead:.2f} (root mean square of {len(differences)} positions)")
    assert win < MOST_WIN and lead < MOST_LEAD


def check_same(one, other):
    """Compares the weights of two runs with the same seed."""
    one, other = load(one / "b2c16.pt"), load(other / "b2c16.pt")
    assert one.keys() == other.keys() and all((one[name] == other[name]).all() for name in one)
    print("runs with the same seed: the same weights")


def check_batches(folder):
    """Looks whether games that PyTorch answers have been played."""
    text = (folder / "batches.log").read_text(encoding="utf-8")
    games = int(re.findall(r" games ([0-9]+) ", text)[-1])
    assert games >= 10 and "match on 9x9" in text, text
    print(f"batches: {games} games")


def check_stopped(folder):
    """Looks whether a stopped run has gone on where it stopped."""
    games = [int(number) for number in re.findall(r" games ([0-9]+) ", (folder / "stopped.log").read_text())]
    assert games == sorted(games) and len(games) > 2, games
    print(f"a stopped run: went on to {games[-1]} games")


def check_strength(folder):
    """Looks how many games the learned network has won against the random player."""
    report = json.loads((folder / "match.json").read_text(encoding="utf-8"))
    won = report["players"][0]["score"] * report["games"]
    print(f"strength: {won:g} of {report['games']} games against the random player")
    assert won >= WANTED


def main():
    folder = Path(sys.argv[1])
    check_strength(folder)
    check_planes()
    check_export(folder / "run")
    check_same(folder / "one", folder / "same")
    check_batches(folder)
    check_stopped(folder)


main()
