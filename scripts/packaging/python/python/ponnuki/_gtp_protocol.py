"""The Go Text Protocol (GTP), version 2, apart from input and output: commands, answers and analyses.

Source: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002. The analysis commands are those
of Leela Zero (`lz-analyze`) and KataGo (`kata-analyze`, docs/GTP_Extensions.md).
"""

import math
import operator
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Protocol, TypeAlias

MAX_ANSWER = 16 << 20
"""The limit of an answer, and of a line of an analysis, in bytes."""

SHOWN = 100
"""The number of characters of an engine's output that a message shows."""

HEAD = re.compile(r"([=?])([0-9]{0,9})(?:\s+(.*))?")
CONTROLS = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
SECTIONS = ("info", "rootInfo")
OWNERSHIP = ("ownership", "ownershipStdev")
LISTS = ("pv", "pvVisits", "pvEdgeVisits", "movesOwnership", "movesOwnershipStdev", *OWNERSHIP)
VERTEX = re.compile(r"pass|[A-HJ-Z][1-9][0-9]?", re.IGNORECASE)

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

COLORS = {"black": "black", "b": "black", "white": "white", "w": "white"}

Size: TypeAlias = tuple[int, int]
Move: TypeAlias = str | tuple[int, int] | None
Value: TypeAlias = float | str | tuple[str, ...] | tuple[float, ...]


class EngineError(Exception):
    """An engine did not do what it was asked to do. The base of the exceptions of this module.

    `tip` says what may help where an engine never answered, and is empty otherwise.
    """

    tip = ""

    def _with_tip(self, text: str) -> str:
        return f"{text}\ntip: {self.tip}" if self.tip else text


class GtpError(EngineError):
    """The engine refused a command, with an answer that begins with `?`.

    `command` is the command, `message` the engine's reason.
    """

    def __init__(self, command: str, message: str) -> None:
        super().__init__(command, message)
        self.command = command
        self.message = message

    def __str__(self) -> str:
        return f"the engine refused '{self.command}': {self.message or 'without a reason'}"


class BadAnswerError(EngineError):
    """The engine wrote what is no answer to the command. `output` is what it wrote, or its beginning."""

    def __init__(self, command: str, output: str) -> None:
        super().__init__(command, output)
        self.command = command
        self.output = output

    def __str__(self) -> str:
        return self._with_tip(f"the engine answered '{self.command}' with '{self.output}', which is no valid answer")


class EngineTimeout(EngineError, TimeoutError):
    """The engine did not answer within `seconds`."""

    def __init__(self, command: str, seconds: float) -> None:
        super().__init__(command, seconds)
        self.command = command
        self.seconds = seconds

    def __str__(self) -> str:
        return self._with_tip(f"the engine did not answer '{self.command}' within {self.seconds:g} s")


class EngineDied(EngineError):
    """The engine ended, or closed its output, before it answered `command`.

    `status` is its exit status: negative if a signal ended it, `None` if it runs on without an output or was closed.
    `stderr` holds the last lines that it wrote to standard error.
    """

    def __init__(self, command: str, status: int | None, stderr: tuple[str, ...]) -> None:
        super().__init__(command, status, stderr)
        self.command = command
        self.status = status
        self.stderr = stderr

    def __str__(self) -> str:
        end = "was closed, or closed its output" if self.status is None else f"ended with status {self.status}"
        command = self.command and f", before it answered '{self.command}'"
        return self._with_tip(f"the engine {end}{command}" + "".join(f"\n  {line}" for line in self.stderr))


ON_REQUEST = {
    "gnugo": ("gtp", "GNU Go speaks GTP with '--mode gtp'"),
    "katago": ("gtp", "KataGo speaks GTP as 'katago gtp'"),
    "leelaz": ("g", "Leela Zero speaks GTP with '--gtp'"),
}
"""Programs that speak GTP only with an option: a part of the option, and the advice."""


def start_tip(words: Sequence[str], error: EngineError | None = None) -> str:
    """Returns what may help with an engine that has not answered the first commands, or has failed at them."""
    option, advice = ON_REQUEST.get(PurePath(words[0]).stem, ("", ""))
    if option and not any(option in word for word in map(str, words[1:])):
        return advice
    if error is None or isinstance(error, EngineTimeout):
        return "does it flush its output after each answer? (Python: python -u; C: setvbuf(stdout, NULL, _IOLBF, 0))"
    if isinstance(error, BadAnswerError):
        return "the program must answer GTP commands on its standard output; many need an option for that"
    return ""


