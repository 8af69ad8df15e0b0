"""Compares our engine with GNU Go, and both with a naive judge, on every point of
every position of random games:

    main.py ENGINE GNUGO [SEED [PERCENT]]

PERCENT scales the number of games. Exits with 1 at the first disagreement that the
list of deviations does not predict, and prints that game as GTP.
"""

import collections
import multiprocessing
import os
import sys
import time

from deviations import DEVIATIONS, allowed, show
from judge import Game, questions, start_engine, start_gnugo
from player import Player

from board import BLACK, EMPTY, KO, SUPERKO, WHITE, color_name
from gtp import Broken, generator

RULES = ["simple", "positional", "situational"]

# The number of games by board size, under each rule, and their turns, which are fewer
# than GNU Go remembers.
GAMES = {5: 24, 6: 12, 7: 8, 8: 6, 9: 8, **{size: 2 for size in range(10, 19)}, 19: 4}
TURNS = {5: 300, 6: 300, 7: 300}
MOST_TURNS = 260
# The chance to send an illegal play as a command `play`.
TRIED = 0.3
# A wrong rule must be noticed within this number of games.
PATIENCE = 40


class Disagreement(Exception):
    """The programs and the judge disagree."""


class Comparison:
    """The two programs under one rule, and counts of the comparisons made."""

    def __init__(self, rule, engine, gnugo):
        self.rule = rule
        self.engine = engine
        self.gnugo = gnugo
        self.counts = collections.Counter()

    def both(self, command):
        """Sends both programs a command that neither may refuse."""
        for program in (self.engine, self.gnugo):
            program.must(command)

    def play_game(self, size, number, seed):
        """Plays one random game and compares after every turn."""
        player = Player(size, number, generator(seed, self.rule, size, number))
        game = Game(size, self.rule)
        self.both(f"boardsize {size}")
        self.both("clear_board")
        asked = questions(game)
        self.counts["games"] += 1
        for _ in range(TURNS.get(size, MOST_TURNS)):
            legal, refused = self.compare(game, asked)
            color = player.color(game)
            if refused[color] and player.generator.random() < TRIED:
                self.try_refused(game, color, player.generator.choice(refused[color]))
            point = player.choose(game, color, legal[color])
            try:
                self.both(f"play {color_name(color)} {game.vertex(point)}")
            except Broken as error:
                raise self.disagreement(game, str(error)) from error
            game.play(color, point)
        self.compare(game, asked)

    def compare(self, game, asked):
        """Compares both colours on every point. Returns by colour the points that both
        programs allow, and the empty points that both refuse."""
        area = len(game.cells)
        engine = self.answers(game, self.engine, asked)
        gnugo = self.answers(game, self.gnugo, asked)
        legal = {BLACK: [], WHITE: []}
        refused = {BLACK: [], WHITE: []}
        self.counts["positions"] += 1
        self.counts["points"] += 2 * area
        for color in (BLACK, WHITE):
            start = 0 if color == BLACK else area
            for point in range(area):
                reason, gnugo_reason = game.judge_twice(color, point)
                said = (engine[start + point], gnugo[start + point])
                if said != (not reason, not gnugo_reason):
                    raise self.disagreement(
                        game,
                        f"is_legal {color_name(color)} {game.vertex(point)}: ponnuki {said[0]:d},"
                        f" gnugo {said[1]:d}; by the rules: {reason or 'legal'}",
                    )
                if said[0] != said[1]:
                    deviation = allowed(game, color, point)
                    if not deviation:
                        raise self.disagreement(game, "this deviation is not on the list")
                    self.counts[deviation] += 1
                elif reason:
                    self.count_ban(game, color, point, reason)
                    if game.cells[point] == EMPTY:
                        refused[color].append(point)
                else:
                    legal[color].append(point)
        return legal, refused

    def count_ban(self, game, color, point, reason):
        """Counts a play that both programs refuse."""
        self.counts[reason] += 1
        if reason == SUPERKO and not game.captures(color, point):
            self.counts["superko without capture"] += 1

    def answers(self, game, program, asked):
        """Returns the legality of every point for both colours, as a program reports it.
        `is_legal` and `all_legal` must agree."""
        area = len(game.cells)
        program.send(asked)
        raw = program.read(2 * area)
        # Every answer is "= 0" or "= 1" and an empty line.
        said = [digit == ord("1") for digit in raw[2::5]]
        if raw != b"".join(b"= %d\n\n" % one for one in said) or len(said) != 2 * area:
            raise self.disagreement(game, f"{program.label} answers is_legal with {raw!r}")
        for start, color in ((0, BLACK), (area, WHITE)):
            listed = program.must(f"all_legal {color_name(color)}").split()
            found = sorted(game.point(text) for text in listed)
            if found != [point for point in range(area) if said[start + point]]:
                raise self.disagreement(game, f"{program.label}: all_legal {color_name(color)} disagrees with is_legal")
        return said

    def try_refused(self, game, color, point):
        """Checks that both programs refuse a play that both report as illegal. The next
        comparison shows that it changed nothing."""
        move = f"play {color_name(color)} {game.vertex(point)}"
        for program in (self.engine, self.gnugo):
            if program.ask(move) != ["? illegal move"]:
                raise self.disagreement(game, f"{program.label} does not refuse {move}")
        self.counts["refused"] += 1

    def disagreement(self, game, fault):
        """Returns the failure, with the game as GTP."""
        moves = [f"play {color_name(color)} {game.vertex(point)}" for color, point in game.turns]
        lines = [f"boardsize {game.width}", "clear_board", *moves]
        return Disagreement(
            f"{self.rule} ko, {game.width}x{game.height}, after {len(moves)} turns\n"
            f"{fault}\n\n" + "\n".join(lines) + f"\n\n{game}"
        )


