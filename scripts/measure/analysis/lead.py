"""Measures the leads of `ponnuki analysis`. See `scripts/measure/lead.sh`."""

import math
import random
import statistics
import sys
from pathlib import Path

from speed import Game, answers, row

VISITS = (25, 500)
LONG_VISITS = 20_000
SEEDS = range(1, 9)
TURNS = 4
# The ends of the phases, in moves per point of the board.
PHASES = (0.025, 0.06, 0.2, math.inf)


def leads(engine: str, game: Game, turns: list[int], visits: int, seed: int) -> dict[int, float]:
    """Returns Black's lead after each of these numbers of moves."""
    query = game.query("a", analyzeTurns=turns, maxVisits=visits)
    _, found = answers(engine, ["--analysis-threads", "1", "--seed", str(seed)], [query])
    return {turn: answer["rootInfo"]["scoreLead"] for (_, turn), answer in found.items()}


def main() -> None:
    engine, *files = sys.argv[1:]
    variances = {(visits, phase): [] for visits in VISITS for phase in PHASES}
    losses = {visits: [] for visits in VISITS}
    for number, file in enumerate(files):
        game = Game(Path(file))
        last = min(len(game.moves), 2 * game.size**2 // 3)
        before = sorted(random.Random(number).sample(range(last), min(last, TURNS)))
        turns = sorted({turn + after for turn in before for after in (0, 1)})
        truth = leads(engine, game, turns, LONG_VISITS, SEEDS[-1] + 1)
        for visits in VISITS:
            found = [leads(engine, game, turns, visits, seed) for seed in SEEDS]
            for turn in turns:
                phase = next(end for end in PHASES if turn < end * game.size**2)
                variances[visits, phase].append(statistics.variance(each[turn] for each in found))
                if turn in before:
                    lost = [each[turn] - each[turn + 1] for each in (truth, *found)]
                    losses[visits] += [(lost[0], each) for each in lost[1:]]
    for visits in VISITS:
        for phase in PHASES:
            moves = f"moves up to {phase:.1%} of the points" if phase < math.inf else "later moves"
            if of_phase := variances[visits, phase]:
                row(f"{visits} visits, standard error, {moves}", f"{math.sqrt(statistics.mean(of_phase)):.2f}")
        error = statistics.mean(abs(long - short) for long, short in losses[visits])
        row("  points lost, mean difference from 20,000 visits", f"{error:.2f}")
        row("  their correlation", f"{statistics.correlation(*zip(*losses[visits], strict=True)):.2f}")


if __name__ == "__main__":
    main()
