"""Checks that the root and every folder of the repository hold only files that belong there.
Called by scripts/check.sh.

Looks at what git tracks and what it would add, so that a stray file is found before a commit
takes it in. A new kind of file gets a pattern here.
"""

import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

# The names that a folder may hold. A folder that is not listed is like the one above it.
FOLDERS = {
    ".": "Cargo.toml Cargo.lock README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT"
    " .clippy.toml .gitattributes .gitignore",
    ".cargo": "mutants.toml",
    ".ci": "run",
    ".github": "CONTRIBUTING.md",
    ".github/workflows": "*.yml",
    "src": "*.rs Cargo.toml README.md",
    "src/manual": "*.md",
    "src/play/network/weights": "*.bin",
    "src/play/player": "*.rs README.md EXPERIMENTS.md",
    "src/tools": "*.rs Cargo.toml README.md",
    "src/tools/analysis/schema": "*.json",
    "src/tools/commands": "*.rs options.txt",
    "src/tools/commands/generate": "*.rs texts.txt",
    "src/tools/conform": "*.rs README.md CHECKS.md *.checks schema.json",
    "src/tools/corpus": "*.rs results.jsonl",
    "src/tools/match/openings/ready": "*.txt",
    "src/tools/page": "*.rs page.css page.js",
    "gtp-tests": "*.rs README.md",
    "gtp-tests/conform": "*.rs",
    "gtp-tests/data": "*.json *.jsonl *.toml *.tsv",
    "gtp-tests/data/deadstones": "*.game LICENSE",
    "gtp-tests/data/endings": "*.game README.md",
    "gtp-tests/examples": "*.jsonl *.sgf *.toml *.tst README.md",
    "gtp-tests/testing": "*.rs Cargo.toml",
    "gtp-tests/gtp": "*.rs *.session *.tst",
    "gtp-tests/gtp/sgf": "*.sgf",
    "scripts": "*.sh board.py gtp.py README.md",
    "scripts/check": "*.sh *.py *.js conform-gnugo.txt",
    "scripts/check/interop": "*.js *.mjs *.py package.json",
    "scripts/check/katago": "*.py differences.txt",
    "scripts/check/kernels": "*.py allowed.txt",
    "scripts/check/lint": "biome.json package.json requirements.txt ruff.toml",
    "scripts/check/mutants": "main.py modules.toml",
    "scripts/check/regress": "*.py *.awk differences.txt",
    "scripts/check/report": "*.js package.json",
    "scripts/check/wasm": "*.js *.mjs *.html package.json",
    "scripts/fuzz": "*.sh *.rs *.py Cargo.toml Cargo.lock",
    "scripts/fuzz/corpus": "*.jsonl",
    "scripts/learn": "*.py *.sh games.txt held-out.txt requirements.txt README.md",
    "scripts/learn/selfplay": "*.rs Cargo.toml Cargo.lock",
    "scripts/learn/weights": "*.pt *.log *.record",
    "scripts/measure": "*.sh *.py",
    "scripts/measure/bench": "*.rs Cargo.toml Cargo.lock",
    "scripts/measure/deadstones": "*.js package.json",
    "scripts/measure/peers": "*.rs Cargo.toml Cargo.lock",
    "scripts/packaging": "*.sh about.hbs about.toml deny.toml",
    "scripts/packaging/container": "Containerfile",
    "scripts/packaging/debian": "copyright lintian-overrides",
    "scripts/packaging/npm": "*.rs *.js *.d.ts README.md package.json Cargo.toml Cargo.lock",
    "scripts/packaging/python": "*.rs *.py *.pyi README.md py.typed pyproject.toml Cargo.toml Cargo.lock",
    "scripts/packaging/python/tests": "*.py requirements.txt",
    "scripts/packaging/web": "*.js *.css *.html README.md",
    "scripts/pictures": "*.sh *.py *.jpg *.png *.svg",
}

# Files that are not text: pictures, weights, and a record that the reader must refuse.
BINARY = [
    "*.jpg",
    "*.png",
    "src/play/network/weights/*.bin",
    "scripts/learn/weights/*.pt",
    "gtp-tests/gtp/sgf/broken-binary.sgf",
]


def belongs(path):
    """Returns whether the nearest listed folder above a file allows its name."""
    folder = next(str(folder) for folder in path.parents if str(folder) in FOLDERS)
    # The root allows nothing below it, or every new folder would be like the root.
    if folder == "." and path.parent != PurePosixPath("."):
        return False
    return any(fnmatchcase(path.name, pattern) for pattern in FOLDERS[folder].split())


def is_text(path):
    """Returns whether a file has no NUL byte, or may have some."""
    return any(fnmatchcase(str(path), pattern) for pattern in BINARY) or b"\0" not in Path(path).read_bytes()


def main():
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], check=True, capture_output=True
    ).stdout
    paths = [PurePosixPath(name.decode()) for name in listing.split(b"\0")[:-1]]
    # A file that is removed but not yet in the index is gone.
    paths = [path for path in paths if Path(path).exists()]
    faults = [
        f"{path}: does not belong in this folder; see scripts/check/tree.py" for path in paths if not belongs(path)
    ]
    faults += [f"{path}: is not text" for path in paths if belongs(path) and not is_text(path)]
    folders = {folder for path in paths for folder in path.parents}
    faults += [
        f"{folder}: is listed in scripts/check/tree.py and empty"
        for folder in FOLDERS
        if PurePosixPath(folder) not in folders
    ]
    print("\n".join(faults) or "every file is where it belongs")
    return 1 if faults else 0


sys.exit(main())
