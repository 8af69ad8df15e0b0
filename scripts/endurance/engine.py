"""The engine behind GTP: feeding it without waiting, counting its answers, and
what the system knows about its memory and time."""

import os
import random
import subprocess
import threading


class Fault(Exception):
    """The engine did not do what it should."""


def expect(fine, sentence):
    """Fails with the sentence unless all is fine."""
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
        """Sends texts, bytes, from another thread."""

        def send():
            try:
                for text in texts:
                    self.process.stdin.write(text)
            except BrokenPipeError:
                pass  # The reader notices that no answer comes.

        thread = threading.Thread(target=send, daemon=True)
        thread.start()
        return thread

    def read(self, count):
        """Reads at least until `count` answers more have come; gives back them raw."""
        wanted = self.answered + count
        raw = bytearray(b"\n\n")
        while self.answered < wanted:
            read = self.process.stdout.read(1 << 16)
            expect(read, f"the engine ended after {self.answered} answers")
            # The first bytes repeat the end of what came before.
            seam = bytes(raw[-1:]) if self.answered or len(raw) > 2 else b""
            self.answered += (seam + read).count(b"\n\n")
            self.refused += (raw[-2:] + read).count(b"\n\n?")
            raw += read
        return bytes(raw[2:])

    def ask(self, *commands):
        """The answers to some commands."""
        self.process.stdin.write("".join(f"{one}\n" for one in commands).encode())
        return self.read(len(commands)).decode().split("\n\n")[:-1]

    def status(self, key):
        """A figure of /proc/PID/status: memory in KiB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as lines:
            return next(int(line.split()[1]) for line in lines if line.startswith(key + ":"))

    def cpu_seconds(self):
        """The time that all its threads have computed."""
        total = 0
        folder = f"/proc/{self.process.pid}/task"
        for thread in os.listdir(folder):
            with open(f"{folder}/{thread}/schedstat", encoding="ascii") as figures:
                total += int(figures.read().split()[0])
        return total / 1e9

    def end(self):
        """Ends the input: the engine must end with status 0 and have said nothing on
        standard error but the seed."""
        self.process.stdin.close()
        told = self.process.stderr.read().decode()
        expect(self.process.wait(60) == 0, f"status {self.process.returncode}: {told}")
        expect(told == "[info] random seed: 1\n", f"on standard error: {told}")


def generator(*words):
    """A generator that the words alone decide."""
    return random.Random("/".join(map(str, words)))


def letters(size):
    """The letters of the columns."""
    return "ABCDEFGHJKLMNOPQRSTUVWXYZ"[:size]