def compare_share(task):
    """Plays some games of one rule. Returns their counts, and the first fault or None."""
    rule, games, seed, engine, gnugo = task
    comparison = Comparison(rule, start_engine(engine, rule), start_gnugo(gnugo, rule))
    try:
        for size, number in games:
            comparison.play_game(size, number, seed)
    except (Disagreement, Broken) as error:
        return rule, comparison.counts, str(error)
    comparison.engine.close()
    comparison.gnugo.close()
    return rule, comparison.counts, None


def check_noticed(task):
    """Runs our engine under a rule other than the announced one. The comparison must
    notice it."""
    rule, (ko, suicide), seed, engine, gnugo = task
    comparison = Comparison(rule, start_engine(engine, ko, suicide), start_gnugo(gnugo, rule))
    try:
        for number in range(PATIENCE):
            comparison.play_game(5, number, seed)
    except Disagreement:
        return None
    return f"the comparison did not notice ko {ko}, suicide {suicide} instead of ko {rule}"


def shares(percent, seed, engine, gnugo):
    """Returns the games of all rules, in shares that take about equally long."""
    for rule in RULES:
        games = [(size, number) for size, count in GAMES.items() for number in range(-(-count * percent // 100))]
        for first in range(4):
            yield rule, games[first::4], seed, engine, gnugo


def report(totals, seconds):
    """Prints the table of figures."""
    columns = ["games", "positions", "points", KO, SUPERKO, "superko without capture", "suicide", "refused", "turn"]
    heads = [
        "rule",
        "games",
        "positions",
        "points",
        "ko bans",
        "superko bans",
        "no capture",
        "suicides",
        "plays refused",
        "deviations",
    ]
    print("  ".join(f"{head:>13}" for head in heads))
    for rule in RULES:
        figures = [rule, *(totals[rule][column] for column in columns)]
        print("  ".join(f"{figure:>13}" for figure in figures))
    print(f"all equal, for both colours on every point of every position ({seconds:.0f} s)")


def main():
    engine, gnugo = sys.argv[1:3]
    seed = sys.argv[3] if len(sys.argv) > 3 else "1"
    percent = int(sys.argv[4]) if len(sys.argv) > 4 else 100
    started = time.monotonic()
    wrong = [
        ("simple", ("none", "forbidden")),
        ("simple", ("positional", "forbidden")),
        ("simple", ("simple", "multi-stone")),
        ("positional", ("simple", "forbidden")),
        ("positional", ("situational", "forbidden")),
        ("situational", ("simple", "forbidden")),
        ("situational", ("positional", "forbidden")),
        ("situational", ("natural-situational", "forbidden")),
    ]
    totals = {rule: collections.Counter() for rule in RULES}
    with multiprocessing.Pool(os.cpu_count()) as pool:
        faults = show(engine, gnugo)
        noticed = pool.imap(check_noticed, [(*pair, seed, engine, gnugo) for pair in wrong])
        faults += [fault for fault in noticed if fault]
        for rule, counts, fault in pool.imap_unordered(compare_share, shares(percent, seed, engine, gnugo)):
            totals[rule].update(counts)
            if fault:
                faults.append(fault)
                break
    if faults:
        print("\n\n".join(faults))
        sys.exit(1)
    print("known deviations of GNU Go, each confirmed by a game:")
    for label, reason in DEVIATIONS.items():
        print(f"- {label}: {reason}")
    print(f"{len(wrong)} wrong rules given to the engine, all noticed")
    report(totals, time.monotonic() - started)


if __name__ == "__main__":
    main()
