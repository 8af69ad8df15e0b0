"""The two programs behind GTP: what starts them, and asking many things at once."""

import subprocess

from board import BLACK, WHITE, name, vertex

ENGINE_OPTIONS = ["--seed", "1", "--quiet"]

# How each program is told the rule.
GNUGO_RULE = {
    "simple": "--simple-ko",
    "positional": "--positional-superko",
    "situational": "--situational-superko",
}


class Broken(Exception):
    """A program ended, or answered something that is no answer."""


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
        """Sends `count` commands, bytes, and gives back their raw answers."""
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
            # An answer ends with an empty line, which two reads may share.
            seam = raw[-1:]
            raw += read
            missing -= (bytes(seam) + read).count(b"\n\n")
        return bytes(raw)

    def answers(self, commands):
        """The answers to some commands, as pairs of success and text."""
        raw = self.ask("".join(f"{line}\n" for line in commands).encode(), len(commands))
        return [
            (text.startswith("="), text[1:].strip())
            for text in raw.decode().split("\n\n")[: len(commands)]
        ]

    def must(self, command):
        """The answer to a command that cannot fail."""
        success, text = self.answers([command])[0]
        if not success:
            raise Broken(f"{self.label} refuses {command}: {text}")
        return text

    def close(self):
        """Ends the program by ending its input."""
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(timeout=30)


def start_engine(path, ko, suicide="forbidden"):
    """Our engine under a ko rule."""
    return Program("ponnuki", [path, *ENGINE_OPTIONS, "--ko", ko, "--suicide", suicide])


def start_gnugo(path, ko, suicide="--forbid-suicide"):
    """GNU Go under the rule of the same name."""
    return Program("gnugo", [path, "--mode", "gtp", "--quiet", GNUGO_RULE[ko], suicide])


def questions(size):
    """`is_legal` for both colours on every point, as one text."""
    lines = [
        f"is_legal {name(color)} {vertex(size, point)}\n"
        for color in (BLACK, WHITE)
        for point in range(size * size)
    ]
    return "".join(lines).encode()
