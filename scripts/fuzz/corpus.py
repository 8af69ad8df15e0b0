"""Packs the inputs of the fuzzer into one file per target, and unpacks them for libFuzzer.

    corpus.py unpack FILE FOLDER
    corpus.py pack FOLDER FILE

Each line of FILE is a JSON object. Each character of its `input`, U+0000 to U+00FF, is
one byte. An input that reproduces a defect has a `name`; in FOLDER the others are named
by their contents, as libFuzzer does. Named inputs stand first, all are sorted.
"""

import hashlib
import json
import re
import sys
from pathlib import Path


def unpack(file: Path, folder: Path) -> None:
    """Writes every input of the file into the folder."""
    for line in file.read_text("ascii").splitlines():
        entry = json.loads(line)
        data = entry["input"].encode("latin-1")
        (folder / entry.get("name", hashlib.sha1(data).hexdigest())).write_bytes(data)


def pack(folder: Path, file: Path) -> None:
    """Writes the files of the folder as the lines of the file."""
    entries = []
    for path in folder.iterdir():
        named = not re.fullmatch("[0-9a-f]{40}", path.name)
        entry = {"name": path.name} if named else {}
        entries.append(entry | {"input": path.read_bytes().decode("latin-1")})
    entries.sort(key=lambda entry: ("name" not in entry, entry.get("name"), entry["input"]))
    file.write_text("".join(json.dumps(entry) + "\n" for entry in entries), "ascii")


if __name__ == "__main__":
    {"pack": pack, "unpack": unpack}[sys.argv[1]](*map(Path, sys.argv[2:4]))
