"""Runs cargo-mutants over rooms of the source. Called by scripts/mutants.sh:

main.py --work FOLDER [--sample N] [--seed S] [--list] [ROOM...]
"""

import argparse
import fcntl
import sys
import tomllib
from pathlib import Path

from cargo_mutants import CargoMutants
from mutant import VERDICTS, explain, read_explained, sample
from tree import copy_checkout

HERE = Path("scripts/mutants")


def arguments(rooms):
    parser = argparse.ArgumentParser(prog="mutants.sh")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--sample", type=int, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("rooms", nargs="*", metavar="ROOM")
    given = parser.parse_args()
    unknown = [name for name in given.rooms if name not in rooms]
    if unknown:
        parser.error(f"there is no room {unknown[0]}; the rooms are {', '.join(rooms)}")
    return given


def judge(tool, room, mutants):
    """Runs the tests of the room in order and returns the verdict on each mutant."""
    verdicts = {}
    left = mutants
    for tests in room["tests"]:
        if not left:
            break
        stage = tool.run(left, room, tests)
        verdicts |= stage
        left = [mutant for mutant in left if stage[mutant] == "missed"]
    return verdicts


def report(name, room, chosen, verdicts, explained):
    """Prints the figures of a room and returns the number of faults."""
    counts = {word: list(verdicts.values()).count(word) for word in VERDICTS}
    listed = explain(chosen, explained)
    missed = [mutant for mutant in chosen if verdicts[mutant] == "missed"]
    figures = ", ".join(f"{word} {number}" for word, number in counts.items())
    print(f"{name}: {figures} (of the missed {sum(m in listed for m in missed)} explained)")
    faults = 0
    for mutant in missed:
        if mutant not in listed:
            faults += 1
            print(f"  survived: {mutant.name}\n    {mutant.line}")
    for mutant in listed:
        if verdicts[mutant] != "missed":
            faults += 1
            print(f"  listed as changing nothing, but {verdicts[mutant]}: {mutant.name}")
    return faults


def stale(room_mutants, explained):
    """Returns the entries for the files of these mutants that match none of them."""
    files = {mutant.file for mutant in room_mutants}
    keys = {mutant.key for mutant in room_mutants}
    return [entry for entry in explained if entry[0] in files and entry not in keys]


def main():
    rooms = tomllib.loads((HERE / "rooms.toml").read_text())
    explained = read_explained(HERE / "explained.toml")
    given = arguments(rooms)
    given.work.mkdir(parents=True, exist_ok=True)
    lock = (given.work / "lock").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    copy_checkout(given.work / "tree")
    faults = 0
    for name in given.rooms or rooms:
        room = rooms[name]
        tool = CargoMutants(given.work, name)
        mutants = tool.list(room)
        for entry in stale(mutants, explained):
            faults += 1
            print(f"{name}: no mutant is described by {' | '.join(entry)}")
        chosen = mutants if given.sample is None else sample(mutants, given.sample, given.seed)
        if given.list:
            print("\n".join(mutant.name for mutant in chosen))
            continue
        print(f"{name}: {len(chosen)} of {len(mutants)} mutants", flush=True)
        faults += report(name, room, chosen, judge(tool, room, chosen), explained)
        sys.stdout.flush()
    return 1 if faults else 0


sys.exit(main())
