"""Counts words that say too little, in the comments of the Rust source, and fails above the
limits. Called by scripts/check.sh. The words have good uses, so the limits are not 0; lower
them when a count has fallen."""

import re
import subprocess
import sys
from pathlib import Path

# Each word with its limit.
LIMITS = {
    r"texts?": 80,
    r"places?": 40,
    r"the number of": 300,
    r"such": 60,
    r"(?:has|have) (?:no )?use for": 4,
    r"as it stands": 6,
    r"nobody": 6,
    r"of (?:its|their) own": 15,
    r"^(?:It|They|Its|Their) ": 6,
}


def comments():
    """Returns the comments and documentation, a block in each string."""
    names = subprocess.run(["git", "ls-files", "-z", "src/*.rs"], check=True, capture_output=True, text=True).stdout
    for name in names.split("\0")[:-1]:
        lines = Path(name).read_text().splitlines()
        block = []
        for line in [*lines, ""]:
            if comment := re.match(r"\s*//[/!]? ?(.*)", line):
                block.append(comment[1])
            elif block:
                yield " ".join(block)
                block = []


def main():
    blocks = list(comments())
    faults = 0
    for word, limit in LIMITS.items():
        pattern = re.compile(word if word.startswith("^") else rf"\b{word}\b", re.IGNORECASE)
        count = sum(len(pattern.findall(block)) for block in blocks)
        print(f"{word:32} {count:>6} of {limit}")
        faults += count > limit
    return 1 if faults else 0


sys.exit(main())
