"""Closed pipes, full disks and small stacks."""

import json
import os
import resource
import subprocess
import tempfile

from engine import SEED, Engine, expect


def check_closed(path):
    """Closes the pipe of the answers at different moments."""
    for command in ("name", "genmove b", "showboard", "printsgf"):
        for lines in (0, 1):
            engine = Engine(path)
            if lines:
                engine.ask(command)
            engine.process.stdout.close()
            # This is far more than a pipe holds, so it ends only if the engine ends.
            engine.feed([f"{command}\n".encode() * 100_000]).join(60)
            log = engine.process.stderr.read().decode()
            status = engine.process.wait(60)
            expect(status == 0 and log == SEED, f"{command}: status {status}, {log}")
    print("  8 ways to close the pipe: status 0, only the seed on standard error")


def run(path, options, commands):
    """Runs a whole session. Returns its answers and its standard error."""
    done = subprocess.run(
        [path, "--seed", "1", *options],
        input="".join(f"{one}\n" for one in commands),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    expect(done.returncode == 0, f"status {done.returncode}: {done.stderr}")
    return done.stdout.split("\n\n")[:-1], done.stderr


def check_full_folder(path, folder, kind):
    """Writes a game into a full folder. The command must fail and the session must go on."""
    moves = [f"play {'bw'[number % 2]} pass" for number in range(4000)]
    answers, log = run(path, ["--sgf-dir", folder], [*moves, "printsgf game.sgf", "last_move", "undo"])
    expect(answers[-3:] == ["? cannot write file", "= white pass", "= "], f"{answers[-3:]}")
    expect("[warn] cannot write " in log and "No space left" in log, log)
    print(f"  {kind}, games folder: {log.splitlines()[-1]}")


def check_full_log(path, log, kind):
    """Logs to a full disk. One message must be printed and the session must go on."""
    answers, errors = run(path, ["--log-file", log, "-vvv"], [*["play b Z25"] * 2000, "genmove b", "name"])
    expect(answers[-1] == "= Ponnuki" and len(answers) == 2002, f"{answers[-3:]}")
    faults = [line for line in errors.splitlines() if "cannot write the log file" in line]
    expect(len(faults) == 1 and "No space left" in faults[0], errors)
    print(f"  {kind}, log file: {faults[0]}")


def check_full(path):
    """Logs to /dev/full, and runs both checks on a full tmpfs if one can be mounted."""
    check_full_log(path, "/dev/full", "/dev/full")
    with tempfile.TemporaryDirectory() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", folder]
        if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
            print("  tmpfs: skipped, it cannot be mounted here")
            return
        try:
            check_full_folder(path, folder, "tmpfs")
            check_full_log(path, f"{folder}/log.txt", "tmpfs")
        finally:
            subprocess.run(["umount", folder], check=True)


STACK = 256 << 10


def check_stack(path):
    """Searches, reviews and analyses with a small stack, as threads of some systems have."""

    def limit():
        resource.setrlimit(resource.RLIMIT_STACK, (STACK, STACK))

    query = {"id": "1", "moves": [["B", "D4"]], "rules": "chinese", "boardXSize": 19, "boardYSize": 19, "maxVisits": 20}
    game = "(;GM[1]SZ[19]KM[7]RU[Chinese];B[dd];W[pp];B[pd])"
    cases = {
        "genmove": (["--playouts", "100", "--seed", "1"], "genmove b\n"),
        "review": (["review", "-", "--visits", "20"], game),
        "analysis": (["analysis"], json.dumps(query) + "\n"),
    }
    for name, (options, text) in cases.items():
        done = subprocess.run(
            [path, "-q", *options],
            input=text,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            preexec_fn=limit,
        )
        expect(done.returncode == 0 and done.stdout, f"{name}: status {done.returncode}: {done.stderr}")
    print(f"  {', '.join(cases)}: enough with {STACK >> 10} KiB")