class Answer:
    """An answer of an engine, or the part of it that has come.

    Of a stream, as analyses are, only the newest line is kept.
    """

    def __init__(self, command: str, number: int, lines: deque[str]) -> None:
        self.command = command
        self.number = number
        self.lines = lines
        self.is_success = True
        self.is_complete = False
        self._size = 0

    def begin(self, status: str, text: str) -> None:
        """Takes what the first line says."""
        self.is_success = status == "="
        if text or self.lines.maxlen is None:
            self.add(text)

    def add(self, line: str) -> bool:
        """Takes a line. Returns whether the answer is within its limit."""
        self.lines.append(line)
        self._size = len(line) + (self._size if self.lines.maxlen is None else 0)
        return self._size <= MAX_ANSWER

    def text(self) -> str:
        """Returns the text of a complete answer.

        Raises:
            GtpError: If the engine refused the command.
        """
        text = "\n".join(self.lines).strip("\n").rstrip()
        if not self.is_success:
            raise GtpError(self.command, text)
        return text


class Dialogue:
    """Matches what an engine writes with the commands that it was sent, by their ids and their order."""

    def __init__(self) -> None:
        self.fault: str | None = None
        """Output that is no answer, after which no output can be matched with commands."""
        self._sent = 0
        self._awaited: deque[Answer] = deque()
        self._open: Answer | None = None
        self._rest = bytearray()

    @property
    def is_answered(self) -> bool:
        """Whether no command waits for an answer, but for a stream that has begun."""
        return not self._awaited and (self._open is None or self._open.lines.maxlen is not None)

    def ask(self, command: str, *, is_stream: bool = False) -> tuple[bytes, Answer]:
        """Returns the bytes to send for a command, and the answer that will be filled.

        Raises:
            ValueError: If the text is not one command on one line.
        """
        words = command.partition("#")[0].split()
        if not words or words[0].isdigit() or CONTROLS.search(command):
            raise ValueError(f"{command!r} is no command: expected one line, without an id")
        data = command.encode("utf-8", "surrogateescape")
        self._sent += 1
        answer = Answer(command, self._sent, deque(maxlen=1 if is_stream else None))
        self._awaited.append(answer)
        return b"%d %s\n" % (self._sent, data), answer

    def feed(self, data: bytes) -> None:
        """Takes what the engine has written."""
        end = data.rfind(b"\n") + 1
        if end > 0:
            lines = self._rest + data[:end]
            self._rest = bytearray()
            for line in lines.split(b"\n")[:-1]:
                self._line(line)
        self._rest += data[end:]
        if len(self._rest) > MAX_ANSWER:
            self._break(self._rest[:SHOWN].decode("utf-8", "replace"))

    def _line(self, line: bytearray) -> None:
        text = CONTROLS.sub("", line.decode("utf-8", "replace")).replace("\t", " ")
        if self.fault is not None:
            return
        if self._open is None:
            if text.strip():
                self._begin(text)
        elif not text:
            self._open.is_complete = True
            self._open = None
        elif not self._open.add(text):
            self._break(text)

    def _begin(self, line: str) -> None:
        head = HEAD.fullmatch(line)
        answer = self._awaited_by(head[2]) if head else None
        if head is None or answer is None:
            self._break(line)
            return
        answer.begin(head[1], head[3] or "")
        self._open = answer

    def _awaited_by(self, number: str) -> Answer | None:
        """Returns the answer with an id, or the next one where the engine leaves ids out."""
        if not number:
            return self._awaited.popleft() if self._awaited else None
        while self._awaited and self._awaited[0].number < int(number):
            self._awaited.popleft()
        if self._awaited and self._awaited[0].number == int(number):
            return self._awaited.popleft()
        # A second answer to an earlier command goes nowhere.
        return Answer("", 0, deque(maxlen=1)) if 0 < int(number) <= self._sent else None

    def _break(self, output: str) -> None:
        self.fault = output[:SHOWN]
        self._rest.clear()


@dataclass(frozen=True)
class MoveInfo:
    """What an analysis says about a move.

    Win rate and score are from the point of view that the engine reports: that of the colour to move, unless its
    configuration says otherwise.
    """

    move: str
    """The point, as in `"D4"`, or `"pass"`."""
    visits: int
    """The number of playouts after this move."""
    winrate: float
    """The chance to win, from 0 to 1."""
    score_lead: float | None
    """The lead in points, if the engine reports one."""
    prior: float | None
    """The probability of the move before the search, from 0 to 1."""
    pv: tuple[str, ...]
    """The move and those that probably follow."""
    values: Mapping[str, Value]
    """Everything else, by the engine's keys, as it was written: numbers, texts, or tuples of either."""


