"""Sends ten million commands in a hundred thousand games. Memory must stay flat."""

import os
import time

from engine import Engine, expect

from board import LETTERS
from gtp import generator

GAMES = int(os.environ.get("PONNUKI_ENDURANCE_GAMES", "100000"))
COMMANDS = 100
# The number of different games. Each round plays all of them in another order.
DIFFERENT = 500
SIZES = [2, 3, 5, 7, 9, 9, 9, 13, 19]
# The peak may grow by this much after the first tenth, in KiB.
MAY_GROW = 1024


def game(number):
    """Returns the commands of one game: plays anywhere, legal or not, and generated moves."""
    chance = generator("memory", number)
    size = chance.choice(SIZES)
    lines = [f"boardsize {size}", "clear_board", f"komi {chance.randint(-9, 9)}.5"]
    color = "b"
    while len(lines) < COMMANDS - 7:
        if chance.random() < 0.1:
            lines.append(f"genmove {color}")
        else:
            vertex = chance.choice(LETTERS[:size]) + str(chance.randint(1, size))
            lines.append(f"play {color} {vertex}")
        color = "w" if color == "b" else "b"
    lines += ["undo", "showboard", "all_legal b", "final_score", "printsgf", "rubbish"]
    lines.append(f"gg-undo {chance.randint(1, 9)}")
    return "".join(f"{line}\n" for line in lines).encode()


def orders():
    """Yields the games one after another."""
    games = [game(number) for number in range(DIFFERENT)]
    chance = generator("orders")
    sent = 0
    while sent < GAMES:
        chance.shuffle(games)
        yield from games[: GAMES - sent]
        sent += DIFFERENT


def check(path):
    """Runs the part `memory`."""
    engine = Engine(path)
    engine.feed(orders())
    started = time.monotonic()
    total = GAMES * COMMANDS
    peaks = {}
    for percent in (10, 50, 100):
        engine.read(total * percent // 100 - engine.answered)
        peaks[percent] = engine.status("VmHWM")
        print(
            f"  {engine.answered:>9,} answers: peak {peaks[percent]} KiB, now {engine.status('VmRSS')} KiB",
            flush=True,
        )
    seconds = time.monotonic() - started
    expect(engine.answered == total, f"{engine.answered} answers to {total} commands")
    expect(engine.ask("protocol_version") == ["= 2"], "no answer afterwards")
    engine.end()
    print(f"  {GAMES:,} games, {engine.refused:,} commands refused, {seconds:.0f} s")
    grown = peaks[100] - peaks[10]
    expect(grown <= MAY_GROW, f"memory grew by {grown} KiB after the first tenth")
