"""Unpacks the inputs kept for a target of the fuzzer, and makes the line of a new one.

    corpus.py unpack FILE FOLDER
    corpus.py line NAME INPUT

Each line of FILE, `corpus/TARGET.jsonl`, is a JSON object. Each character of its `input`,
U+0000 to U+00FF, is one byte; its `name` says what is in it.
"""

import json
import sys
from pathlib import Path


def unpack(file: str, folder: str) -> None:
    """Writes every input of the file into the folder, for libFuzzer."""
    for line in Path(file).read_text("ascii").splitlines():
        entry = json.loads(line)
        (Path(folder) / entry["name"]).write_bytes(entry["input"].encode("latin-1"))


def line(name: str, path: str) -> None:
    """Prints the line of an input."""
    print(json.dumps({"name": name, "input": Path(path).read_bytes().decode("latin-1")}))


if __name__ == "__main__":
    {"unpack": unpack, "line": line}[sys.argv[1]](*sys.argv[2:])
