"""Measures how fast an analysis stops. Called by scripts/measure/stop-latency.sh:

stop_latency.py ENGINE TIMES
"""

import random
import select
import statistics
import sys
import time

import gtp

STOPS = [b"\n", b"# interrupt\n", b"name\n", b"lz-analyze 10\n", b"no_such_command\n"]
PATIENCE = 30


class Engine(gtp.Engine):
    """An engine whose output is read as it comes."""

    def __init__(self, program):
        super().__init__("the engine", [program, "--seed", "1", "-q"])
        self.output = b""

    def read_part(self, until):
        """Reads one piece of output. Returns False if none comes before the deadline."""
        left = max(0, until - time.monotonic())
        ready, _, _ = select.select([self.process.stdout], [], [], left)
        if not ready:
            return False
        part = self.process.stdout.read(1 << 20)
        if not part:
            sys.exit("the engine has ended")
        self.output += part
        return True

    def wait(self, is_enough):
        """Reads until `is_enough` accepts the output. Returns the time of that moment."""
        end = time.monotonic() + PATIENCE
        while not is_enough(self.output):
            if not self.read_part(end):
                sys.exit(f"no end of the response after {PATIENCE} s")
        return time.monotonic()

    def pause(self, seconds):
        """Keeps reading for a while, as a GUI does, and discards the output."""
        end = time.monotonic() + seconds
        while self.read_part(end):
            pass
        self.output = self.output[-1:]

    def time(self, line):
        """Returns the milliseconds from a command to its complete answer."""
        self.output = b""
        sent = time.monotonic()
        self.send(line)
        return 1000 * (self.wait(lambda output: output.endswith(b"\n\n")) - sent)


def stop_once(engine, stop, pause):
    """Returns the milliseconds from the line that stops an analysis to the end of its
    response."""
    engine.output = b""
    engine.send(b"kata-analyze B 5 ownership true\n")
    engine.wait(lambda output: b"\n" in output)
    engine.pause(pause)
    sent = time.monotonic()
    engine.send(stop)
    ended = engine.wait(lambda output: b"\n\n" in output)
    # The command on that line must be answered before the next round.
    if stop.startswith(b"lz-"):
        engine.send(b"\n")
    if stop.strip() and not stop.startswith(b"#"):
        rest = engine.output.split(b"\n\n", 1)[1]
        engine.output = rest
        engine.wait(lambda output: b"\n\n" in output)
    return 1000 * (ended - sent)


def row(name, waits):
    waits = sorted(waits)
    late = waits[int(0.99 * (len(waits) - 1))]
    median = statistics.median(waits)
    print(f"{name:>12} {len(waits):>6} {median:>8.2f} {late:>8.2f} {waits[-1]:>8.2f}", flush=True)
    return median


def main():
    program, times = sys.argv[1], int(sys.argv[2])
    chance = random.Random(1)
    slow = False
    print(f"{'':>12} {'times':>6} {'median':>8} {'p99':>8} {'longest':>8}  ms")
    for size in (1, 9, 19, 25):
        engine = Engine(program)
        engine.time(f"boardsize {size}\n".encode())
        stops, plain = [], []
        for number in range(times):
            stop = STOPS[number % len(STOPS)]
            stops.append(stop_once(engine, stop, chance.uniform(0, 0.2)))
            engine.pause(chance.uniform(0, 0.1))
            plain.append(engine.time(b"name\n"))
        engine.time(b"quit\n")
        slow |= row(f"stop {size}x{size}", stops) >= 20
        row("name", plain)
    if slow:
        sys.exit("the median is 20 ms or more")


if __name__ == "__main__":
    main()
