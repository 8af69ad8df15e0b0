"""Measures `ponnuki analysis`. See `scripts/measure/analysis-speed.sh`."""

import json
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sgfmill import sgf
from sgfmill.common import format_vertex

VISITS = 100
REVIEW_VISITS = 500
ROUNDS = 3
STARTS = 100
IN_FLIGHT = 10_000


class Game:
    """A game as the members of a query."""

    def __init__(self, path: Path):
        game = sgf.Sgf_game.from_bytes(path.read_bytes())
        root = game.get_root()
        self.size = game.get_size()
        self.stones, self.moves = [], []
        black, white, _ = root.get_setup_stones()
        for colour, points in (("B", black), ("W", white)):
            self.stones += [[colour, format_vertex(point)] for point in sorted(points)]
        for node in game.get_main_sequence()[1:]:
            colour, move = node.get_move()
            if colour:
                self.moves.append([colour.upper(), format_vertex(move)])
        self.komi = game.get_komi()

    def query(self, name: str, **members) -> dict:
        """Returns a query about the position after the last move."""
        return {
            "id": name,
            "initialStones": self.stones,
            "moves": self.moves,
            "rules": "tromp-taylor",
            "komi": self.komi,
            "boardXSize": self.size,
            "boardYSize": self.size,
            **members,
        }


def answers(engine: str, options: list[str], queries: list[dict]) -> tuple[float, dict]:
    """Sends queries at once, and returns the seconds until the end and the answers."""
    # Files instead of pipes, so that this program takes no time of the engine's.
    with tempfile.TemporaryFile() as sent, tempfile.TemporaryFile() as received:
        for query in queries:
            sent.write((json.dumps(query) + "\n").encode())
        sent.seek(0)
        command = [engine, "analysis", *options]
        started = time.monotonic()
        subprocess.run(command, stdin=sent, stdout=received, stderr=subprocess.DEVNULL, check=True)
        seconds = time.monotonic() - started
        received.seek(0)
        found = [json.loads(line) for line in received]
    by_turn = {(answer.get("id"), answer.get("turnNumber")): answer for answer in found}
    wanted = sum(len(query.get("analyzeTurns", [0])) for query in queries)
    wrong = [answer for answer in found if "rootInfo" not in answer]
    if wrong or len(found) != wanted or len(by_turn) != wanted:
        sys.exit(f"analysis-speed: {len(found)} answers instead of {wanted}; wrong: {wrong[:1]}")
    return seconds, by_turn


def row(what: str, figure: str) -> None:
    print(f"{what:60} {figure:>12}", flush=True)


def first_answer(engine: str) -> None:
    """Measures from the start of the process to the answer to a query of one visit."""
    query = {"id": "a", "moves": [], "rules": "chinese", "boardXSize": 9, "boardYSize": 9}
    line = (json.dumps({**query, "maxVisits": 1}) + "\n").encode()
    times = []
    for _ in range(STARTS):
        started = time.monotonic()
        with subprocess.Popen(
            [engine, "analysis"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        ) as process:
            process.stdin.write(line)
            answer = process.stdout.readline()
            times.append(time.monotonic() - started)
            process.stdin.close()
        if "rootInfo" not in json.loads(answer):
            sys.exit(f"analysis-speed: no first answer: {answer!r}")
    row("start to first answer, 9x9, 1 visit, ms, median", f"{statistics.median(times) * 1e3:.1f}")


def throughput(engine: str, game: Game) -> None:
    """Measures the positions of a game as queries of their own, which share no playouts."""
    turns = range(0, len(game.moves), max(1, len(game.moves) // 100))
    copies = max(1, 2000 // game.size**2)
    queries = [
        game.query(f"{copy}-{turn}", analyzeTurns=[turn], maxVisits=VISITS) for copy in range(copies) for turn in turns
    ]
    rates = {1: 0.0, 2: 0.0}
    processes = 0.0
    found = {}
    for _ in range(ROUNDS):
        for threads, best in rates.items():
            options = ["--analysis-threads", str(threads)]
            seconds, found[threads] = answers(engine, options, queries)
            rates[threads] = max(best, len(queries) / seconds)
        processes = max(processes, 2 * len(queries) / two_processes(engine, queries))
    if found[1] != found[2]:
        sys.exit("analysis-speed: two threads answer otherwise than one")
    size = f"{game.size}x{game.size}"
    row(f"queries a second, {VISITS} visits, {size}, one thread", f"{rates[1]:.0f}")
    row("  two threads", f"{rates[2]:.0f}")
    row("  how many times one thread", f"{rates[2] / rates[1]:.2f}")
    row("  the same for two processes, which share nothing", f"{processes / rates[1]:.2f}")


def two_processes(engine: str, queries: list[dict]) -> float:
    """Lets two engines of one thread answer all queries at the same time."""
    options = ["--analysis-threads", "1"]
    with ThreadPoolExecutor() as pool:
        done = [pool.submit(answers, engine, options, queries) for _ in range(2)]
        return max(each.result()[0] for each in done)


def review(engine: str, game: Game) -> None:
    """Measures the analysis of all positions of a game."""
    turns = list(range(len(game.moves) + 1))
    query = game.query("a", analyzeTurns=turns, maxVisits=REVIEW_VISITS)
    seconds = min(answers(engine, ["--analysis-threads", "1"], [query])[0] for _ in range(ROUNDS))
    row(f"review of {len(game.moves)} moves, {REVIEW_VISITS} visits, one thread, s", f"{seconds:.1f}")


def in_flight(engine: str, game: Game) -> None:
    """Sends many queries before the first are answered, and watches the memory."""
    options = ["--memory", "64", "--analysis-threads", "1"]
    with subprocess.Popen(
        [engine, "analysis", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        answered = []
        reader = threading.Thread(target=lambda: answered.extend(process.stdout))
        reader.start()
        # A search that is long enough for all other queries to arrive meanwhile.
        queries = [game.query("first", maxVisits=200_000)]
        queries += [game.query(str(number), maxVisits=1) for number in range(IN_FLIGHT)]
        for query in queries:
            process.stdin.write((json.dumps(query) + "\n").encode())
        process.stdin.flush()
        waiting = len(answered)
        status = Path(f"/proc/{process.pid}/status").read_text()
        peak = int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024
        process.stdin.write(b'{"id":"end","action":"terminate","terminateId":"first"}\n')
        process.stdin.close()
        process.wait()
        reader.join()
    names = [json.loads(line)["id"] for line in answered]
    if len(names) != IN_FLIGHT + 2 or len(set(names)) != len(names):
        sys.exit(f"analysis-speed: {len(names)} answers to {IN_FLIGHT + 2} lines")
    if waiting:
        sys.exit(f"analysis-speed: {waiting} queries were answered before all had arrived")
    row(f"peak memory, {IN_FLIGHT} queries of {len(game.moves)} moves in flight, MiB", f"{peak:.0f}")


def main() -> None:
    engine, folder, *rest = sys.argv[1:]
    small, large = (Game(next(Path(folder, size).glob("*.sgf"))) for size in ("9", "19"))
    first_answer(engine)
    throughput(engine, small)
    throughput(engine, large)
    review(engine, Game(Path(rest[0])) if rest else large)
    in_flight(engine, large)


if __name__ == "__main__":
    main()
