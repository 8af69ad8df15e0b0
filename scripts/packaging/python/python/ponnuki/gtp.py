"""Engines that speak the Go Text Protocol (GTP): GNU Go, KataGo, Ponnuki and others, as child processes.

    from ponnuki import gtp

    with gtp.Engine.popen("gnugo --mode gtp") as engine:
        engine.new_game(9, komi=7.5)
        print(engine.genmove("black"))

`AsyncEngine` is the same for `asyncio`. Every answer has a limit of time, and an engine that hangs is killed at the end.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import threading
import weakref
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast

from ponnuki import _gtp_protocol as protocol
from ponnuki._gtp_protocol import (
    BadAnswerError,
    EngineDied,
    EngineError,
    EngineTimeout,
    GtpError,
    MoveInfo,
    Played,
    Report,
)
from ponnuki._gtp_session import Session

if TYPE_CHECKING:
    from typing_extensions import Self  # noqa: UP035 - Python 3.10

__all__ = [
    "AsyncEngine",
    "BadAnswerError",
    "Engine",
    "EngineDied",
    "EngineError",
    "EngineTimeout",
    "GtpError",
    "MoveInfo",
    "Played",
    "Report",
]

for _public in (BadAnswerError, EngineDied, EngineError, EngineTimeout, GtpError, MoveInfo, Played, Report):
    # A traceback, `repr` and pickles name the module from which users import.
    _public.__module__ = __name__

T = TypeVar("T")


class _Unique:
    """What cannot be copied, as it has a process of its own."""

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"{type(self).__name__} cannot be copied or pickled: it is a running process")


class AsyncEngine(_Unique):
    """An engine that speaks GTP, for `asyncio`. It is started by `popen`.

    The methods are those of `Engine` as coroutines, with the same exceptions. Tasks may share an engine: a command waits
    for the answer to the one before it, and ends a running analysis.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.name = session.name
        self.version = session.version
        self.protocol_version = session.protocol_version
        self.commands = session.commands

    @classmethod
    async def popen(
        cls,
        command: str | Sequence[str],
        *,
        timeout: float = 60.0,
        start_timeout: float = 120.0,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Self:
        """Starts an engine. See `Engine.popen`."""
        return cls(await Session.start(_words(command), timeout, start_timeout, cwd, env))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name} {self.version}>"

    async def close(self, timeout: float = 2.0) -> None:
        """Ends the engine. See `Engine.close`."""
        await self._session.close(timeout)

    async def command(self, text: str, *, timeout: float | None = None) -> str:
        """Sends a command and returns the text of the answer. See `Engine.command`."""
        return await self._session.command(text, timeout)

    async def analyze(
        self, color: str, interval: float = 0.5, *, timeout: float | None = None, **options: object
    ) -> AsyncIterator[Report]:
        """Analyses the position. See `Engine.analyze`; `async for` goes over the reports."""
        analysis = await self._session.begin(color, interval, options)
        try:
            while (report := await self._session.report(analysis, interval, timeout)) is not None:
                yield report
        finally:
            await self._session.end(analysis)

    async def play(self, color: str, move: str | tuple[int, int] | None) -> None:
        """Plays a move. See `Engine.play`."""
        await self.command(protocol.play(color, move, self._session.size))

    async def genmove(self, color: str, *, timeout: float | None = None) -> str:
        """Lets the engine choose and play a move. See `Engine.genmove`."""
        command = f"genmove {protocol.color_name(color)}"
        answer = await self.command(command, timeout=timeout)
        try:
            return "resign" if answer.lower() == "resign" else protocol.vertex(answer, self._session.size)
        except ValueError:
            raise BadAnswerError(command, answer[: protocol.SHOWN]) from None

    async def new_game(
        self, size: int | tuple[int, int] = 19, komi: float | None = None, rules: str | None = None
    ) -> None:
        """Begins a game on an empty board. See `Engine.new_game`."""
        await self._all(protocol.new_game(size, komi, rules, self.commands))

    async def setup(self, game: protocol.Played) -> None:
        """Sends a game. See `Engine.setup`."""
        await self._all(protocol.setup(game, self.commands))

    async def _all(self, commands: Sequence[str]) -> None:
        for command in commands:
            await self.command(command)

    async def undo(self) -> None:
        """Takes the last move back."""
        await self.command("undo")

    async def list_stones(self, color: str) -> list[str]:
        """Returns the points with stones of a colour. See `Engine.list_stones`."""
        command = f"list_stones {protocol.color_name(color)}"
        answer = await self.command(command)
        try:
            return [protocol.vertex(point, self._session.size) for point in answer.split()]
        except ValueError:
            raise BadAnswerError(command, answer[: protocol.SHOWN]) from None

    async def final_score(self, *, timeout: float | None = None) -> str:
        """Returns the engine's result. See `Engine.final_score`."""
        return await self.command("final_score", timeout=timeout)

    async def loadsgf(self, path: str | os.PathLike[str], move: int | None = None) -> str:
        """Loads a game record. See `Engine.loadsgf`."""
        number = "" if move is None else f" {move}"
        return await self.command(f"loadsgf {os.path.abspath(path)}{number}")

    async def time_settings(self, main: float, period: float = 0, stones: int = 0) -> None:
        """Sets the clock. See `Engine.time_settings`."""
        await self.command(f"time_settings {int(main)} {int(period)} {stones}")

    async def time_left(self, color: str, left: float, stones: int = 0) -> None:
        """Tells the time that is left. See `Engine.time_left`."""
        await self.command(f"time_left {protocol.color_name(color)} {int(left)} {stones}")


