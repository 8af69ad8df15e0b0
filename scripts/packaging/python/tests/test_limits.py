"""Limits of the process: memory that runs out, Ctrl-C in long calls, and wrong arguments that must not panic."""

from __future__ import annotations

import inspect
import subprocess
import sys
from typing import Any

import pytest

from ponnuki import SgfError, _core, sgf

LONG_RECORD = "b'(;SZ[5]' + b';B[aa]' * 1_300_000 + b')'"


def last_line(*lines: str) -> str:
    """Runs a program and returns the last line that it prints; it must neither abort nor panic."""
    pytest.importorskip("resource", reason="signals and limits are those of Unix")
    code = "\n".join(["from resource import *", "from signal import *", "import time", *lines])
    ended = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0 and "panicked" not in ended.stderr, ended.stderr
    return ended.stdout.splitlines()[-1]


@pytest.mark.parametrize("mebibytes", [150, 300, 500, 800])
@pytest.mark.parametrize(
    ("setup", "call"),
    [
        (f"from ponnuki import sgf; data = {LONG_RECORD}", "sgf.read(data)"),
        ("from ponnuki import sgf; data = b'(;SZ[5]' + b';B[]' * 2_000_000 + b')'", "sgf.read_game(data)"),
        ("from ponnuki import sgf; data = b'(;AB' + b'[]' * 4_000_000 + b')'", "sgf.read(data)[0].properties['AB']"),
        ("from ponnuki._core import sgf_encoded", "sgf_encoded(['x'] * 5_000_000)"),
        ("from ponnuki import Game; from ponnuki.env import playouts", "playouts([Game(25)] * 50_000, 1)"),
        ("from ponnuki.env import VectorGo", "VectorGo(100_000, 25, seed=1)"),
    ],
)
def test_too_little_memory_is_an_exception(setup: str, call: str, mebibytes: int) -> None:
    # Beyond what the process has mapped so far; a second call ends the test where the memory is enough.
    lines = [
        setup,
        "pages = int(open('/proc/self/statm').read().split()[0])",
        f"limit = pages * getpagesize() + {mebibytes} * 2**20",
        "setrlimit(RLIMIT_AS, (limit, limit))",
        "signal(SIGALRM, lambda *_: exit('late'))",
        "try:",
        f"    {call}",
        "    print('fits')",
        "except MemoryError:",
        "    print('MemoryError')",
        "except KeyboardInterrupt:",
        "    print('late')",
    ]
    if sys.platform != "linux":
        pytest.skip("the size of the process is read as Linux has it")
    if "playouts" in call:
        # Enough memory would mean minutes of work.
        lines.insert(0, "setitimer(ITIMER_REAL, 3); signal(SIGALRM, default_int_handler)")
        lines.remove("signal(SIGALRM, lambda *_: exit('late'))")
    expected = {"fits", "MemoryError"} | ({"late"} if "playouts" in call else set())
    assert last_line(*lines) in expected


@pytest.mark.parametrize(
    ("setup", "call"),
    [
        ("from ponnuki.env import VectorGo", "VectorGo(100_000, 19, seed=1)"),
        ("from ponnuki import Game; from ponnuki.env import playouts", "playouts([Game(25)] * 100_000, 1)"),
        (f"from ponnuki import sgf; data = {LONG_RECORD}", "sgf.read(data)"),
        ("from ponnuki import Game", "Game(25).estimate(20_000)"),
        ("from ponnuki import Game", "Game(25).estimate(20_000, policy='uniform')"),
        ("from ponnuki import Board; import itertools", "Board(9, itertools.repeat('A1', 50_000_000))"),
        ("from ponnuki import Game; from ponnuki.engine import Player", "Player(level=9).analyze(Game(19), 100_000)"),
    ],
)
def test_an_interrupt_ends_long_calls_at_once(setup: str, call: str) -> None:
    late = last_line(
        setup,
        "def interrupt(*_):",
        "    raise KeyboardInterrupt",
        "signal(SIGALRM, interrupt)",
        "begin = time.monotonic()",
        "setitimer(ITIMER_REAL, 0.2)",
        "try:",
        f"    {call}",
        "    print('not interrupted')",
        "except KeyboardInterrupt:",
        "    print(time.monotonic() - begin - 0.2)",
    )
    assert float(late) < 1.0


def test_records_that_would_take_long_to_replay_are_refused() -> None:
    setups = b"(;SZ[9]" + b";B[aa];W[];AE[aa]" * 300_000 + b")"
    with pytest.raises(SgfError, match="more than 1000 times"):
        sgf.read_game(setups, strict=True)


class Liar(list[Any]):
    """A list whose length is a lie."""

    def __len__(self) -> int:
        return 1 << 60


VALUES: list[Any] = [
    *(None, True, -1, 0, 1, 2**31, 2**63, 2**64, -(2**200), 1.5, float("nan"), float("inf"), 1e308),
    *("", "A1", "black", "x" * 70_000, "\0", "\ud800", "(;SZ[5];B[aa])", b"", b"(;SZ[5];B[aa])", b"\xff\xfe("),
    *((), [], {}, (1, 2), (2**70, -1), Liar(), Liar(["A1"]), Liar([("B", "[aa]")]), [(None, Liar())], [(5, [])]),
    *([(2**63, [("B", "[]")])], [(0, [("B", "[aa]")])], iter([1]), range(10), object(), object, len),
]


def test_the_length_of_a_list_is_not_believed() -> None:
    assert _core.sgf_encoded(Liar(["A1"])) == "[A1]"
    assert _core.sgf_text(Liar([(None, Liar([("B", "[aa]")]))])) == "(;B[aa])"
    with pytest.raises(TypeError):
        _core.sgf_encoded("A1")


@pytest.mark.parametrize("name", [name for name in vars(_core) if not name.startswith("__")])
def test_wrong_arguments_do_not_panic(name: str) -> None:
    """Every function and method of the compiled part with values of all kinds, at every place of an argument."""
    subject: Any = getattr(_core, name)
    objects: list[Any] = [subject]
    makers: dict[str, Any] = {
        "Game": lambda: _core.Game(5),
        "Board": lambda: _core.Board(5),
        "Rules": _core.Rules,
        "Player": _core.Player,
        "Estimate": lambda: _core.Game(5).estimate(10),
        "Evaluation": lambda: _core.Game(5).evaluate(),
        "Vector": lambda: _core.Vector(2, 5, "cgos", None, 1, 1, None, None),
    }
    if inspect.isclass(subject) and not issubclass(subject, Exception):
        instance = makers[name]()
        members = [member for member in dir(subject) if not member.startswith("__") or member == "__getitem__"]
        objects += [getattr(instance, member) for member in members if callable(getattr(instance, member, None))]
    usual: list[Any] = [_core.Game(5), "cgos", None, 1, 1, None, None, None]
    for called in filter(callable, objects):
        for value in VALUES:
            for place in range(8):
                for arguments in ([value] * (place + 1), [*usual[:place], value, *usual[place + 1 :]]):
                    try:
                        called(*arguments)
                    except Exception:  # noqa: BLE001, S112 - a panic is none
                        continue
