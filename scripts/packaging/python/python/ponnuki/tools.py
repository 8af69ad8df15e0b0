"""The program `ponnuki` from Python: matches, checks of game records, reviews and checks of engines.

The functions run the program and return records, lists of dictionaries that `pandas.DataFrame` takes. Keyword arguments
are the options of the program, with underscores for hyphens: `check(files, score=True)` runs `ponnuki check --score`,
and `ponnuki check --help` explains them. True stands for an option without a value; None and False leave it out; the
items of a list or a tuple are joined by commas; those of a size, width and height, by an `x`. `src/manual/json.md` describes the members of the records.

All functions take `program`, the path of the program; by default that in the environment variable `PONNUKI` or the
first one on the `PATH`. They take `timeout`, a limit in seconds; without one they wait until the program ends, which
has limits of its own for all that it waits for. They raise

- `ProgramNotFound`, if the program is not there,
- `ProgramError`, with the program's sentence, if it fails; findings are no failure,
- `ProgramTimeout`, if it was ended after `timeout`.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeGuard, cast

__all__ = ["ProgramError", "ProgramNotFound", "ProgramTimeout", "Records", "check", "conform", "match", "review"]

Path: TypeAlias = str | os.PathLike[str]
Command: TypeAlias = str | Sequence[str]
Record: TypeAlias = dict[str, Any]

FINDINGS = re.compile(r"\d+ findings? in .*|.*; \d+ files? cannot be read|\d+ checks? failed")
"""What the program says last when it has worked, and found something."""

PATIENCE = 5.0
"""Seconds for which the program may end its engines after it was told to end."""


class ProgramError(RuntimeError):
    """The program failed; the text says why. `status` is its exit status, or `None` if it gave none."""

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message, status)
        self.status = status

    def __str__(self) -> str:
        return str(self.args[0])


class ProgramNotFound(ProgramError):
    """The program `ponnuki` is not installed, or not where it should be."""


class ProgramTimeout(ProgramError, TimeoutError):
    """The program was ended because it took too long."""


class Records(list[Record]):
    """Dictionaries, one for each game, move or check.

    `summary` holds the members of the object that they belong to; it is empty where there is none.
    """

    def __init__(self, records: Sequence[Record], summary: Record) -> None:
        super().__init__(records)
        self.summary = summary


def match(
    a: Command | None = None,
    b: Command | None = None,
    /,
    *,
    program: Path | None = None,
    timeout: float | None = None,
    **options: object,
) -> Records:
    """Plays a match between two GTP programs, or a tournament: `ponnuki match`.

    Returns one record for each game, those of earlier runs with `resume=True` included. `summary` is that of the match:
    scores, Elo and more.

        games = ponnuki.match("ponnuki --level 3", "gnugo --mode gtp", games=10, size=9, alternate=True)
        pandas.DataFrame(games)["result"]

    Args:
        a: The command line of player A, which has Black in the first game, as a text or as words. A first word
            `ponnuki` stands for the program itself.
        b: That of player B. Both are left out for a tournament (`tournament="players.toml"`).
        program: The path of the program.
        timeout: The limit in seconds.
        options: Options of `ponnuki match`, such as `games`, `size`, `komi`, `rules`, `pairs` and `threads`. With `out`
            the records are also kept in that file.
    """
    if a is None and b is None and options.keys().isdisjoint(("black", "white", "tournament")):
        raise TypeError("match: expected the command lines of two players, or tournament='FILE'")
    with tempfile.TemporaryDirectory(prefix="ponnuki-") as folder:
        out = options.pop("out", None) or os.path.join(folder, "games.jsonl")
        players = {"black": _line(a), "white": _line(b), "out": out}
        summary = _run(["match", "--json", *option_words(players | options)], program, timeout)
        with open(cast(Path, out), encoding="utf-8") as file:
            records = _lines(file.read())
    return Records(records, _object(summary))


def check(
    files: Path | Sequence[Path], /, *, program: Path | None = None, timeout: float | None = None, **options: object
) -> Records:
    """Checks whether the games of records are legal: `ponnuki check`.

    Returns one record for each game; its member `findings` lists what is wrong.

    Args:
        files: A file or folder, or several.
        program: The path of the program.
        timeout: The limit in seconds.
        options: Options of `ponnuki check`, such as `rules`, `all`, `score` and `duplicates`.
    """
    several = [files] if _is_path(files) or not isinstance(files, Iterable) else [*files]
    if not all(map(_is_path, several)):
        raise TypeError("files: expected the path of a file or folder, or several in a list")
    if not several:
        raise ValueError("files: expected at least one")
    paths = [os.fspath(path) for path in several]
    return Records(_lines(_run(["check", "--json", *option_words(options), "--", *paths], program, timeout)), {})


def review(
    record: object, /, *, program: Path | None = None, timeout: float | None = None, **options: object
) -> Records:
    """Finds the mistakes of a game: `ponnuki review`.

    Returns one record for each move. `summary` has the players, the turning points and the settings.

    Args:
        record: The path of an SGF file, or a `ponnuki.Game`.
        program: The path of the program.
        timeout: The limit in seconds.
        options: Options of `ponnuki review`, such as `visits`, `level`, `html` and, for a file with several, `game`.
    """
    with tempfile.TemporaryDirectory(prefix="ponnuki-") as folder:
        path = record if _is_path(record) else _written(record, folder)
        summary = _object(_run(["review", "--json", *option_words(options), "--", os.fspath(path)], program, timeout))
    return Records(summary.pop("reviewed"), summary)


def conform(
    engine: Command, /, *, program: Path | None = None, timeout: float | None = None, **options: object
) -> Records:
    """Checks whether an engine speaks GTP and knows the rules of Go: `ponnuki conform`.

    Returns one record for each check; `verdict` is `"pass"`, `"fail"` or another. `summary` says what was learned about
    the engine, and counts the verdicts.

    Args:
        engine: The command line of the engine, as a text or as words.
        program: The path of the program.
        timeout: The limit in seconds.
        options: Options of `ponnuki conform`, such as `profile`, `only`, `skip` and `thorough`.
    """
    summary = _object(_run(["conform", "--json", *option_words(options), "--", str(_line(engine))], program, timeout))
    return Records(summary.pop("checks"), summary)


def _is_path(value: object) -> TypeGuard[Path]:
    return isinstance(value, str | os.PathLike)


def _line(command: Command | None) -> str | None:
    if command is None or isinstance(command, str):
        return command
    if not isinstance(command, Sequence):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError("expected a command line as a text or a list of words")
    return shlex.join(command)


def option_words(options: Mapping[str, object]) -> list[str]:
    """Returns options as words of a command line."""
    words: list[str] = []
    for name, value in options.items():
        option = f"--{name.replace('_', '-')}"
        if getattr(getattr(value, "dtype", None), "kind", None) == "b":
            value = bool(value)  # A truth value of NumPy.
        if value is True:
            words.append(option)
        elif isinstance(value, list | tuple):
            mark = "x" if name == "size" else ","
            words.append(f"{option}={mark.join(map(str, cast(Sequence[object], value)))}")
        elif value is not None and value is not False:
            words.append(f"{option}={os.fspath(cast(Path, value)) if isinstance(value, os.PathLike) else value}")
    return words


def _program(path: Path | None) -> str:
    """Returns the path of the program."""
    wanted = path or os.environ.get("PONNUKI")
    found = shutil.which(wanted or "ponnuki")
    if found is None:
        where = f"{os.fspath(wanted)!r} is no program" if wanted else "the program ponnuki is not on the PATH"
        raise ProgramNotFound(
            f"{where}. Install it by `cargo install --path .` in the source of Ponnuki (Rust 1.89 or newer), or name "
            "its path by the argument `program` or the environment variable PONNUKI."
        )
    return found


def _run(words: list[str], program: Path | None, timeout: float | None) -> str:
    """Runs the program and returns its standard output."""
    with subprocess.Popen(
        [_program(program), *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    ) as process:
        try:
            output, log = process.communicate(timeout=timeout)
        except BaseException as error:
            _end(process)
            if isinstance(error, subprocess.TimeoutExpired):
                raise ProgramTimeout(f"ponnuki {words[0]} did not end within {timeout} s") from None
            raise
    message = re.split(r"(?m)^(?:ponnuki|error): ", log.partition("\n\nUsage:")[0].strip())[-1]
    if process.returncode != 0 and not (process.returncode == 1 and FINDINGS.fullmatch(message)):
        raise ProgramError(message or f"ponnuki {words[0]} ended with status {process.returncode}", process.returncode)
    return output


def _end(process: subprocess.Popen[str]) -> None:
    """Ends the program, which ends its engines first, or kills it."""
    process.terminate()
    try:
        process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()


def _object(text: str) -> Record:
    """Reads one object.

    Raises:
        ProgramError: If the program wrote something else, as it does with options for other formats.
    """
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise ProgramError(f"the program wrote no JSON object but {text[:100]!r}")
    return cast(Record, value)


def _lines(text: str) -> list[Record]:
    return [_object(line) for line in text.splitlines() if line]


def _written(game: Any, folder: str) -> str:
    """Writes a game to a file in a folder and returns its path."""
    from ponnuki import sgf

    path = os.path.join(folder, "game.sgf")
    with open(path, "w", encoding="utf-8") as file:
        file.write(sgf.write_game(game))
    return path


def __dir__() -> list[str]:
    return __all__
