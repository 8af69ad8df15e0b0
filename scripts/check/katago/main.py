"""Replays KataGo's conversations with `ponnuki analysis`. Called by scripts/check/katago.sh:

main.py ENGINE CPP DIFFERENCES
"""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

from compare import Comparison
from runs import read_runs, with_threads

THREADS = (2, 4)
# The seconds that a conversation may take.
PATIENCE = 120


def main():
    engine, cpp, differences = sys.argv[1:]
    comparison = Comparison(Path(differences))
    runs = read_runs(Path(cpp))
    replayed = []
    for run in runs:
        answers = ask(engine, run.options, run)
        replayed.append((run, comparison.compare(run, answers)))
        for threads in THREADS:
            again = ask(engine, with_threads(run.options, threads), run)
            if as_lines(again) != as_lines(answers):
                comparison.find(run.name, "value", "threads", f"other answers with {threads} threads")
    comparison.compare_sides(replayed)
    comparison.compare_hashes(replayed)
    faults = comparison.faults()
    if not comparison.counts["analyses"]:
        faults.append("no analysis was compared")
    counts = ", ".join(f"{number} {name}" for name, number in comparison.counts.items())
    print(f"{len(runs)} conversations, again with {' and '.join(map(str, THREADS))} threads: {counts}")
    for fault in faults:
        print(fault)
    if faults:
        print(f"{len(faults)} faults")
        sys.exit(1)


def ask(engine, options, run):
    """Returns the answers to all queries of a run."""
    queries = run.queries.read_bytes()
    command = [engine, "analysis", *options]
    done = subprocess.run(command, input=queries, capture_output=True, check=False, timeout=PATIENCE)
    if done.returncode:
        sys.exit(f"{run.name}: status {done.returncode}: {done.stderr.decode()}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def as_lines(answers):
    return Counter(json.dumps(answer, sort_keys=True) for answer in answers)


if __name__ == "__main__":
    main()
