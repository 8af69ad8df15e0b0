"""Compares the verdicts of `ponnuki regress` on GNU Go's suites with those of GNU Go's own
script, regress.awk, and of gogui-regress.

  compare.py [--gogui] FOLDER OUT DIFFERENCES SUITE.tst...

Reads the results in OUT/gnugo.jsonl and, with --gogui, OUT/gogui/SUITE.txt. The script of
GNU Go judges the same answers: it reads them as if the engine had just given them.
Exits with 1 if a suite is incomplete or a verdict differs without a reason.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

# The words of regress.awk, which gogui-regress uses too.
VERDICTS = {"passed": "pass", "PASSED": "unexpected-pass", "FAILED": "fail", "failed": "known-fail"}
JUDGED = re.compile(r"(\d+) (passed|PASSED|FAILED|failed)\b")
# What gogui-regress says of an error in a test without a pattern.
UNJUDGED = re.compile(r"(\d+) unexpected FAIL\b")
# A closing bracket may be missing.
PATTERN = re.compile(r"^#\? *\[(!?)(.*?)(?:\]([&*]*))?\s*$", re.DOTALL)


def main():
    arguments = sys.argv[1:]
    with_gogui = arguments[0] == "--gogui"
    folder, out, differences, *suites = arguments[with_gogui:]
    folder, out = Path(folder), Path(out)
    results = read_results(out / "gnugo.jsonl")
    reasons = read_reasons(Path(differences))
    faults = []
    verdicts = Counter()
    counts = Counter()
    for suite in map(Path, suites):
        text = (folder / suite).read_bytes().decode("latin-1")
        tests = results.get(suite.name)
        if tests is None:
            faults.append(f"{suite.name}: was not run")
            continue
        faults += incomplete(suite.name, text, tests)
        verdicts.update(test["verdict"] for test in tests)
        ours = [(test["number"], test["verdict"]) for test in tests if test["verdict"] != "ignored"]
        expected = [pair for test, pair in zip(tests, ours) if test["expected"]]

        counts["regress.awk"] += len(expected)
        theirs = judged_by_awk(folder, with_groups(text), tests)
        faults += different(suite.name, "regress.awk", expected, theirs, {})
        # regress.awk anchors '^A|B$' at one end of each alternative.
        plainly = judged_by_awk(folder, text, tests)
        counts["anchored"] += sum(plainly[number] != theirs[number] for number, _ in expected)

        if with_gogui:
            counts["gogui-regress"] += len(expected)
            theirs = judged_by_gogui(out / "gogui" / f"{suite.stem}.txt")
            faults += different(suite.name, "gogui-regress", expected, theirs, reasons)
    report(verdicts, counts, reasons)
    for fault in faults:
        print(fault)
    if faults or not verdicts:
        print(f"{len(faults)} faults")
        sys.exit(1)


def read_results(path):
    """Returns the tests of each suite by its name."""
    lines = path.read_text().splitlines()[1:]
    outcomes = [json.loads(line) for line in lines]
    return {Path(outcome["path"]).name: outcome["tests"] for outcome in outcomes}


def read_reasons(path):
    """Returns the reasons of known differences by test, such as `reading:27`."""
    lines = (line.strip() for line in path.read_text().splitlines())
    return dict(line.split(maxsplit=1) for line in lines if line and not line.startswith("#"))


def incomplete(name, text, tests):
    """Finds tests that have not been run as they should. Counts those of the file anew."""
    numbers = [int(number) for number in re.findall(r"^\s*(\d+)[ \t]+\S", text, re.MULTILINE)]
    if numbers != [test["number"] for test in tests]:
        yield f"{name}: {len(tests)} tests were run, but the file has {len(numbers)}"
    patterns = len(re.findall(r"^\s*#\?\s*\S", text, re.MULTILINE))
    judged = sum(1 for test in tests if test["expected"])
    if patterns != judged:
        yield f"{name}: {judged} tests have patterns, but the file has {patterns}"
    for test in tests:
        if test["is_fault"]:
            yield f"{name}:{test['number']}: the engine {test['given']}"


def with_groups(text):
    """Returns a suite whose patterns are in parentheses."""
    grouped = (PATTERN.sub(r"#? [\1(\2)]\3\n", line) for line in text.splitlines(keepends=True))
    return "".join(grouped)


def judged_by_awk(folder, text, tests):
    """Lets regress.awk judge the answers by the patterns in a text."""
    answers = "".join(as_answer(test) for test in tests)
    with tempfile.NamedTemporaryFile(suffix=".tst") as suite:
        suite.write(text.encode("latin-1"))
        suite.flush()
        command = ["awk", "-f", folder / "regress.awk", f"tst={suite.name}", "verbose=1"]
        done = subprocess.run(command, input=answers.encode(), capture_output=True, check=True)
    return verdicts_in(done.stdout.decode(errors="replace"))


def as_answer(test):
    """Returns the answer to a test as the engine gave it."""
    given = test["given"]
    sign, given = ("?", given[2:]) if given.startswith("? ") else ("=", given)
    return f"{sign}{test['number']} {given}\n\n"


def judged_by_gogui(path):
    return verdicts_in(path.read_text(errors="replace"))


def verdicts_in(text):
    """Returns the verdicts by number, in their order."""
    found = defaultdict(list)
    for line in text.splitlines():
        if match := JUDGED.match(line):
            found[int(match[1])].append(VERDICTS[match[2]])
        elif match := UNJUDGED.match(line):
            found[int(match[1])].append("fail")
    return found


def different(name, program, ours, theirs, reasons):
    """Finds the verdicts that differ, without those that have a reason."""
    by_number = defaultdict(list)
    for number, verdict in ours:
        by_number[number].append(verdict)
    for number, verdicts in by_number.items():
        test = f"{Path(name).stem}:{number}"
        if theirs[number] != verdicts and not reasons.pop(test, None):
            other = ", ".join(theirs[number]) or "nothing"
            yield f"{test}: {', '.join(verdicts)}, but {program} says {other}"


def report(verdicts, counts, reasons):
    numbers = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.most_common())
    print(f"{sum(verdicts.values())} tests: {numbers}")
    for program in ("regress.awk", "gogui-regress"):
        if counts[program]:
            print(f"{counts[program]} verdicts compared with {program}")
    if counts["anchored"]:
        print(f"  ({counts['anchored']} of regress.awk after its alternatives A|B were put in parentheses)")
    for test, reason in reasons.items():
        print(f"no difference, although one is listed or not run: {test} ({reason})")


if __name__ == "__main__":
    main()