class Engine(_Unique):
    """An engine that speaks GTP. It is started by `popen`, and ended by `close` or at the end of a `with` block.

    Attributes:
        name: The engine's name, or an empty text if it does not tell it.
        version: Its version, in the same way.
        protocol_version: The version of GTP that it speaks: 2, or 0 if it does not tell it.
        commands: The set of the commands that it knows.

    Every method that sends a command may raise

    - `GtpError`, if the engine refuses the command; it can be used on,
    - `EngineTimeout`, if no answer has come in time; a later answer is dropped, and the engine can be used on,
    - `BadAnswerError`, if the answer is none; after output that is no GTP at all, every later command raises it too,
    - `EngineDied`, if the engine has ended, or was closed.

    Threads may share an engine: a command waits for the answer to the one before it, and ends a running analysis.
    """

    def __init__(self, session: Session, loop: asyncio.AbstractEventLoop, thread: threading.Thread) -> None:
        self._session = session
        self._engine = AsyncEngine(session)
        self._loop = loop
        self._thread = thread
        self._process = os.getpid()
        self.name = session.name
        self.version = session.version
        self.protocol_version = session.protocol_version
        self.commands = session.commands
        self._finalizer = weakref.finalize(self, _abandon, session, loop, self._process)

    @classmethod
    def popen(
        cls,
        command: str | Sequence[str],
        *,
        timeout: float = 60.0,
        start_timeout: float = 120.0,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Self:
        """Starts an engine and asks for its name, version and commands.

        The logger `ponnuki.gtp` warns of an answer that has not come after 3 seconds; it is waited for on.

        Args:
            command: The command line, split as a shell does, or its words.
            timeout: The limit of every answer in seconds, unless a command says otherwise.
            start_timeout: The same for each of the first four answers.
            cwd: The folder of the engine; this process's by default.
            env: The whole environment of the engine; this process's by default.

        Raises:
            OSError: If the program cannot be started.
            EngineError: If it does not answer in time, ends or speaks no GTP; its text ends with a tip.
        """
        words = _words(command)
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=_run, args=(loop,), name="ponnuki.gtp", daemon=True)
        thread.start()
        starting = Session.start(words, timeout, start_timeout, cwd, env)
        try:
            return cls(_result(starting, loop), loop, thread)
        except BaseException:
            loop.call_soon_threadsafe(loop.stop)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name} {self.version}>"

    def _wait(self, coroutine: Coroutine[Any, Any, T], command: str = "") -> T:
        if not self._is_usable():
            coroutine.close()
            raise EngineDied(command, None, ())
        return _result(coroutine, self._loop)

    def _is_usable(self) -> bool:
        """Returns whether the engine was not closed, and this is no fork of the process that started it."""
        return self._finalizer.alive and os.getpid() == self._process

    def close(self, timeout: float = 2.0) -> None:
        """Ends the engine by `quit` and the end of its input, or kills it with its process group.

        It is killed if it is still there after `timeout` seconds, and at once if it owes an answer. Processes that left
        its group are left alone. A second call does nothing.
        """
        if self._is_usable():
            self._wait(self._engine.close(timeout))
            self._finalizer()
            self._thread.join(1)

    def command(self, text: str, *, timeout: float | None = None) -> str:
        """Sends a command, such as `"boardsize 9"`, and returns the text of the answer.

        The text has neither the status nor blanks at its ends. Control characters are left out, tabs become blanks,
        and bytes that are no UTF-8 become U+FFFD. A running analysis ends.

        Args:
            text: The command with its arguments, on one line and without an id.
            timeout: The limit of the answer in seconds.

        Raises:
            ValueError: If the text is no command.
            EngineError: As described for the class.
        """
        return self._wait(self._engine.command(text, timeout=timeout), text)

    def analyze(
        self, color: str, interval: float = 0.5, *, timeout: float | None = None, **options: object
    ) -> Iterator[Report]:
        """Analyses the position, in which `color` is to play, by `kata-analyze` or else `lz-analyze`.

            for report in engine.analyze("black", ownership=True):
                if report.best.visits > 1000:
                    break

        It begins when the first report is fetched, and ends when the loop does, when another command is sent, or when
        the engine ends it. A report that was not fetched before the next one came is dropped.

        Args:
            color: The colour to play.
            interval: The time between two reports in seconds.
            timeout: The limit of a report in seconds, beyond the interval.
            options: Arguments of the command by the engine's names, such as `maxmoves=5`, `ownership=True` (KataGo) or
                `playouts=1000` (Ponnuki, which then ends the analysis).

        Raises:
            EngineError: As described for the class, and if the engine knows neither command.
        """
        analysis = self._wait(self._session.begin(color, interval, options))
        try:
            while (report := self._wait(self._session.report(analysis, interval, timeout))) is not None:
                yield report
        finally:
            # Without waiting, because the garbage collector may run this in any thread.
            if self._is_usable():
                asyncio.run_coroutine_threadsafe(self._session.end(analysis), self._loop)

    def play(self, color: str, move: str | tuple[int, int] | None) -> None:
        """Plays a move: a point such as `"D4"` or `(3, 15)`, or `"pass"` or `None`.

        `(x, y)` is counted from 0 at the top left of the board of the last `new_game` or `setup`; before these it is
        taken for 19x19. After `loadsgf` the size is not known.
        """
        self._wait(self._engine.play(color, move))

    def genmove(self, color: str, *, timeout: float | None = None) -> str:
        """Lets the engine choose and play a move. Returns a point such as `"D4"`, `"pass"` or `"resign"`.

        After an interrupt (Ctrl-C) the engine thinks on and plays its move; the next command waits for that answer,
        and drops it.
        """
        return self._wait(self._engine.genmove(color, timeout=timeout))

    def new_game(self, size: int | tuple[int, int] = 19, komi: float | None = None, rules: str | None = None) -> None:
        """Begins a game on an empty board.

        Args:
            size: The length of both sides, or width and height.
            komi: The points for White; the engine's own if `None`.
            rules: The name or the JSON of rules that `kata-set-rules` or `kgs-rules` takes; the engine's own if `None`.

        Raises:
            ValueError: If the engine has no command for rules. Its command line may set them.
            EngineError: As described for the class.
        """
        self._wait(self._engine.new_game(size, komi, rules))

    def setup(self, game: Played) -> None:
        """Sends a game: its size, its komi, the stones that it began with, and its moves.

        Handicap stones are sent as such, other stones are played. The rules of the engine stay.
        """
        self._wait(self._engine.setup(game))

    def undo(self) -> None:
        """Takes the last move back."""
        self._wait(self._engine.undo())

    def list_stones(self, color: str) -> list[str]:
        """Returns the points with stones of a colour."""
        return self._wait(self._engine.list_stones(color))

    def final_score(self, *, timeout: float | None = None) -> str:
        """Returns the result as the engine counts it, such as `"B+3.5"`."""
        return self._wait(self._engine.final_score(timeout=timeout))

    def loadsgf(self, path: str | os.PathLike[str], move: int | None = None) -> str:
        """Lets the engine load a game record, up to the position before move number `move`. Returns its answer.

        Most engines read no paths with blanks. A path is meant as this process sees it.
        """
        return self._wait(self._engine.loadsgf(path, move))

    def time_settings(self, main: float, period: float = 0, stones: int = 0) -> None:
        """Sets the clock: the main time and periods (Canadian byo yomi) in seconds, and the moves of a period.

        GTP knows whole seconds only; parts are cut off.
        """
        self._wait(self._engine.time_settings(main, period, stones))

    def time_left(self, color: str, left: float, stones: int = 0) -> None:
        """Tells the engine the time that a colour has left in whole seconds, and the moves if it is in a period."""
        self._wait(self._engine.time_left(color, left, stones))


