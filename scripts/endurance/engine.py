"""The engine over GTP: sends commands without waiting, counts the answers, and reads
the engine's memory and processor time from the system."""

import os
import random
import subprocess
import threading


class Fault(Exception):
    """The engine did something unexpected."""


def expect(fine, sentence):
    """Raises a Fault with this sentence unless `fine` holds."""
    if not fine:
        raise Fault(sentence)


class Engine:
    """A running engine."""

    def __init__(self, path, *options):
        self.process = subprocess.Popen(
            [path, "--seed", "1", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        self.answered = 0
        self.refused = 0

    def feed(self, texts):
        """Sends byte strings from another thread."""

        def send():
            try:
                for text in texts:
                    self.process.stdin.write(text)
            except BrokenPipeError:
                pass  # The reader reports the missing answers.

        thread = threading.Thread(target=send, daemon=True)
        thread.start()
        return thread

    def read(self, count):
        """Reads until at least `count` more answers have come. Returns their bytes."""
        wanted = self.answered + count
        raw = bytearray(b"\n\n")
        while self.answered < wanted:
            read = self.process.stdout.read(1 << 16)
            expect(read, f"the engine ended after {self.answered} answers")
            # An answer's end may be split between two reads.
            seam = bytes(raw[-1:]) if self.answered or len(raw) > 2 else b""
            self.answered += (seam + read).count(b"\n\n")
            self.refused += (raw[-2:] + read).count(b"\n\n?")
            raw += read
        return bytes(raw[2:])

    def ask(self, *commands):
        """Returns the answers to some commands."""
        self.process.stdin.write("".join(f"{one}\n" for one in commands).encode())
        return self.read(len(commands)).decode().split("\n\n")[:-1]

    def status(self, key):
        """Returns a figure of /proc/PID/status, in KiB for memory."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as lines:
            return next(int(line.split()[1]) for line in lines if line.startswith(key + ":"))

    def cpu_seconds(self):
        """Returns the processor time of all its threads, in seconds."""
        total = 0
        folder = f"/proc/{self.process.pid}/task"
        for thread in os.listdir(folder):
            with open(f"{folder}/{thread}/schedstat", encoding="ascii") as figures:
                total += int(figures.read().split()[0])
        return total / 1e9

    def end(self):
        """Closes the input. The engine must end with status 0 and must have written
        nothing but the seed to standard error."""
        self.process.stdin.close()
        log = self.process.stderr.read().decode()
        expect(self.process.wait(60) == 0, f"status {self.process.returncode}: {log}")
        expect(log == "[info] random seed: 1\n", f"on standard error: {log}")


def generator(*words):
    """Returns a random number generator seeded by the words alone."""
    return random.Random("/".join(map(str, words)))


def letters(size):
    """Returns the column letters of a board of this size."""
    return "ABCDEFGHJKLMNOPQRSTUVWXYZ"[:size]
