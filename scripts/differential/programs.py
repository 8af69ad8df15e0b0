"""Starts the two programs over GTP and sends them many commands at once."""

import subprocess

from board import BLACK, WHITE, name, vertex

ENGINE_OPTIONS = ["--seed", "1", "--quiet"]

# GNU Go's option for each ko rule.
GNUGO_RULE = {
    "simple": "--simple-ko",
    "positional": "--positional-superko",
    "situational": "--situational-superko",
}


class Broken(Exception):
    """A program ended, or its output is not a valid answer."""


class Program:
    """A GTP program."""

    def __init__(self, label, command):
        self.label = label
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )

    def ask(self, commands, count):
        """Sends the bytes of `count` commands and returns their raw answers."""
        try:
            self.process.stdin.write(commands)
        except BrokenPipeError as error:
            raise Broken(f"{self.label} has ended") from error
        raw = bytearray()
        missing = count
        while missing:
            read = self.process.stdout.read(1 << 16)
            if not read:
                raise Broken(f"{self.label} has ended")
            # An answer ends with an empty line, which may be split between two reads.
            seam = raw[-1:]
            raw += read
            missing -= (bytes(seam) + read).count(b"\n\n")
        return bytes(raw)

    def answers(self, commands):
        """Returns the answers to some commands, as pairs of success flag and text."""
        raw = self.ask("".join(f"{line}\n" for line in commands).encode(), len(commands))
        return [(text.startswith("="), text[1:].strip()) for text in raw.decode().split("\n\n")[: len(commands)]]

    def must(self, command):
        """Returns the answer to a command that must not fail."""
        success, text = self.answers([command])[0]
        if not success:
            raise Broken(f"{self.label} refuses {command}: {text}")
        return text

    def close(self):
        """Ends the program by closing its input."""
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(timeout=30)


def start_engine(path, ko, suicide="forbidden"):
    """Starts our engine under a ko rule."""
    return Program("ponnuki", [path, *ENGINE_OPTIONS, "--ko", ko, "--suicide", suicide])


def start_gnugo(path, ko, suicide="--forbid-suicide"):
    """Starts GNU Go under the ko rule of the same name."""
    return Program("gnugo", [path, "--mode", "gtp", "--quiet", GNUGO_RULE[ko], suicide])


def questions(size):
    """Returns the lines that ask `is_legal` for both colours on every point, as one text."""
    lines = [
        f"is_legal {name(color)} {vertex(size, point)}\n" for color in (BLACK, WHITE) for point in range(size * size)
    ]
    return "".join(lines).encode()
