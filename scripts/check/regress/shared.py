"""Checks the answers of this engine to the tests of commands that it shares with GNU Go.

  shared.py RESULTS.jsonl

An unconditional status may be `undecided` where GNU Go proves more, but never another one
than GNU Go's. A restricted move must be one of those given; which one is a matter of strength.
Exits with 1 on any other answer.
"""

import json
import sys
from collections import Counter
from pathlib import Path


def main():
    lines = Path(sys.argv[1]).read_text().splitlines()[1:]
    tests = [(json.loads(line)["path"], test) for line in lines for test in json.loads(line)["tests"]]
    counts = Counter()
    faults = []
    for path, test in tests:
        name, *arguments = test["command"].split()
        is_expected = test["verdict"] in ("pass", "unexpected-pass")
        counts[name, "as expected" if is_expected else "otherwise"] += 1
        permitted = arguments[1:] if name == "restricted_genmove" else ["undecided"]
        if not is_expected and test["given"] not in permitted:
            faults.append(f"{Path(path).name}:{test['number']}: {test['command']}: {test['given']}")
    for (name, verdict), number in sorted(counts.items()):
        print(f"{name}: {number} {verdict}")
    for fault in faults:
        print(fault)
    if faults or not tests:
        print(f"{len(faults)} faults")
        sys.exit(1)


if __name__ == "__main__":
    main()
