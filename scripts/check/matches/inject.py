"""Fails the system calls of the program, one at a time. Called by scripts/check/faults.sh:

    inject.py ENGINE FOLDER RUNS [SEED]

Each run is one of the commands below in an empty folder, under strace, which makes a call of
one kind fail, once or from then on: a thread or a program that cannot be started, a file that
cannot be opened, written, synced, locked or renamed. Some runs get little memory instead.

After each the program must have ended by itself, without a panic and, if it failed, with a
sentence. A file under its name must be whole, and nothing may lie beside it. Results that are
appended may end early: regress must go on with them, and --resume must finish a match, with all
games on record once and, but for those with a fault of an engine, equal to those of a match
without faults.
"""

import collections
import json
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

from records import in_order, records, without_times

# The calls by kind, and the errors that they meet.
CALLS = {
    "start": ("clone,clone3,?fork,?vfork", ["EAGAIN"]),
    "open": ("?open,openat", ["EMFILE", "EACCES"]),
    "write": ("write,writev,pwrite64", ["ENOSPC", "EIO"]),
    "sync": ("fsync,fdatasync", ["EIO"]),
    "rename": ("?rename,renameat,renameat2,?link,linkat", ["EACCES", "EIO"]),
    "lock": ("flock,fcntl", ["ENOLCK"]),
    "truncate": ("ftruncate", ["EIO"]),
}
# Limits of memory, in MiB, for the runs that get little.
LITTLE = (60, 250)
GAMES = 6
PATIENCE = 120

GAME = "(;GM[1]SZ[5]KM[0]RU[Chinese]PB[Zoé];B[cc];W[bb];B[cb];W[bc];B[bd];W[ba];B[ca];W[];B[])\n"
QUERY = '{"id":"%d","boardXSize":5,"boardYSize":5,"rules":"chinese","komi":5.5,"moves":[],"maxVisits":20}\n'
SESSION = "boardsize 5\ngenmove b\ngenmove w\nprintsgf game.sgf\nquit\n"
TESTS = "boardsize 5\n1 name\n#? [Ponnuki]\n2 genmove b\n#? [!pass]\n"


def commands(engine):
    """Returns the arguments, the input and the files of each command."""
    player = f"'{engine}' --quiet"
    pair = ["--black", player, "--white", f"{player} --eyes enemy-diagonals"]
    size = ["--size", "4", "--games", str(GAMES), "--seed", "1", "-j", "2"]
    return {
        "match": (["match", *pair, *size, "--out", "r.jsonl", "--sgf-dir", "g"], "", ["r.jsonl"]),
        "report": (["match", "report", "in.jsonl", "--html", "o.html", "--json"], "", ["o.html"]),
        "merge": (["match", "merge", "in.jsonl", "--out", "o.jsonl"], "", ["o.jsonl"]),
        "regress": (["regress", player, "in.tst", "--save", "o.jsonl", "--html", "o.html"], "", ["o.jsonl", "o.html"]),
        "review": (
            ["review", "in.sgf", "--visits", "30", "-j", "2", "--sgf", "o.sgf", "--html", "o.html"],
            "",
            ["o.sgf", "o.html"],
        ),
        "check": (["check", "in.sgf", "--fix"], "", ["in.mended.sgf"]),
        "session": (["--playouts", "50", "--threads", "3", "--sgf-dir", "."], SESSION, ["game.sgf"]),
        "analysis": (["analysis", "--analysis-threads", "64"], "".join(QUERY % n for n in range(4)), []),
    }