@dataclass(frozen=True)
class Report:
    """A report of a running analysis."""

    moves: tuple[MoveInfo, ...]
    """The moves in the engine's order, the best first."""
    ownership: tuple[float, ...] | None
    """The owners of the points, row by row from the top left, from -1 to 1, if they were asked for. The point of view
    is that of the win rates."""
    values: Mapping[str, Value]
    """What concerns the position, by the engine's keys, such as those of `rootInfo`."""

    @property
    def best(self) -> MoveInfo:
        """The first move."""
        return self.moves[0]


def parse_report(line: str, *, is_kata: bool, size: Size | None = None) -> Report:
    """Reads a line of `kata-analyze` or, with win rates in parts of 10,000, of `lz-analyze`, for a board of a size.

    Raises:
        ValueError: If the line names no move on the board, or a number is none or impossible.
    """
    position: dict[str, Value] = {}
    found: list[dict[str, Value]] = []
    section: dict[str, Value] = position
    for key, value in _pairs(line.split()):
        if key == "info":
            section = {}
            found.append(section)
        elif key == "rootInfo":
            section = position
        else:
            (position if key in OWNERSHIP else section)[key] = value
    if not found:
        raise ValueError("no move")
    moves = tuple(_move_info(move, 1.0 if is_kata else 1e-4, size) for move in found)
    ownership = position.pop("ownership", None)
    owners = tuple(map(_number, ownership)) if isinstance(ownership, tuple) else None
    return Report(moves, owners, position)


def _pairs(words: list[str]) -> Iterator[tuple[str, Value]]:
    """Yields the keys of a line with their values; a list ends before the first word that is no item of it."""
    at = 0
    while at < len(words):
        key = words[at]
        at += 1
        if key in SECTIONS:
            yield key, ""
        elif key in LISTS:
            is_item = VERTEX.fullmatch if key == "pv" else _is_number
            end = next((end for end in range(at, len(words)) if not is_item(words[end])), len(words))
            yield key, tuple(words[at:end]) if key == "pv" else tuple(map(float, words[at:end]))
            at = end
        elif at < len(words):
            yield key, float(words[at]) if _is_number(words[at]) else words[at]
            at += 1


def _is_number(word: str) -> bool:
    try:
        return math.isfinite(float(word))
    except ValueError:
        return False


def _number(value: object) -> float:
    if isinstance(value, float):
        return value
    raise ValueError(f"{value!r} is no number")


def _move_info(values: dict[str, Value], unit: float, size: Size | None) -> MoveInfo:
    move, pv = values.pop("move", ""), values.pop("pv", ())
    winrate, visits = (_number(values.pop(key, None)) for key in ("winrate", "visits"))
    score = values.pop("scoreLead", values.get("scoreMean"))
    prior = values.pop("prior", None)
    chances = [winrate * unit, *([] if prior is None else [_number(prior) * unit])]
    if not isinstance(move, str) or not isinstance(pv, tuple) or visits < 0 or not all(0 <= x <= 1 for x in chances):
        raise ValueError("no move, or an impossible number")
    return MoveInfo(
        move=vertex(move, size),
        visits=int(visits),
        winrate=chances[0],
        score_lead=None if score is None else _number(score),
        prior=None if prior is None else chances[1],
        pv=tuple(vertex(str(reply), size) for reply in pv),
        values=values,
    )


def vertex(text: str, size: Size | None = None) -> str:
    """Returns a point or a pass as the package writes it, as in `"D4"` and `"pass"`.

    Raises:
        ValueError: If the text is neither, or no point of a board of this size.
    """
    if not VERTEX.fullmatch(text):
        raise ValueError(f"{text!r} is neither a point nor a pass")
    if text.lower() == "pass":
        return "pass"
    name = text.upper()
    if size is not None and (COLUMNS.index(name[0]) >= size[0] or int(name[1:]) > size[1]):
        raise ValueError(f"{text!r} is no point of a {size[0]}x{size[1]} board")
    return name


