"""A GTP program as a child process. Commands may be sent without waiting for the answers,
which are counted by the empty lines that end them."""

import random
import subprocess
import threading


class Broken(Exception):
    """A program ended, or its output is not a valid answer."""


class Engine:
    """A running program."""

    def __init__(self, label, command, stderr=subprocess.DEVNULL):
        self.label = label
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, bufsize=0
        )
        self.answered = 0
        self.refused = 0
        # The last bytes read. An answer begins after an empty line.
        self.tail = b"\n\n"

    def send(self, text):
        """Sends the bytes of some lines."""
        try:
            self.process.stdin.write(text)
        except BrokenPipeError as error:
            raise Broken(f"{self.label} has ended") from error

    def feed(self, texts):
        """Sends byte strings from another thread, which it returns."""

        def send():
            try:
                for text in texts:
                    self.send(text)
            except Broken:
                pass  # The reader reports the missing answers.

        thread = threading.Thread(target=send, daemon=True)
        thread.start()
        return thread

    def read(self, count):
        """Reads until `count` more answers are complete. Returns all bytes that have come."""
        wanted = self.answered + count
        raw = bytearray(self.tail)
        while self.answered < wanted:
            before = len(raw)
            raw += self.process.stdout.read(1 << 16)
            if len(raw) == before:
                raise Broken(f"{self.label} has ended after {self.answered} answers")
            # An empty line may be split between two reads.
            self.answered += raw.count(b"\n\n", before - 1)
            self.refused += raw.count(b"\n\n?", before - 2)
        self.tail = bytes(raw[-2:])
        return bytes(raw[2:])

    def ask(self, *commands):
        """Returns the answers to some commands with their signs."""
        self.send("".join(f"{line}\n" for line in commands).encode())
        return self.read(len(commands)).decode().split("\n\n")[:-1]

    def must(self, command):
        """Returns the answer to a command that may not fail."""
        answer = self.ask(command)[0]
        if not answer.startswith("="):
            raise Broken(f"{self.label} refuses {command}: {answer[1:].strip()}")
        return answer[1:].strip()

    def close(self):
        """Ends the program by closing its input. Returns its status."""
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(60)


def generator(*words):
    """Returns a random number generator seeded by the words alone, the same on every version
    of Python."""
    return random.Random("/".join(map(str, words)))