def prepare(folder, results):
    """Empties a folder, and writes the inputs of the commands."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "in.sgf").write_bytes(GAME.encode("latin-1"))
    (folder / "in.tst").write_text(TESTS)
    if results:
        shutil.copy(results, folder / "in.jsonl")


def run(engine, folder, command, before=()):
    """Runs a command below another program. Returns its status, output and errors."""
    arguments, text, _ = command
    environment = {**os.environ, "RUST_BACKTRACE": "1"}
    try:
        done = subprocess.run(
            [*before, engine, *arguments],
            cwd=folder,
            env=environment,
            input=text.encode(),
            capture_output=True,
            check=False,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return "hangs", "", ""
    return done.returncode, done.stdout.decode(), done.stderr.decode(errors="replace")


def most_calls(engine, folder, command):
    """Returns by kind the largest number of calls that one thread makes."""
    log = folder / "calls"
    kinds = ",".join(names for names, _ in CALLS.values())
    strace = ["strace", "-f", "-qq", "--signal=none", "-o", "calls", "-e", f"trace={kinds}"]
    status, _, errors = run(engine, folder, command, strace)
    if status != 0:
        sys.exit(f"without faults: status {status}: {errors}")
    counts = collections.Counter(re.findall(r"^(\d+) +(\w+)\(", log.read_text(), re.MULTILINE))
    most = collections.Counter()
    for kind, (names, _) in CALLS.items():
        threads = collections.Counter()
        for (thread, name), number in counts.items():
            if name in names.replace("?", "").split(","):
                threads[thread] += number
        most[kind] = max(threads.values(), default=0)
    return most


def is_whole(path):
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".jsonl":
        return text.endswith("\n") and all(json.loads(line) for line in text.splitlines())
    return text.rstrip().endswith({".sgf": ")", ".html": "</html>"}[path.suffix])


def faults(name, folder, command, ended, whole, is_mute):
    """Yields what is wrong after a run."""
    status, output, errors = ended
    said = output + errors
    if status in ("hangs", 101) or (isinstance(status, int) and (status < 0 or status > 127)):
        yield f"status {status}"
    for word in ("panicked at", "stack backtrace", "internal error"):
        if word in said:
            yield f"says '{word}'"
    # The calls are counted in each thread, so the sentence may meet the failure too.
    if status != 0 and not errors.strip() and not is_mute:
        yield f"status {status} without a sentence"
    for file in command[2]:
        path = folder / file
        appended = name in ("match", "regress") and path.suffix == ".jsonl"
        if path.exists() and not appended and not is_whole(path):
            yield f"half a file: {file}"
        if status == 0 and not path.exists() and "? cannot write file" not in output:
            yield f"succeeds without {file}"
    if left := [path.name for path in folder.rglob(".ponnuki-*")]:
        yield f"leaves {left}"
    if name == "match":
        yield from resumed(folder, command, whole)
    elif name == "regress":
        (folder / "o.html").unlink(missing_ok=True)
        status, _, errors = run(ENGINE, folder, command)
        # Tests may have failed with the engine.
        if status not in (0, 1) or not is_whole(folder / "o.jsonl"):
            yield f"cannot go on: status {status}: {errors}"


def resumed(folder, command, whole):
    arguments, text, files = command
    status, _, errors = run(ENGINE, folder, ([*arguments, "--resume"], text, files))
    if status != 0:
        yield f"--resume: status {status}: {errors}"
        return
    games = in_order(records(folder / "r.jsonl"))
    if [game["game"] for game in games] != list(range(GAMES)):
        yield f"games on record: {[game['game'] for game in games]}"
    elif any(not a["detail"] and without_times(a) != without_times(b) for a, b in zip(games, whole, strict=True)):
        yield "a game differs"
    files = sorted(path.name for path in (folder / "g").iterdir())
    if len(files) != GAMES:
        yield f"game records: {files}"


def main(engine, work, number, seed):
    work = Path(work).resolve()
    every = commands(engine)
    prepare(work / "whole", None)
    status, _, errors = run(engine, work / "whole", every["match"])
    if status != 0:
        sys.exit(f"the match without faults: status {status}: {errors}")
    results = work / "whole" / "r.jsonl"
    whole = in_order(records(results))
    folder = work / "run"
    plans = []
    for name, command in every.items():
        prepare(folder, results)
        most = most_calls(engine, folder, command)
        plans += [(name, kind, most[kind]) for kind in CALLS if most[kind]]
    plans += [("analysis", "memory", 0), ("session", "memory", 0)]
    generator = random.Random(seed)
    found, counts = 0, collections.Counter()
    for index in range(number):
        if index % len(plans) == 0:
            generator.shuffle(plans)
        name, kind, most = plans[index % len(plans)]
        if kind == "memory":
            limit = generator.randint(*LITTLE)
            how = ["prlimit", f"--as={limit << 20}"]
        else:
            names, errors = CALLS[kind]
            when = f"{generator.randint(1, most)}{generator.choice(['', '+'])}"
            how = ["strace", "-f", "-qq", "--seccomp-bpf", "-o", "/dev/null", "-e", f"trace={names}"]
            how += ["-e", f"inject={names}:error={generator.choice(errors)}:when={when}"]
        prepare(folder, results)
        ended = run(engine, folder, every[name], how)
        counts[kind] += 1
        for fault in faults(name, folder, every[name], ended, whole, kind == "write"):
            found += 1
            print(f"fault: {name}: {fault}\n  {' '.join(how)}\n  {ended[2].strip()[-400:]}")
    figures = ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items()))
    print(f"{number} runs with a failure injected ({figures}): {found} faults")
    sys.exit(found > 0)


ENGINE = str(Path(sys.argv[1]).resolve())
main(ENGINE, sys.argv[2], int(sys.argv[3]), int(sys.argv[4]) if len(sys.argv) > 4 else 1)
