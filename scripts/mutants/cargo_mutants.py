"""Runs cargo-mutants on the copied tree."""

import json
import os
import re
import subprocess
from collections import Counter

from mutant import VERDICTS, Mutant


class CargoMutants:
    def __init__(self, work):
        self.tree = work / "tree"
        self.out = work / "one-by-one"
        self.target = (work / "target").resolve()
        self.environment = os.environ | {"CARGO_TARGET_DIR": str(self.target)}

    def list(self):
        """Returns all mutants of the program."""
        # It knows tests under cfg(test) only, not those under cfg(all(test, unix)) nor fuzz targets.
        no_tests = "--exclude-re=(replace|in) (tests|testing)::"
        listing = self.command("--list", "--json", no_tests, "--exclude=src/bin/ponnuki/corpus/**")
        done = subprocess.run(listing, check=True, capture_output=True, env=self.environment)
        seen = Counter()
        mutants = []
        for found in json.loads(done.stdout):
            _, change = re.fullmatch(r"(.*?:\d+:\d+): (.*)", found["name"]).groups()
            line = self.line(found["file"], found["span"]["start"]["line"])
            key = (found["file"], change, line)
            mutants.append(Mutant(found["name"], *key, seen[key], found))
            seen[key] += 1
        return mutants

    def run(self, mutants, tests):
        """Returns the verdict of these tests on each of the mutants."""
        if not mutants:
            return {}
        subprocess.run(["rm", "-rf", self.out], check=True)
        self.out.mkdir()
        files = {f"--file={mutant.file}" for mutant in mutants}
        chosen = [f"--re={pattern(mutant)}" for mutant in mutants]
        # The target is for the build too; otherwise it would build all targets.
        target, _, names = tests.partition(" -- ")
        options = ["--in-place", "--no-shuffle", f"--output={self.out}", f"--cargo-arg={target}"]
        command = self.command(*options, *files, *chosen, "--", "--", *names.split())
        with (self.out / "log").open("w") as log:
            done = subprocess.run(
                command, check=False, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment
            )
        # 2: some were missed; 3: some ran into the time limit.
        if done.returncode not in (0, 2, 3):
            raise SystemExit(f"mutants.sh: cargo-mutants failed; see {self.out / 'log'}")
        self.check_links()
        by_name = {mutant.name: mutant for mutant in mutants}
        verdicts = {}
        for word in VERDICTS:
            for name in (self.out / "mutants.out" / f"{word}.txt").read_text().splitlines():
                # --re lets some deletions of fields pass that were not asked for.
                if name in by_name:
                    verdicts[by_name[name]] = word
        if len(verdicts) != len(mutants):
            raise SystemExit(f"mutants.sh: {len(mutants) - len(verdicts)} mutants have no verdict; see {self.out}")
        return verdicts

    def check_links(self):
        """Fails if a build failed in the linker: that says nothing about the mutant."""
        for log in (self.out / "mutants.out" / "log").iterdir():
            if "error: linking with" in log.read_text(errors="replace"):
                raise SystemExit(f"mutants.sh: a build could not be linked; remove {self.target} and see {log}")

    def command(self, *options):
        return ["cargo", "mutants", f"--dir={self.tree}", "--colors=never", *options]

    def line(self, file, number):
        return (self.tree / file).read_text().splitlines()[number - 1].strip()


def pattern(mutant):
    """Returns the regular expression that matches the name of this mutant alone."""
    return "^" + re.sub(r"([\\.+*?()|\[\]{}^$#&~-])", r"\\\1", mutant.name) + "$"
