"""Counts what the tree and the source hold, one number a line. Called by scripts/check.sh.

Code is what is neither blank, comment, documentation nor test. The modules and the imports
between them are those of gtp-tests/data/modules.toml, which a test holds against the source;
the files of the core walk, which count with their comments, are listed in core-walk.txt.
"""

import re
import subprocess
import tomllib
from collections import Counter
from pathlib import Path

TYPE = re.compile(r"^\s*(?:pub(?:\([^)]*\))? )?(?:struct|enum|union) (\w+)", re.MULTILINE)
ERROR = re.compile(
    r"\bimpl(?:<[^>]*>)? (?:std::error::|core::error::|error::)?Error for (\w+)"
    r"|#\[derive\([^)]*\bError\b[^)]*\)\](?:\s*#\[[^\]]*\])*\s*(?:pub(?:\([^)]*\))? )?(?:struct|enum) (\w+)"
)
PUBLIC = re.compile(
    r"^( *)pub (?:(?:const|unsafe|async) )*(?:fn|struct|enum|union|trait|type|const|static|mod) \w+", re.MULTILINE
)
TEST_MODULE = re.compile(r"#\[cfg\((?:all\()?test\b[^\n]*\]\n(?:\s*#\[[^\n]*\n)*\s*(?:pub\(crate\) )?mod (\w+);")


PARTS = {
    "Rust in src": ["src/*.rs"],
    "Rust in gtp-tests": ["gtp-tests/*.rs"],
    "code in scripts": [f"scripts/*.{end}" for end in ("sh", "py", "js", "mjs", "rs")],
    "everything in scripts": ["scripts"],
}


def tracked(*patterns):
    """Returns the tracked files that match."""
    listing = subprocess.run(["git", "ls-files", "-z", "--", *patterns], check=True, capture_output=True).stdout
    return [Path(name.decode()) for name in listing.split(b"\0") if name]


def test_files(sources):
    """Returns the files of modules that only tests compile."""
    found = set()
    for path in sources:
        folder = path.parent if path.stem in ("mod", "lib", "main") else path.with_suffix("")
        for name in TEST_MODULE.findall(path.read_text()):
            found |= {folder / f"{name}.rs", folder / name}
    return {path for path in sources if found & {path, *path.parents}}


def code(text):
    """Returns a file without its comments, blank lines and items for tests."""
    kept, depth, skipping = [], 0, False
    for line in text.splitlines():
        stripped = line.strip()
        if not stripped or stripped.startswith("//"):
            continue
        if not skipping and stripped.startswith(("#[cfg(test)]", "#[cfg(all(test")):
            skipping, depth = True, 0
            continue
        if skipping:
            if stripped.startswith("#["):
                continue
            # Brackets in strings and characters are no brackets.
            bare = re.sub(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])'", "", stripped)
            depth += sum(map(bare.count, "{([")) - sum(map(bare.count, "})]"))
            skipping = depth > 0 or not stripped.endswith(("}", ";", ","))
            continue
        kept.append(line)
    return "\n".join(kept)


def circles(imports):
    """Returns the number of circles: sets of modules that all import each other, if indirectly."""

    def reached(module, seen):
        for other in imports.get(module, []):
            if other not in seen:
                seen.add(other)
                reached(other, seen)
        return seen

    reach = {module: reached(module, set()) for module in imports}
    return len(
        {
            frozenset(other for other in reach[module] if module in reach[other])
            for module in reach
            if module in reach[module]
        }
    )


def main():
    for name, patterns in PARTS.items():
        files = tracked(*patterns)
        print(f"{name:24} {sum(path.read_bytes().count(10) for path in files):>6} lines in {len(files)} files")
    sources = tracked("src/*.rs")
    tests = test_files(sources)
    texts = {path: code(path.read_text()) for path in sources if path not in tests}
    lines = sum(len(text.splitlines()) for text in texts.values())
    types = Counter(name for text in texts.values() for name in TYPE.findall(text))
    errors = {name or derived for text in texts.values() for name, derived in ERROR.findall(text)}
    library = [text for path, text in texts.items() if Path("src/bin") not in path.parents]
    public = [indent for text in library for indent in PUBLIC.findall(text)]
    modules = tomllib.loads(Path("gtp-tests/data/modules.toml").read_text())
    walk = Path("scripts/core-walk.txt").read_text().split()
    walked = [Path(path).read_text().partition("#[cfg(test)]\nmod tests {")[0] for path in walk]
    tree = ["cargo", "tree", "--no-default-features", "--edges=normal", "--prefix=none", "--format={p}"]
    crates = subprocess.run(tree, check=True, capture_output=True, text=True).stdout.splitlines()
    for name, number in {
        "lines of code in src": lines,
        "files of code in src": len(texts),
        "modules": len(modules),
        "imports between modules": sum(map(len, modules.values())),
        "circles of modules": circles(modules),
        "types": types.total(),
        "types a 1,000 lines": f"{1000 * types.total() / lines:.1f}",
        "names of several types": sum(number > 1 for number in types.values()),
        "error types": len(errors),
        "public names of library": public.count(""),
        "public methods of library": len(public) - public.count(""),
        "crates of the library": len({line.removesuffix(" (*)") for line in crates}),
        "lines of the core walk": sum(text.count("\n") for text in walked),
        "files of the core walk": len(walk),
    }.items():
        print(f"{name:24} {number:>6}")


main()
