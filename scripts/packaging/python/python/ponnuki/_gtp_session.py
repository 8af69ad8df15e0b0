"""A session with an engine that speaks GTP: its process, its pipes and its answers, for one `asyncio` loop."""

from __future__ import annotations

import asyncio
import logging
import math
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import cast

from ponnuki import _gtp_protocol as protocol
from ponnuki._gtp_protocol import Answer, BadAnswerError, EngineDied, EngineError, EngineTimeout, Report

LOG = logging.getLogger("ponnuki.gtp")

NOTICE = 3.0
"""Seconds without an answer after which a caller is told what a starting engine is waited for."""

STDERR_LINES = 20
"""The number of lines of standard error that are kept."""

STDERR_LINE = 1000
"""The number of bytes that are kept of such a line."""

AFTERMATH = 0.2
"""Seconds for which the output of an engine that has ended is read on: another process may hold it."""


class Pipes(asyncio.SubprocessProtocol):
    """The output of an engine, and its end."""

    transport: asyncio.SubprocessTransport

    def __init__(self) -> None:
        self.dialogue = protocol.Dialogue()
        self._news = asyncio.Event()
        self._open = {1, 2}
        self._stderr: deque[bytes] = deque([b""], maxlen=STDERR_LINES)

    @property
    def is_output_open(self) -> bool:
        """Whether answers may come."""
        return 1 in self._open

    @property
    def status(self) -> int | None:
        """The exit status of the engine, or `None` while it runs."""
        return self.transport.get_returncode()

    @property
    def is_over(self) -> bool:
        """Whether the engine has ended, and all its output was read."""
        return not self._open and self.status is not None

    def stderr(self) -> tuple[str, ...]:
        """Returns the last lines of standard error."""
        return tuple(line.decode("utf-8", "replace").rstrip() for line in self._stderr if line.strip())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Takes the transport."""
        self.transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Takes output."""
        if fd == 1:
            self.dialogue.feed(data)
            self._news.set()
            return
        first, *lines = data.split(b"\n")
        self._stderr[-1] = (self._stderr[-1] + first)[:STDERR_LINE]
        self._stderr.extend(line[:STDERR_LINE] for line in lines)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Takes the end of a pipe."""
        self._close({fd})

    def process_exited(self) -> None:
        """Takes the end of the process; those that it leaves in its group end with it."""
        self.kill()
        self._close(set())
        asyncio.get_running_loop().call_later(AFTERMATH, self._close, {1, 2})

    def _close(self, pipes: set[int]) -> None:
        self._open -= pipes
        self._news.set()

    def wake(self) -> None:
        """Lets `until` look again."""
        self._news.set()

    async def until(self, is_there: Callable[[], bool], timeout: float) -> bool:
        """Waits until something is there. Returns whether it is, after `timeout` seconds at the latest."""
        is_late = False

        def end() -> None:
            nonlocal is_late
            is_late = True
            self._news.set()

        timer = asyncio.get_running_loop().call_later(timeout, end)
        try:
            while not is_there() and not is_late:
                self._news.clear()
                await self._news.wait()
        finally:
            timer.cancel()
        return is_there()

    def write(self, data: bytes) -> None:
        """Writes to the engine, which may have ended."""
        if self.is_output_open:
            cast(asyncio.WriteTransport, self.transport.get_pipe_transport(0)).write(data)

    def end(self) -> None:
        """Closes the engine's input, after what was written."""
        cast(asyncio.WriteTransport, self.transport.get_pipe_transport(0)).close()

    def kill(self) -> None:
        """Kills the engine and, except on Windows, the processes that it has started in its group."""
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self.transport.kill()
            else:
                os.killpg(self.transport.get_pid(), signal.SIGKILL)


