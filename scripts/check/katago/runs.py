"""The runs of KataGo's analysis engine in its script runcmdtests.sh, and what it answered."""

import json
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

COMMAND = "./katago analysis -config"
LOGGED = ": Response: "


@dataclass
class Run:
    name: str
    options: list
    queries: Path
    lines: list
    # The answers as KataGo wrote them, or None if none are recorded.
    recorded: list


def read_runs(cpp):
    """Returns all runs of the script in the folder `cpp` of KataGo's source."""
    lines = (cpp / "runcmdtests.sh").read_text().splitlines()
    runs = []
    for number, line in enumerate(lines):
        if COMMAND in line:
            for source in sources(cpp, lines, number):
                runs.append(read_run(cpp, line, source))
    return runs


def sources(cpp, lines, number):
    """Returns the files with the queries of a command."""
    before, _, command = lines[number].partition(COMMAND)
    if piped := re.search(r"\bcat (\S+)", before):
        return [cpp / piped[1]]
    if "< $CMDFILE" in command:
        loops = [re.match(r"\s*for CMDFILE in (\S+)", line) for line in lines[:number]]
        return sorted(cpp.glob([loop for loop in loops if loop][-1][1]))
    # A pipe that the next lines fill, query by query.
    fed = next(filter(None, (re.search(r"\bhead -1 ([^\s;]+)", line) for line in lines[number:])))
    return [cpp / fed[1]]


def read_run(cpp, line, source):
    line = line.replace("$BASENAME", source.name)
    _, _, command = line.partition(COMMAND)
    options = shlex.split("-config " + re.split(r"\s[12]?[<>]", command)[0])
    log = re.search(r"logFile=([^,]+)", line)[1]
    output = re.search(r"\s1> (\S+)", line)
    recorded = cpp / (output[1] if output else log)
    lines = [json.loads(line) for line in source.read_text().splitlines() if line.strip()]
    return Run(Path(log).name.removesuffix(".log"), options, source, lines, read_answers(recorded))


def read_answers(path):
    """Reads answers from what KataGo printed, or from its log."""
    if not path.is_file():
        return None
    lines = path.read_text().splitlines()
    if path.suffix == ".log":
        lines = [line.partition(LOGGED)[2] for line in lines if LOGGED in line]
    return [json.loads(line) for line in lines]


def with_threads(options, threads):
    """Returns options with this number of threads instead of KataGo's."""
    place = options.index("-override-config") + 1
    changed = f"{options[place]}, numAnalysisThreads={threads}"
    return options[:place] + [changed] + options[place + 1 :]


def setting(options, name, default):
    """Returns the value of a setting in `-override-config`."""
    text = options[options.index("-override-config") + 1]
    pairs = (pair.partition("=") for pair in text.split(","))
    return {key.strip(): value.strip() for key, _, value in pairs}.get(name, default)
