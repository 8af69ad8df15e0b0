"""Kills processes that work below a folder, with SIGKILL. Called by scripts/machines.sh:

    kill.py FOLDER matches NUMBER   that many matches, at random, one after another
    kill.py FOLDER tree PID         a process with its descendants, wherever they work
    kill.py FOLDER all              whatever still works there

Fails if the matches end before they are all killed.
"""

import os
import pathlib
import random
import signal
import sys
import time

PATIENCE = 60
"""The longest time without a match, in seconds."""


def processes():
    """Yields the folders in /proc of all processes."""
    return (entry for entry in pathlib.Path("/proc").iterdir() if entry.name.isdigit())


def words(process):
    return (process / "cmdline").read_bytes().split(b"\0")


def below(folder, is_wanted):
    """Returns the wanted processes whose working directory is in the folder."""
    found = []
    for process in processes():
        try:
            place = pathlib.Path(os.readlink(process / "cwd"))
            if (place == folder or folder in place.parents) and is_wanted(process):
                found.append(int(process.name))
        except OSError:
            pass  # It has ended, or belongs to somebody else.
    return sorted(found)


def is_match(process):
    command = words(process)
    return command[0].endswith(b"ponnuki") and command[1:2] == [b"match"]


def end(pid):
    """Returns whether the process was there to be killed."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def kill_matches(folder, number):
    generator = random.Random(7)
    killed = 0
    seen = time.monotonic()
    while killed < number:
        time.sleep(generator.uniform(0.1, 1.2))
        matches = below(folder, is_match)
        if matches:
            seen = time.monotonic()
            killed += end(generator.choice(matches))
        elif time.monotonic() - seen > PATIENCE:
            sys.exit(f"only {killed} matches instead of {number} were there to be killed")


def tree(pid):
    """Returns a process and its descendants."""
    children = {}
    for process in processes():
        try:
            # The name before it, in parentheses, may contain anything.
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(process.name))
    found = [pid]
    for parent in found:
        found += children.get(parent, [])
    return found


def main(folder, what, *number):
    folder = pathlib.Path(folder).resolve()
    if what == "matches":
        kill_matches(folder, int(number[0]))
    elif what == "tree":
        for pid in tree(int(number[0])):
            end(pid)
    else:
        for pid in below(folder, lambda process: process.name != str(os.getpid())):
            end(pid)


main(*sys.argv[1:])