def move_name(move: Move, size: Size | None) -> str:
    """Returns the name of a move, of which a pair is the column and the row from the top left of a board.

    Raises:
        TypeError: If it is no move.
        ValueError: If it is on no board, or a pair while the size is not known.
    """
    if move is None or isinstance(move, str):
        return "pass" if move is None else vertex(move)
    try:
        x, y = map(operator.index, move)
    except (TypeError, ValueError):
        raise TypeError(f"{move!r} is no move: expected a name such as 'D4', a pair (x, y), 'pass' or None") from None
    if size is None:
        raise ValueError(f"({x}, {y}): the size of the engine's board is not known, so name the point")
    width, height = size
    if not (0 <= x < min(width, len(COLUMNS)) and 0 <= y < height):
        raise ValueError(f"({x}, {y}) is no point of a {width}x{height} board")
    return f"{COLUMNS[x]}{height - y}"


def size_after(command: str, size: Size | None) -> Size | None:
    """Returns the size of the board after a command, or `None` if the command does not tell it."""
    name, *words = command.partition("#")[0].split()
    if name in ("boardsize", "rectangular_boardsize"):
        is_told = 1 <= len(words) <= 2 and all(map(str.isdecimal, words))
        return (int(words[0]), int(words[-1])) if is_told else None
    return None if name == "loadsgf" else size


def color_name(color: str) -> str:
    """Returns the name of a colour, given by its name or its first letter.

    Raises:
        TypeError: If it is no text.
        ValueError: If the text is neither.
    """
    if not isinstance(color, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"{color!r} is no colour: expected 'black' or 'white'")
    name = COLORS.get(color.lower())
    if name is None:
        raise ValueError(f"{color!r} is no colour: expected black or white")
    return name


def options_text(options: Mapping[str, object]) -> str:
    """Returns the options of an analysis command as words, with a blank before each."""
    return "".join(
        f" {key} {str(value).lower() if isinstance(value, bool) else value}" for key, value in options.items()
    )


def play(color: str, move: Move, size: Size | None) -> str:
    """Returns the command that plays a move; `None` is a pass."""
    return f"play {color_name(color)} {move_name(move, size)}"


def _lengths(size: int | Size) -> Size:
    """Returns width and height."""
    try:
        width, height = map(operator.index, size if isinstance(size, tuple | list) else (size, size))
    except (TypeError, ValueError):
        raise TypeError("size: expected a number or a pair of width and height") from None
    return width, height


def new_game(size: int | Size, komi: float | None, rules: str | None, known: frozenset[str]) -> list[str]:
    """Returns the commands that begin a game for an engine that knows some commands.

    Raises:
        TypeError: If the size is none.
        ValueError: If the engine has no command for rules.
    """
    width, height = _lengths(size)
    board = f"boardsize {width}" if width == height else f"rectangular_boardsize {width} {height}"
    commands = [board, "clear_board"]
    if rules is not None:
        command = next((name for name in ("kata-set-rules", "kgs-rules") if name in known), None)
        if command is None:
            raise ValueError(
                "the engine knows neither kata-set-rules nor kgs-rules; its command line may set the rules"
            )
        commands.append(f"{command} {rules}")
    return commands if komi is None else [*commands, f"komi {float(komi)}"]


class Placed(Protocol):
    """A position, such as a `ponnuki.Board`."""

    @property
    def black(self) -> Sequence[str]:
        """The black stones."""
        ...

    @property
    def white(self) -> Sequence[str]:
        """The white stones."""
        ...


class Played(Protocol):
    """What `setup` reads of a game, such as a `ponnuki.Game`."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        ...

    @property
    def komi(self) -> float:
        """The points for White."""
        ...

    @property
    def start(self) -> Placed:
        """The stones before the first move."""
        ...

    @property
    def handicap(self) -> int:
        """The number of handicap stones among these."""
        ...

    @property
    def moves(self) -> Sequence[tuple[str, str]]:
        """The moves with their colours."""
        ...


def setup(game: Played, known: frozenset[str]) -> list[str]:
    """Returns the commands that set a game up.

    No order of the stones captures any, because every chain of the position has a liberty.
    """
    black, white = game.start.black, game.start.white
    commands = new_game(game.size, game.komi, None, known)
    if game.handicap == len(black) > 1 and not white and "set_free_handicap" in known:
        commands.append(f"set_free_handicap {' '.join(black)}")
        black = ()
    placed = [("black", point) for point in black] + [("white", point) for point in white]
    return commands + [play(color, move, game.size) for color, move in [*placed, *game.moves]]
