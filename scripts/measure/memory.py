"""Measures the peak memory of the commands that read many records of games."""

import os
import sys

LIMIT = 200
"""The memory that each command may need, in megabytes."""


def grow(source, target, games):
    """Copies records under new numbers until there are enough."""
    with open(source, encoding="utf-8") as file:
        lines = file.readlines()
    parts = []
    for line in lines:
        before, after = line.split(',"game":', 1)
        parts.append((before + ',"game":', "," + after.split(",", 1)[1]))
    with open(target, "w", encoding="utf-8") as file:
        for game in range(games):
            before, after = parts[game % len(parts)]
            file.write(f"{before}{game}{after}")


def peak(words):
    """Runs a command that must succeed. Returns its peak memory in megabytes.

    The peak of this script, before the command takes its place, counts too: some 16 MB.
    """
    pid = os.posix_spawn(
        words[0],
        words,
        os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
    )
    _, status, usage = os.wait4(pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(words)}: status {os.waitstatus_to_exitcode(status)}")
    return usage.ru_maxrss / 1024


def main():
    """Prints the peak of each command."""
    folder, games, *match = sys.argv[1:]
    few, many = f"{folder}/few.jsonl", f"{folder}/many.jsonl"
    grow(few, many, int(games))
    print(f"{games} games, {os.path.getsize(many) / 2**20:.0f} MB of records")
    engine = match[0]
    report = [engine, "match", "report", many]
    page = f"{folder}/page.html"
    merge = [engine, "match", "merge", many, "--out", f"{folder}/merged.jsonl"]
    commands = {
        "report": report,
        "report --html": [*report, "--html", page],
        "merge": merge,
        "match --resume, 100 more games": [
            *match,
            "--games",
            str(int(games) + 100),
            "--out",
            many,
            "--resume",
        ],
    }
    most = 0
    for name, words in commands.items():
        megabytes = peak(words)
        most = max(most, megabytes)
        print(f"{name + ':':32} {megabytes:6.1f} MB at the peak", flush=True)
    print(f"{'the page:':32} {os.path.getsize(page) / 2**20:6.1f} MB")
    if most > LIMIT:
        sys.exit(f"more than {LIMIT} MB")


if __name__ == "__main__":
    main()