class Session:
    """Commands and answers, one after the other, and at most one analysis."""

    name = version = ""
    protocol_version = 0
    commands: frozenset[str] = frozenset()

    def __init__(self, pipes: Pipes, timeout: float) -> None:
        self.size: protocol.Size | None = (19, 19)
        """Width and height of the board as far as they are known: 19x19 until a command says otherwise."""
        self._pipes = pipes
        self._timeout = timeout
        self._lock = asyncio.Lock()
        self._analysis: Answer | None = None
        self._is_closed = False

    @classmethod
    async def start(
        cls,
        words: Sequence[str],
        timeout: float,
        start_timeout: float,
        cwd: str | os.PathLike[str] | None,
        env: Mapping[str, str] | None,
    ) -> Session:
        """Starts an engine and asks who it is; what it does not tell stays empty. Warns while it is silent."""
        timeout, start_timeout = seconds(timeout), seconds(start_timeout)
        if not words:
            raise ValueError("expected the command line of an engine")
        loop = asyncio.get_running_loop()
        try:
            _, pipes = await loop.subprocess_exec(Pipes, *words, cwd=cwd, env=env, start_new_session=True)
        except FileNotFoundError as error:
            text = f"cannot start '{words[0]}': {error.strerror}"
            tip = "tip: is the program installed, and its path complete and without a spelling mistake?"
            raise FileNotFoundError(error.errno, f"{text}\n{tip}") from None
        session = cls(pipes, timeout)

        async def told(command: str) -> str:
            text = "waiting for %s to answer '%s', for %g s at most\ntip: %s"
            notice = loop.call_later(
                NOTICE, LOG.warning, text, words[0], command, start_timeout, protocol.start_tip(words)
            )
            try:
                return await session.command(command, start_timeout)
            except protocol.GtpError:
                return ""
            finally:
                notice.cancel()

        try:
            version = await told("protocol_version")
            session.protocol_version = int(version) if version.isdecimal() else 0
            session.name = await told("name")
            session.version = await told("version")
            session.commands = frozenset((await told("list_commands")).split())
        except BaseException as error:
            await session.close(0)
            if isinstance(error, EngineError):
                error.tip = protocol.start_tip(words, error)
            raise
        return session

    def kill(self) -> None:
        """Kills the engine if it runs, from any thread."""
        if self._pipes.status is None:
            self._pipes.kill()

    async def close(self, timeout: float) -> None:
        """Ends the engine by `quit` and the end of its input, or kills it after a time, or at once if it owes an answer."""
        if timeout != 0:
            seconds(timeout)
        if self._is_closed:
            return
        self._is_closed = True
        pipes = self._pipes
        pipes.wake()
        try:
            if timeout > 0 and pipes.dialogue.is_answered:
                pipes.write(b"quit\n")
                pipes.end()
                await pipes.until(lambda: pipes.is_over, timeout)
        finally:
            # After an interrupt, too: nobody closes a second time.
            self.kill()
            await pipes.until(lambda: pipes.is_over, 10 * AFTERMATH)
            pipes.transport.close()
            await asyncio.sleep(0)

    async def command(self, text: str, timeout: float | None = None) -> str:
        """Sends a command and returns the text of the answer."""
        limit = self._limit(timeout)
        async with self._lock:
            await self._stop()
            answer = await self._ask(text, is_stream=False)
            before, after = self.size, protocol.size_after(text, self.size)
            # Not known if no answer comes.
            self.size = before if before == after else None
            await self._until(lambda: answer.is_complete, answer, limit)
            self.size = after if answer.is_success else before
        return answer.text()

    def _limit(self, timeout: float | None) -> float:
        return self._timeout if timeout is None else seconds(timeout)

    async def _ask(self, text: str, *, is_stream: bool) -> Answer:
        data, answer = self._pipes.dialogue.ask(text, is_stream=is_stream)
        if self._is_lost():
            await self._fail(answer)
        self._pipes.write(data)
        return answer

    async def _until(self, is_there: Callable[[], bool], answer: Answer, timeout: float) -> None:
        """Waits for something of an answer."""
        if not await self._pipes.until(lambda: is_there() or self._is_lost(), timeout):
            raise EngineTimeout(answer.command, timeout)
        if not is_there():
            await self._fail(answer)

    def _is_lost(self) -> bool:
        """Returns whether no answer can come any more."""
        pipes = self._pipes
        return self._is_closed or not pipes.is_output_open or pipes.dialogue.fault is not None

    async def _fail(self, answer: Answer) -> None:
        """Raises the exception for an answer that will never come."""
        pipes = self._pipes
        if pipes.dialogue.fault is not None:
            raise BadAnswerError(answer.command, pipes.dialogue.fault)
        await pipes.until(lambda: pipes.is_over, 2 * AFTERMATH)
        raise EngineDied(answer.command, pipes.status, pipes.stderr())

    async def begin(self, color: str, interval: float, options: Mapping[str, object]) -> Answer:
        """Begins an analysis and returns what `report` and `end` take."""
        command = next((name for name in ("kata-analyze", "lz-analyze") if name in self.commands), None)
        if command is None:
            raise EngineError(f"{self.name or 'the engine'} knows neither kata-analyze nor lz-analyze")
        hundredths = max(1, round(100 * seconds(interval)))
        text = f"{command} {protocol.color_name(color)} {hundredths}{protocol.options_text(options)}"
        async with self._lock:
            await self._stop()
            self._analysis = await self._ask(text, is_stream=True)
            return self._analysis

    async def report(self, analysis: Answer, interval: float, timeout: float | None) -> Report | None:
        """Returns the next report of an analysis, or `None` after its end."""

        def is_there() -> bool:
            return analysis.is_complete or (analysis.is_success and bool(analysis.lines))

        limit = interval + self._limit(timeout)
        async with self._lock:
            if self._analysis is not analysis:
                return None
            await self._until(is_there, analysis, limit)
            if not analysis.lines or not analysis.is_success:
                self._analysis = None
                analysis.text()
                return None
            line = analysis.lines.popleft()
        try:
            return protocol.parse_report(line, is_kata=analysis.command.startswith("kata"), size=self.size)
        except ValueError:
            raise BadAnswerError(analysis.command, line[: protocol.SHOWN]) from None

    async def end(self, analysis: Answer) -> None:
        """Ends an analysis unless it has ended. If the engine fails at this, the next command will say so."""
        if self._analysis is analysis:
            async with self._lock:
                with suppress(EngineError):
                    await self._stop()

    async def _stop(self) -> None:
        """Ends the running analysis, if there is one: any line ends it, and an empty one does nothing else."""
        analysis, self._analysis = self._analysis, None
        if analysis is not None and not analysis.is_complete:
            self._pipes.write(b"\n")
            await self._until(lambda: analysis.is_complete, analysis, self._timeout)


def seconds(time: float) -> float:
    """Checks a limit, because nothing waits for ever.

    Raises:
        TypeError: If it is no number.
        ValueError: If the time is not above 0 and finite.
    """
    try:
        is_limit = 0 < time < math.inf
    except TypeError:
        raise TypeError(f"{time!r}: expected a number of seconds") from None
    if not is_limit:
        raise ValueError(f"{time!r}: expected a finite number of seconds above 0")
    return time