def _run(loop: asyncio.AbstractEventLoop) -> None:
    """Runs the coroutines of an engine until it is stopped; they end by themselves, as nothing waits for ever."""

    async def rest() -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*tasks, return_exceptions=True)

    loop.run_forever()
    loop.run_until_complete(rest())
    loop.close()


def _result(coroutine: Coroutine[Any, Any, T], loop: asyncio.AbstractEventLoop) -> T:
    """Runs a coroutine in the thread of the loop; an interrupt ends the wait and the coroutine."""
    future = asyncio.run_coroutine_threadsafe(coroutine, loop)
    try:
        return future.result()
    except BaseException:
        future.cancel()
        raise


def _abandon(session: Session, loop: asyncio.AbstractEventLoop, process: int) -> None:
    """Ends the thread of an engine, and kills the engine if nobody has closed it."""
    if os.getpid() == process:
        session.kill()
        asyncio.run_coroutine_threadsafe(session.close(0), loop)
        loop.call_soon_threadsafe(loop.stop)


def _words(command: object) -> list[str]:
    """Returns the words of a command line."""
    if isinstance(command, str):
        # On Windows a backslash is part of a path.
        is_posix = os.name == "posix"
        return shlex.split(command) if is_posix else [word.strip('"') for word in shlex.split(command, posix=False)]
    words = [*cast(Sequence[object], command)] if isinstance(command, Sequence) else [None]
    if not all(isinstance(word, str | os.PathLike) for word in words):
        raise TypeError("command: expected a text or a list of words")
    return cast(list[str], words)


def __dir__() -> list[str]:
    return __all__
