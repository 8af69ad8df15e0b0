"""Runs cargo-mutants on a module of the source. Called by scripts/check/mutants.sh:

main.py FOLDER MODULE [OPTION...]
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

MODULES = tomllib.loads(Path("scripts/check/mutants/modules.toml").read_text())

# The exit status of cargo-mutants.
MISSED = 2
TIMEOUT = 3


def module_of(file):
    """Returns the module that names a file, or else the nearest folder above it."""
    for path in (file, *file.parents):
        for name, module in MODULES.items():
            if str(path) in module["files"]:
                return name
    raise SystemExit(f"mutants.sh: {file} is in no module of scripts/check/mutants/modules.toml")


def exactly(name):
    """Returns the option that chooses the mutant of this name."""
    # A backslash before < or > is not an escape.
    return "--re=^" + re.sub(r"[^\w\s<>]", r"\\\g<0>", name) + "$"


def main(folder, name, *options):
    if name not in MODULES:
        raise SystemExit(f"mutants.sh: there is no module {name}; the modules are {', '.join(MODULES)}")
    files = [f"--file={file}" for file in sorted(Path("src").rglob("*.rs")) if module_of(file) == name]
    for tests in MODULES[name]["tests"]:
        # The target is for the build too; otherwise it would build all targets.
        package, target, *filters = tests.split()
        command = ["cargo", "mutants", "--no-shuffle", f"--output={folder}", f"--test-package={package}"]
        command += [f"--cargo-arg={target}", *files, *options, "--", "--", *filters]
        done = subprocess.run(command, check=False)
        if done.returncode != MISSED:
            return 0 if done.returncode == TIMEOUT else done.returncode
        missed = (Path(folder) / "mutants.out/missed.txt").read_text().splitlines()
        options = list(map(exactly, missed))
    print(f"mutants.sh: {len(missed)} mutants survive all tests of {name}:", *missed, sep="\n  ")
    return 1


sys.exit(main(*sys.argv[1:]))
