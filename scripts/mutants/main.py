"""Runs the tests on mutants of the source, room by room. Called by scripts/mutants.sh:

main.py --work FOLDER [--sample N] [--seed S] [--list] [ROOM...]
"""

import argparse
import fcntl
import sys
import tomllib
from pathlib import Path

from cargo_mutants import CargoMutants
from mutant import VERDICTS, explain, read_explained, sample
from switched import Switched
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


def room_of(file, rooms):
    """Returns the room that names a file, or else the nearest folder above it."""
    for path in (file, *file.parents):
        for name, room in rooms.items():
            if str(path) in room["files"]:
                return name
    raise SystemExit(f"mutants.sh: {file} is in no room of {HERE / 'rooms.toml'}")


def judge(switched, tool, room, mutants):
    """Runs the tests of the room in order and returns the verdict on each mutant. Those
    that could not be built into one program are built one by one."""
    verdicts = {mutant: "unviable" for mutant in mutants if mutant in switched.unviable}
    left = [mutant for mutant in mutants if mutant not in verdicts]
    for tests in room["tests"]:
        together = [mutant for mutant in left if mutant in switched.numbers]
        alone = [mutant for mutant in left if mutant not in switched.numbers]
        stage = switched.run(together, tests) | tool.run(alone, tests)
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
    for file in Path("src").rglob("*.rs"):
        room_of(file, rooms)
    given.work.mkdir(parents=True, exist_ok=True)
    lock = (given.work / "lock").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    copy_checkout(given.work / "tree")
    tool = CargoMutants(given.work)
    in_rooms = {name: [] for name in given.rooms or rooms}
    for mutant in tool.list():
        in_rooms.get(room_of(Path(mutant.file), rooms), []).append(mutant)
    chosen = in_rooms
    if given.sample is not None:
        chosen = {name: sample(mutants, given.sample, given.seed) for name, mutants in in_rooms.items()}
    if given.list:
        print("\n".join(mutant.name for mutants in chosen.values() for mutant in mutants))
        return 0
    targets = {tests.partition(" -- ")[0] for name in chosen for tests in rooms[name]["tests"]}
    switched = Switched(given.work, [mutant for mutants in chosen.values() for mutant in mutants], sorted(targets))
    faults = 0
    for name, mutants in chosen.items():
        for entry in stale(in_rooms[name], explained):
            faults += 1
            print(f"{name}: no mutant is described by {' | '.join(entry)}")
        print(f"{name}: {len(mutants)} of {len(in_rooms[name])} mutants", flush=True)
        faults += report(name, rooms[name], mutants, judge(switched, tool, rooms[name], mutants), explained)
        sys.stdout.flush()
    return 1 if faults else 0


sys.exit(main())
