"""Games of 50,000 moves, full of repeated positions where the rule allows them. Each
fifth of a game must take as long as the first, in play and in undo."""

from engine import Engine, expect

from gtp import generator

MOVES = 50_000
FIFTH = MOVES // 5
# The limit on the time of the last fifth divided by that of the first. A coarse check
# is enough: if time grew with the length of the game, the ratio would be nine.
RATIO = 3.0
PASSES = 0.05
# The number of moves for each question about the legal moves.
ASKED = 20

CASES = [("simple", 3), ("simple", 9), ("none", 3), ("positional", 9), ("situational", 19)]


def find_moves(path, ko, size):
    """Plays a random legal game. Returns its moves and its number of distinct positions."""
    engine = Engine(path, "--ko", ko, "--boardsize", str(size))
    chance = generator("long", ko, size)
    moves, seen = [], set()
    color, answers = "b", ["", engine.ask("all_legal b")[0]]
    while len(moves) < MOVES:
        points = answers[1][1:].split()
        vertex = "pass" if not points or chance.random() < PASSES else chance.choice(points)
        moves.append(f"play {color} {vertex}\n".encode())
        color = "w" if color == "b" else "b"
        answers = engine.ask(moves[-1].decode().strip(), f"all_legal {color}", "ponnuki-hash")
        expect(answers[0] == "= ", f"{moves[-1]} is refused")
        seen.add(answers[2])
    engine.end()
    return moves, len(seen)


def timed(engine, lines, chunk):
    """Returns the engine's processor time for each chunk of the lines, in seconds."""
    times = []
    for first in range(0, len(lines), chunk):
        before = engine.cpu_seconds()
        feeder = engine.feed([b"".join(lines[first : first + chunk])])
        engine.read(len(lines[first : first + chunk]))
        feeder.join()
        times.append(engine.cpu_seconds() - before)
    return times


def milliseconds(times):
    """Formats times given in seconds as milliseconds."""
    return " ".join(f"{1000 * one:.0f}" for one in times)


def check_case(path, ko, size):
    """Plays and undoes one long game."""
    moves, positions = find_moves(path, ko, size)
    lines = []
    for number, move in enumerate(moves):
        lines.append(move)
        if number % ASKED == 0:
            lines.append(b"all_legal b\n")
    engine = Engine(path, "--ko", ko, "--boardsize", str(size))
    empty = engine.ask("ponnuki-hash")
    played = timed(engine, lines, len(lines) // 5)
    expect(engine.refused == 0, f"{engine.refused} moves refused")
    peak = engine.status("VmHWM")
    undone = timed(engine, [b"undo\n"] * MOVES, FIFTH)
    expect(engine.refused == 0, f"{engine.refused} undos refused")
    expect(engine.ask("ponnuki-hash") == empty, "undo did not lead back to the start")
    expect(engine.ask("undo")[0] == "? cannot undo", "undo at the start is not refused")
    engine.end()
    print(
        f"  {ko}, {size}x{size}: {positions:,} positions; ms for each {FIFTH:,} moves:"
        f" {milliseconds(played)}; undos: {milliseconds(undone)}; peak {peak} KiB",
        flush=True,
    )
    # Undo runs from the long game to the short one.
    for times in (played, undone[::-1]):
        expect(times[-1] < RATIO * times[0] + 0.02, f"not linear: {milliseconds(times)}")


def check(path):
    """Runs the part `long`."""
    for ko, size in CASES:
        check_case(path, ko, size)
