"""The recipes of the README and the cells of the notebook: all of them run, and print what is said to be printed."""

import json
import os
import re
import shutil
import subprocess
import sys
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
RECIPES = [
    pytest.param(*match.groups(), id=re.findall(r"^## (.*)$", TEXT[: match.start()], re.MULTILINE)[-1])
    for match in BLOCK.finditer(TEXT)
]


def printed(code: str, folder: Path) -> list[str]:
    """Runs a program in a folder of its own and returns the lines that it prints, or skips what cannot run."""
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"])
    if "gnugo" in code and shutil.which("gnugo", path=path) is None:
        pytest.skip("GNU Go is not installed")
    if re.search(r'ponnuki\.(match|check|review|conform)|"ponnuki ', code):
        program = shutil.which(os.environ.get("PONNUKI", "ponnuki"))
        if program is None:
            pytest.skip("the program ponnuki is not installed")
        path = os.pathsep.join([os.path.dirname(program), path])
    for package in re.findall(r"^(?:import|from) (numpy|pandas|IPython)", code, re.MULTILINE):
        pytest.importorskip(package)
    shutil.copy(EXAMPLES / "finished.sgf", folder)
    recipe = folder / "recipe.py"
    recipe.write_text(code, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, recipe],
        cwd=folder,
        env=os.environ | {"PATH": path},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    return [line.rstrip() for line in run.stdout.splitlines()]


def test_all_blocks_are_recipes() -> None:
    assert len(RECIPES) == TEXT.count("```python") >= 6
    assert sum(recipe.values[1] is not None for recipe in RECIPES) == TEXT.count("```text") >= 3


@pytest.mark.parametrize(("code", "output"), RECIPES)
def test_recipe(code: str, output: str | None, tmp_path: Path) -> None:
    lines = printed(code, tmp_path)
    assert output is None or lines == output.splitlines()


def test_the_cells_of_the_notebook_run_and_are_stored_without_outputs(tmp_path: Path) -> None:
    cells = json.loads((FOLDER / "tour.ipynb").read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
    assert len(printed("\n".join("".join(cell["source"]) for cell in code), tmp_path)) > 10
