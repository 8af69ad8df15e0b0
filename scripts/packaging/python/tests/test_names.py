"""Names and examples: what the modules offer, the names of the exceptions, docstrings that run."""

from __future__ import annotations

import ast
import doctest
import pickle
from importlib import import_module
from pathlib import Path

import pytest

import ponnuki
from ponnuki import _core

MODULES = ["ponnuki", "ponnuki.engine", "ponnuki.env", "ponnuki.gtp", "ponnuki.records", "ponnuki.sgf", "ponnuki.tools"]


@pytest.mark.parametrize("name", MODULES)
def test_a_module_offers_its_public_names_and_no_others(name: str) -> None:
    module = import_module(name)
    assert len(set(module.__all__)) == len(module.__all__) and all(hasattr(module, each) for each in module.__all__)
    lazy = {"engine", "env", "gtp", "sgf"} if name == "ponnuki" else set()
    assert set(dir(module)) == {*module.__all__, *lazy}


def test_the_stubs_name_what_is_compiled() -> None:
    stubs = Path(_core.__file__).with_name("_core.pyi").read_text(encoding="utf-8")
    for node in ast.parse(stubs).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            assert sorted(ast.literal_eval(node.value)) == sorted(_core.__all__)
            return
    raise AssertionError("the stubs have no __all__")


@pytest.mark.parametrize("name", MODULES)
def test_classes_are_named_after_a_public_module(name: str) -> None:
    module = import_module(name)
    for each in module.__all__:
        value = getattr(module, each)
        if isinstance(value, type):
            assert value.__module__ in MODULES and pickle.loads(pickle.dumps(value)) is value


def test_the_examples_of_docstrings_run() -> None:
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    for subject in (ponnuki.Game.play, ponnuki.Game.score):
        example = doctest.DocTestParser().get_doctest(subject.__doc__ or "", {}, subject.__name__, None, 0)
        assert example.examples and runner.run(example).failed == 0
    examples = [example for name in MODULES for example in finder.find(import_module(name)) if example.examples]
    assert {example.name for example in examples} >= {"ponnuki.sgf", "ponnuki.sgf.read"}
    assert all(runner.run(example).failed == 0 for example in examples)
