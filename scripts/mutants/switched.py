"""Builds many mutants into one program, in which an environment variable chooses one.

Each function with mutants becomes a choice between its body and those of its mutants, so
that the crate is built once and not once for each of them."""

import contextlib
import json
import os
import re
import signal
import subprocess
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from tree import copy_checkout

VARIABLE = "PONNUKI_MUTANT"

# Test programs with a harness of their own, which knows no --fail-fast.
OWN_HARNESS = {"--test=corpus", "--test=gtp", "--test=rules", "--test=status"}

# Appended to the library.
CHOOSER = f"""
extern crate self as ponnuki;
#[doc(hidden)]
pub fn chosen_mutant() -> u32 {{
    static CHOSEN: std::sync::LazyLock<u32> = std::sync::LazyLock::new(|| {{
        std::env::var("{VARIABLE}").map_or(0, |number| number.parse().expect("a number"))
    }});
    *CHOSEN
}}
"""


class Switched:
    """The tests of the program with these mutants."""

    def __init__(self, work, mutants, targets):
        self.work = work / "switched"
        self.work.mkdir(exist_ok=True)
        self.tree = self.work / "tree"
        self.numbers = {mutant: number for number, mutant in enumerate(mutants, 1)}
        self.unviable = set()
        self.programs = {}
        self.limits = {}
        # Most mutants that do not compile are in the library, which is built first.
        for wanted in [["--lib"], targets]:
            while self.build(wanted):
                pass

    def build(self, targets):
        """Builds tests. Forgets the mutants that cannot be built in, and returns whether
        there were any."""
        by_file = defaultdict(list)
        for mutant, number in self.numbers.items():
            by_file[mutant.file].append((number, mutant.found))
        changed = {Path("src/lib.rs"): Path("src/lib.rs").read_text()}
        kept, unviable = set(), set()
        for file, mutants in by_file.items():
            changed[Path(file)], built_in = switch(changed.get(Path(file)) or Path(file).read_text(), mutants)
            kept |= built_in
        changed[Path("src/lib.rs")] += CHOOSER
        copy_checkout(self.tree, changed)
        target = str((self.work / "target").resolve())
        environment = os.environ | {"CARGO_TARGET_DIR": target, "RUSTFLAGS": "--cap-lints=allow"}
        command = ["cargo", "test", "--no-run", "--no-fail-fast", "--profile=mutants"]
        command += [*targets, "--message-format=json"]
        with (self.work / "build.log").open("w") as log:
            done = subprocess.run(
                command, check=False, cwd=self.tree, env=environment, stdout=subprocess.PIPE, stderr=log
            )
        for message in map(json.loads, done.stdout.splitlines()):
            if message["reason"] == "compiler-artifact" and message["executable"] and message["profile"]["test"]:
                self.programs[option(message["target"])] = message["executable"]
            elif message["reason"] == "compiler-message" and message["message"]["level"] == "error":
                error, faulty = message["message"], set()
                for span in error["spans"]:
                    # Some tests include a file of the program.
                    file = Path(os.path.normpath(span["file_name"]))
                    if span["is_primary"] and file in changed:
                        faulty |= at_line(changed[file], span["line_start"])
                kept -= faulty
                # Two bodies that differ in their type may be right each by itself.
                if len(faulty) == 1 and error["code"] and error["code"]["code"] != "E0308":
                    unviable |= faulty
        before = len(self.numbers)
        self.unviable |= {mutant for mutant, number in self.numbers.items() if number in unviable}
        self.numbers = {mutant: number for mutant, number in self.numbers.items() if number in kept}
        if done.returncode and len(self.numbers) == before:
            raise SystemExit(f"mutants.sh: the build failed; see {self.work / 'build.log'}")
        return len(self.numbers) < before

    def run(self, mutants, tests):
        """Returns the verdicts of these tests on mutants that are built in."""
        target, _, names = tests.partition(" -- ")
        command = [self.programs[target], *names.split()]
        if target not in OWN_HARNESS:
            command += ["-Zunstable-options", "--fail-fast"]
        if tests not in self.limits:
            begun = time.monotonic()
            if self.verdict(command, 0, None) != "missed":
                raise SystemExit(f"mutants.sh: the tests {tests} fail without a mutant; see {self.work / 'log-0'}")
            # A busy machine must not pass for a mutant that runs for ever.
            self.limits[tests] = max(40, 10 * (time.monotonic() - begun))
        # The tests of programs mostly wait.
        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            judge = partial(self.verdict, command, limit=self.limits[tests])
            return dict(zip(mutants, pool.map(judge, [self.numbers[mutant] for mutant in mutants]), strict=True))

    def verdict(self, command, number, limit):
        """Runs tests on the mutant of this number; no mutant has the number 0."""
        with (self.work / f"log-{number}").open("w") as log:
            tests = subprocess.Popen(
                command,
                cwd=self.tree,
                # A stable test program takes --fail-fast only with the second variable.
                env=os.environ | {VARIABLE: str(number), "RUSTC_BOOTSTRAP": "1"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
            try:
                return "caught" if tests.wait(limit) else "missed"
            except subprocess.TimeoutExpired:
                return "timeout"
            finally:
                # The engines that the tests have started, too.
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(tests.pid, signal.SIGKILL)
                tests.wait()


def option(target):
    """Returns the option of cargo that chooses a target."""
    kind = target["kind"][0]
    return "--lib" if kind == "lib" else f"--{kind}={target['name']}"


def switch(text, mutants):
    """Returns the text in which numbers choose mutants, and those numbers. Mutants in a
    constant function or in none are left out."""
    lines = [0]
    for line in text.split("\n"):
        lines.append(lines[-1] + len(line) + 1)

    def places(span):
        return [lines[span[end]["line"] - 1] + span[end]["column"] - 1 for end in ("start", "end")]

    functions = defaultdict(list)
    for number, found in mutants:
        if not found["function"]:
            continue
        begin, end = places(found["function"]["span"])
        start, stop = places(found["span"])
        name = re.search(r"\w+(?=\W*$)", found["function"]["function_name"])[0]
        line = text.rfind("\n", 0, begin) + 1
        head = re.compile(rf"[^\n]*?\bfn\s+(?:r#)?{name}\b[^{{]*{{").search(text, line)
        if head and head.end() <= start and not re.search(r"\bconst\b.*\bfn\b", head[0]):
            body = text[head.end() : start] + found["replacement"] + text[stop : end - 1]
            functions[head.end(), end - 1].append((number, body))
    edits = []
    # Functions within others come first.
    for begin, end in sorted(functions, key=lambda function: function[1] - function[0]):
        bodies = functions[begin, end]
        inner = [edit for edit in edits if begin <= edit[0] and edit[1] <= end]
        edits = [edit for edit in edits if edit not in inner]
        arms = [f"{number} => {{\n// mutant {number}\n{body}\n// end\n}}\n" for number, body in bodies]
        numbers = " ".join(str(number) for number, _ in bodies)
        choice = (
            f"match ::ponnuki::chosen_mutant() {{\n{''.join(arms)}_ => {{{replaced(text, begin, end, inner)}\n}}\n}}"
        )
        edits.append((begin, end, f"\n// mutant {numbers}\n{choice}\n// end\n"))
    return replaced(text, 0, len(text), edits), {number for bodies in functions.values() for number, _ in bodies}


def replaced(text, begin, end, edits):
    """Returns a part of the text with parts of it replaced."""
    pieces = []
    for start, stop, new in sorted(edits):
        pieces += [text[begin:start], new]
        begin = stop
    return "".join([*pieces, text[begin:end]])


def at_line(text, number):
    """Returns the mutants that a line belongs to: one, or all of the function."""
    around = [set()]
    for line in text.split("\n")[:number]:
        if mark := re.fullmatch(r"// mutant ([\d ]+)", line):
            around.append({int(word) for word in mark[1].split()})
        elif line == "// end":
            around.pop()
    return around[-1]
