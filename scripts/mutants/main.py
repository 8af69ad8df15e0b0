"""Runs the tests on mutants of the source, module by module. Called by scripts/mutants.sh:

main.py --work FOLDER [--sample N] [--seed S] [--list] [MODULE...]
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


def arguments(modules):
    parser = argparse.ArgumentParser(prog="mutants.sh")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--sample", type=int, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("modules", nargs="*", metavar="MODULE")
    given = parser.parse_args()
    unknown = [name for name in given.modules if name not in modules]
    if unknown:
        parser.error(f"there is no module {unknown[0]}; the modules are {', '.join(modules)}")
    return given


def module_of(file, modules):
    """Returns the module that names a file, or else the nearest folder above it."""
    for path in (file, *file.parents):
        for name, module in modules.items():
            if str(path) in module["files"]:
                return name
    raise SystemExit(f"mutants.sh: {file} is in no module of {HERE / 'modules.toml'}")


def judge(switched, tool, module, mutants):
    """Runs the tests of the module in order and returns the verdict on each mutant. Those
    that could not be built into one program are built one by one."""
    verdicts = {mutant: "unviable" for mutant in mutants if mutant in switched.unviable}
    left = [mutant for mutant in mutants if mutant not in verdicts]
    for tests in module["tests"]:
        together = [mutant for mutant in left if mutant in switched.numbers]
        alone = [mutant for mutant in left if mutant not in switched.numbers]
        stage = switched.run(together, tests) | tool.run(alone, tests)
        verdicts |= stage
        left = [mutant for mutant in left if stage[mutant] == "missed"]
    return verdicts


def report(name, module, chosen, verdicts, explained):
    """Prints the figures of a module and returns the number of faults."""
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


def stale(module_mutants, explained):
    """Returns the entries for the files of these mutants that match none of them."""
    files = {mutant.file for mutant in module_mutants}
    keys = {mutant.key for mutant in module_mutants}
    return [entry for entry in explained if entry[0] in files and entry not in keys]


def main():
    modules = tomllib.loads((HERE / "modules.toml").read_text())
    explained = read_explained(HERE / "explained.toml")
    given = arguments(modules)
    for file in Path("src").rglob("*.rs"):
        module_of(file, modules)
    given.work.mkdir(parents=True, exist_ok=True)
    lock = (given.work / "lock").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    copy_checkout(given.work / "tree")
    tool = CargoMutants(given.work)
    in_modules = {name: [] for name in given.modules or modules}
    for mutant in tool.list():
        in_modules.get(module_of(Path(mutant.file), modules), []).append(mutant)
    chosen = in_modules
    if given.sample is not None:
        chosen = {name: sample(mutants, given.sample, given.seed) for name, mutants in in_modules.items()}
    if given.list:
        print("\n".join(mutant.name for mutants in chosen.values() for mutant in mutants))
        return 0
    targets = {tests.partition(" -- ")[0] for name in chosen for tests in modules[name]["tests"]}
    switched = Switched(given.work, [mutant for mutants in chosen.values() for mutant in mutants], sorted(targets))
    faults = 0
    for name, mutants in chosen.items():
        for entry in stale(in_modules[name], explained):
            faults += 1
            print(f"{name}: no mutant is described by {' | '.join(entry)}")
        print(f"{name}: {len(mutants)} of {len(in_modules[name])} mutants", flush=True)
        faults += report(name, modules[name], mutants, judge(switched, tool, modules[name], mutants), explained)
        sys.stdout.flush()
    return 1 if faults else 0


sys.exit(main())
