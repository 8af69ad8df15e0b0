"""Mutants, their names that outlive a move of the code, and those known to change nothing."""

import hashlib
import tomllib
from dataclasses import dataclass, field

VERDICTS = ("caught", "missed", "unviable", "timeout")


@dataclass(frozen=True)
class Mutant:
    # As cargo-mutants prints it, with line and column.
    name: str
    file: str
    # The change without its place, `replace < with <= in f`.
    change: str
    # The line of the source that the change begins in.
    line: str
    # Counts equal changes of equal lines.
    number: int
    # All that cargo-mutants says about it.
    found: dict = field(compare=False, repr=False)

    @property
    def key(self):
        """The mutant without line numbers, which move with the code."""
        return (self.file, self.change, self.line)


def sample(mutants, size, seed):
    """Chooses mutants at random. The choice of one does not depend on the others, so it
    stays the same when other code changes."""

    def rank(mutant):
        return hashlib.sha256(repr((seed, mutant.key, mutant.number)).encode()).digest()

    chosen = set(sorted(mutants, key=rank)[:size])
    return [mutant for mutant in mutants if mutant in chosen]


def read_explained(path):
    """Reads the mutants that change nothing a test could see."""
    entries = tomllib.loads(path.read_text()).get("mutant", [])
    for entry in entries:
        if not entry["reason"].strip():
            raise ValueError(f"{path}: an entry has no reason: {entry}")
    return [(entry["file"], entry["change"], entry["line"]) for entry in entries]


def explain(mutants, explained):
    """Returns those of the mutants that are explained, with their entries."""
    known = set(explained)
    return {mutant: mutant.key for mutant in mutants if mutant.key in known}
