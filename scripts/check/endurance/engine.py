"""Our engine over GTP, with its memory and processor time as the system counts them."""

import os
import subprocess

import gtp

SEED = "[info] random seed: 1\n"


class Fault(Exception):
    """The engine did something unexpected."""


def expect(fine, sentence):
    """Raises a Fault with this sentence unless `fine` holds."""
    if not fine:
        raise Fault(sentence)


class Engine(gtp.Engine):
    """A running engine."""

    def __init__(self, path, *options):
        super().__init__("the engine", [path, "--seed", "1", *options], stderr=subprocess.PIPE)

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
        """Closes the input. The engine must end with status 0 and must have written nothing but
        the seed to standard error."""
        status = self.close()
        log = self.process.stderr.read().decode()
        expect(status == 0, f"status {status}: {log}")
        expect(log == SEED, f"on standard error: {log}")
