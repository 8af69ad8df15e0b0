"""The recipes of the README: all of them run, and print what is said to be printed."""

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

FOLDER = next(
    folder / "scripts/packaging/python"
    for folder in [*Path(__file__).resolve().parents, Path.cwd()]
    if (folder / "scripts/packaging/python/README.md").exists()
)
EXAMPLES = FOLDER.parents[2] / "gtp-tests/examples"
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)

TEXT = (FOLDER / "README.md").read_text(encoding="utf-8")
SECTIONS = [re.split(r"^## (.*)$", TEXT[: match.start()], flags=re.MULTILINE)[-2:] for match in BLOCK.finditer(TEXT)]
RECIPES = [
    pytest.param(*match.groups(), prose, id=title)
    for match, (title, prose) in zip(BLOCK.finditer(TEXT), SECTIONS, strict=True)
]


def ran(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a program in a folder of its own, or skips it where GNU Go or the program is missing."""
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"])
    if "gnugo" in code and shutil.which("gnugo", path=path) is None:
        pytest.skip("GNU Go is not installed")
    if re.search(r'ponnuki\.(match|check|review|conform)|"ponnuki ', code):
        program = shutil.which(os.environ.get("PONNUKI", "ponnuki"))
        if program is None:
            pytest.skip("the program ponnuki is not installed")
        path = os.pathsep.join([os.path.dirname(program), path])
    shutil.copy(EXAMPLES / "finished.sgf", folder)
    recipe = folder / "recipe.py"
    recipe.write_text(code, encoding="utf-8")
    return subprocess.run(
        [sys.executable, recipe],
        cwd=folder,
        env=os.environ | {"PATH": path},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def printed(run: subprocess.CompletedProcess[str]) -> list[str]:
    """Returns the lines that a program without a fault has printed."""
    assert (run.returncode, run.stderr) == (0, "")
    return [line.rstrip() for line in run.stdout.splitlines()]


def test_all_blocks_are_recipes() -> None:
    assert len(RECIPES) == TEXT.count("```python") >= 6
    assert sum(recipe.values[1] is not None for recipe in RECIPES) == TEXT.count("```text") >= 3


@pytest.mark.parametrize(("code", "output", "prose"), RECIPES)
def test_recipe(code: str, output: str | None, prose: str, tmp_path: Path) -> None:
    run = ran(code, tmp_path)
    lacks = [package for package in ("numpy", "pandas") if find_spec(package) is None]
    if lacks and run.returncode != 0:
        # In a plain installation: the error says what to install, and so do the words above the recipe.
        own = "|".join(package for package in lacks if re.search(rf"^import {package}\b", code, re.MULTILINE))
        told = r"NumPy: pip install 'ponnuki\[env\]'" + (rf"|No module named '({own})'" if own else "")
        assert re.search(rf"^(ModuleNotFound|Import)Error: .*({told})$", run.stderr, re.MULTILINE), run.stderr
        assert "pip install" in prose
        return
    lines = printed(run)
    assert output is None or lines == output.splitlines()
