"""Game records in SGF, the Smart Game Format (https://www.red-bean.com/sgf/), with variations.

`read_game` and `write_game` are for a game without variations. `read` returns all games of a file
as trees of `Node`s, which can be edited, and `write` writes them:

>>> from ponnuki import sgf
>>> [root] = sgf.read("(;SZ[9]KM[7];B[ee](;W[ce]C[solid])(;W[gc]))")
>>> solid, other = root.children[0].children
>>> solid.comment, other.move
('solid', ('white', 'G7'))
>>> other.add_move("C3").game().turn
'white'
>>> sgf.write(root)
'(;SZ[9]KM[7];B[ee](;W[ce]C[solid])(;W[gc];B[cg]))'

Wherever a record is expected, bytes are decoded by the property CA, a `str` that contains `(;` is the
text itself, and another `str` or a path-like object is the path of a file.
"""

from __future__ import annotations

import itertools
import os
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from typing import cast

from ponnuki._core import (
    Game,
    Rules,
    SgfError,
    sgf_decoded,
    sgf_encoded,
    sgf_game,
    sgf_nodes,
    sgf_position,
    sgf_record,
    sgf_text,
    sgf_vertex,
)
from ponnuki.records import Color

__all__ = ["Node", "Properties", "SgfWarning", "read", "read_game", "write", "write_game"]


class SgfWarning(UserWarning):
    """A record has defects and was read as far as it goes."""


Source = str | bytes | os.PathLike[str]
Values = Mapping[str, Sequence[str]] | Iterable[tuple[str, Sequence[str]]]

_BEGIN = re.compile(r"\(\s*;")
_IDENTIFIER = re.compile(r"[A-Z]+")
_COLORS: dict[str, Color] = {"B": "black", "W": "white"}


def _record(source: Source) -> bytes | os.PathLike[str]:
    """Returns a text as bytes, a path as a path."""
    if isinstance(source, str):
        return source.encode() if _BEGIN.search(source) else _path(source)
    return source if isinstance(source, bytes) else _path(os.fspath(source))


def _path(name: str) -> os.PathLike[str]:
    from pathlib import Path

    return Path(name)


def _listed(values: Values) -> list[tuple[str, Sequence[str]]]:
    """Returns properties, given as a mapping or as pairs, as pairs."""
    given = cast(Mapping[str, Sequence[str]], values).items() if isinstance(values, Mapping) else values
    try:
        # The sum fails for what is no text.
        return [(identifier + "", each) for identifier, each in given]
    except (TypeError, ValueError):
        raise TypeError("expected a mapping or pairs of identifiers and values") from None


class Properties(MutableMapping[str, tuple[str, ...]]):
    """The properties of a node, in the order of the file: identifiers of capital letters, each with
    its values, decoded, as a tuple.

    Values are changed by assignment: `properties["LB"] = ["dd:A", "pp:B"]`. Others stay as the file
    writes them. If an identifier comes several times, which SGF forbids, its last values count, as for
    the reader of games; `pairs` has all.
    """

    __slots__ = ("_plain",)

    def __init__(self, values: Values = ()) -> None:
        self._plain: list[tuple[str, str]] = []
        if isinstance(values, Properties):
            # Another node may have an identifier several times.
            self._plain.extend(values._plain)
        else:
            for identifier, each in _listed(values):
                self[identifier] = each

    @property
    def pairs(self) -> list[tuple[str, tuple[str, ...]]]:
        """All identifiers and values, repeated identifiers among them."""
        return [(identifier, tuple(sgf_decoded(values))) for identifier, values in self._plain]

    def __getitem__(self, identifier: str) -> tuple[str, ...]:
        for other, values in reversed(self._plain):
            if other == identifier:
                return tuple(sgf_decoded(values))
        raise KeyError(identifier)

    def __setitem__(self, identifier: str, values: Sequence[str]) -> None:
        if not _IDENTIFIER.fullmatch(identifier):
            raise ValueError(f"{identifier!r} is no identifier: expected letters from A to Z")
        if isinstance(values, str) or not values:
            raise TypeError("expected a sequence of values, at least one")
        encoded = (identifier, sgf_encoded(list(values)))
        places = [place for place, (other, _) in enumerate(self._plain) if other == identifier]
        if places:
            self._plain[places[-1]] = encoded
        else:
            self._plain.append(encoded)

    def __delitem__(self, identifier: str) -> None:
        rest = [pair for pair in self._plain if pair[0] != identifier]
        if len(rest) == len(self._plain):
            raise KeyError(identifier)
        self._plain = rest

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(identifier for identifier, _ in self._plain))

    def __len__(self) -> int:
        return len({identifier for identifier, _ in self._plain})

    def __repr__(self) -> str:
        return f"Properties({self.pairs})"


class Node:
    """A node of a game: properties, parent and children, of which the first is the main line.

    A node prints as its own text, and is copied and pickled with its whole tree.

    `properties` are identifiers with their values: a mapping, or pairs.
    """

    __slots__ = ("_children", "_parent", "_properties")

    def __init__(self, properties: Values = ()) -> None:
        self._properties = Properties(properties)
        self._parent: Node | None = None
        self._children: list[Node] = []

    @property
    def properties(self) -> Properties:
        """The properties. Those that are assigned are copied."""
        return self._properties

    @properties.setter
    def properties(self, values: Values) -> None:
        self._properties = Properties(values)

    @property
    def parent(self) -> Node | None:
        """The node above, None for the root."""
        return self._parent

    @property
    def children(self) -> tuple[Node, ...]:
        """The nodes below: the main line, then the variations. `add`, `remove` and `promote` change them."""
        return tuple(self._children)

    @property
    def root(self) -> Node:
        """The first node of the game."""
        node = self
        while node._parent is not None:
            node = node._parent
        return node

    def path(self) -> list[Node]:
        """Returns the nodes from the root to this one."""
        path: list[Node] = []
        node: Node | None = self
        while node is not None:
            path.append(node)
            node = node._parent
        return path[::-1]

    def main_line(self) -> Iterator[Node]:
        """Iterates over this node, its first child, the first child of that, and so on."""
        node = self
        yield node
        while node._children:
            node = node._children[0]
            yield node

    def walk(self) -> Iterator[Node]:
        """Iterates over this node and all below it, in the order of the file."""
        rest: list[Node] = [self]
        while rest:
            node = rest.pop()
            yield node
            rest.extend(reversed(node._children))

    @property
    def comment(self) -> str:
        """The comment, property C; empty if there is none. Assigning an empty text removes it."""
        return "\n".join(self.properties.get("C", ()))

    @comment.setter
    def comment(self, text: str) -> None:
        if text:
            self.properties["C"] = [text]
        else:
            self.properties.pop("C", None)

    @property
    def move(self) -> tuple[Color, str] | None:
        """The move as a pair of colour and name, or None. If there are several, the last.

        Raises `SgfError` if it cannot be read or is off the board."""
        plain = _pairs(self, ("B", "W"))
        if not plain:
            return None
        size = _pairs(self.root, ("SZ", "GM"))
        line = sgf_text([(None, size), *((at, [pair]) for at, pair in enumerate(plain[-1:]))])
        game, _ = sgf_game(line.encode(), "tromp-taylor", None, None, True)
        return game.moves[-1]

    def game(self, rules: Rules | str = "cgos", komi: float | None = None) -> Game:
        """Returns the game up to this node, as `read_game` reads it. `rules` and `komi` count if the
        file does not state them.

        Raises `SgfError` if the line cannot be replayed.
        """
        path = self.path()
        nodes = [(at - 1 if at else None, _plain(node)) for at, node in enumerate(path)]
        line = sgf_text(nodes).encode()
        is_main = all(above._children[0] is node for above, node in itertools.pairwise(path))
        if is_main and not self._children:
            game, _ = sgf_game(line, rules, komi, None, True)
            return game
        return sgf_position(line, rules, komi, self._next_color())

    def _next_color(self) -> Color | None:
        """Returns the colour of the next move on the main line, if no setup comes before it."""
        steps = _pairs(self._children[0], ("B", "W", "AB", "AW", "AE", "PL")) if self._children else []
        return _COLORS.get(steps[0][0]) if len(steps) == 1 else None

    def add(self, properties: Values = ()) -> Node:
        """Adds a child with these properties, the last variation. Returns it."""
        child = Node(properties)
        child._parent = self
        self._children.append(child)
        return child

    def add_move(self, move: str | tuple[int, int] | None, color: Color | None = None, comment: str = "") -> Node:
        """Adds a child with a move: the next one, or another variation if there is one already. The
        colour is by default that to move. Returns the child.

        Raises `IllegalMoveError` if the move is illegal, `SgfError` if the game cannot be replayed.
        """
        game = self.game()
        color = color or game.turn
        vertex = sgf_vertex(game, move)
        game.play(move, color)
        child = self.add([("B" if game[-1].color == "black" else "W", [vertex])])
        child.comment = comment
        return child

    def remove(self) -> None:
        """Removes this node, with all below it, from its parent.

        Raises `ValueError` for a root.
        """
        if self._parent is None:
            raise ValueError("the root of a game has no parent to be removed from")
        self._parent._children = self._siblings()
        self._parent = None

    def promote(self) -> None:
        """Makes this node the first child of its parent, that is, the main line from there."""
        if self._parent is not None:
            self._parent._children = [self, *self._siblings()]

    def _siblings(self) -> list[Node]:
        """Returns the other children of the parent."""
        return [node for node in self._parent._children if node is not self] if self._parent else []

    def __str__(self) -> str:
        return ";" + "".join(identifier + values for identifier, values in _plain(self))

    def __repr__(self) -> str:
        return f"<Node {self} with {len(self._children)} children>"

    def __reduce__(self) -> tuple[object, tuple[str, int]]:
        root = self.root
        place = next(place for place, node in enumerate(root.walk()) if node is self)
        return _restored, (write(root), place)


def _plain(node: Node) -> list[tuple[str, str]]:
    """Returns the properties of a node as the file writes them."""
    return node.properties._plain  # pyright: ignore[reportPrivateUsage]


def _pairs(node: Node, identifiers: Sequence[str]) -> list[tuple[str, str]]:
    """Returns the properties of a node with these identifiers."""
    return [pair for pair in _plain(node) if pair[0] in identifiers]


def _tree(plain: list[tuple[int | None, list[tuple[str, str]]]]) -> Node:
    """Makes the nodes of a game, each of which follows its parent."""
    nodes: list[Node] = []
    for parent, properties in plain:
        node = Node() if parent is None else nodes[parent].add()
        _plain(node).extend(properties)
        nodes.append(node)
    return nodes[0]


def _warn(defects: Sequence[str]) -> None:
    """Warns the caller of the caller of the defects of a record, if it has some."""
    if defects:
        more = f" (and {len(defects) - 1} more)" if len(defects) > 1 else ""
        warnings.warn(f"the record is not in order: {defects[0]}{more}", SgfWarning, stacklevel=3)


def _restored(text: str, place: int) -> Node:
    """Returns a node of a game; for copies."""
    for number, node in enumerate(_tree(sgf_nodes(text.encode())[0][0]).walk()):
        if number == place:
            return node
    raise ValueError(f"the game has no node {place}")


def read(source: Source, *, strict: bool = False) -> list[Node]:
    """Reads all games of a record. Returns the root of each.

    All properties, values and variations are kept, but for CA: since the text is decoded, it becomes
    UTF-8 where it is stated.

    >>> [first, second] = read("(;SZ[9]C[one];B[ee])(;SZ[13])")
    >>> first.comment, first.children[0].move, second.properties["SZ"]
    ('one', ('black', 'E5'), ('13',))

    What is not quite SGF is mended, with one `SgfWarning`; with `strict` it raises `SgfError`.

    Raises `SgfError` if the record is no SGF, `OSError` if a file cannot be read.
    """
    found = sgf_nodes(_record(source))
    defects = [defect for _, mended in found for defect in mended]
    if strict and defects:
        raise SgfError(defects[0])
    _warn(defects)
    roots = [_tree(nodes) for nodes, _ in found]
    for root in roots:
        if "CA" in root.properties:
            root.properties["CA"] = ["UTF-8"]
    return roots


def write(games: Node | Game | Iterable[Node | Game]) -> str:
    """Writes one or several games as SGF: `Node`s with all below them, or `Game`s as `write_game` does.

    Raises `TypeError` for anything else.
    """
    if isinstance(games, Node | Game):
        return _text(games)
    if not isinstance(games, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(_unfit(games))
    return "\n".join(map(_text, games))


def _unfit(value: object) -> str:
    return f"expected a Node or a Game, or several, and not {type(value).__name__}"


def _text(root: Node | Game) -> str:
    """Writes one game."""
    if isinstance(root, Game):
        return write_game(root)
    if not isinstance(root, Node):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(_unfit(root))
    places: dict[Node | None, int] = {}
    plain: list[tuple[int | None, list[tuple[str, str]]]] = []
    for place, node in enumerate(root.walk()):
        # What is above the first node has no place.
        plain.append((places.get(node.parent), _plain(node)))
        places[node] = place
    return sgf_text(plain)


def read_game(
    source: Source,
    *,
    rules: Rules | str = "cgos",
    komi: float | None = None,
    until: int | None = None,
    strict: bool = False,
) -> Game:
    """Reads the main line of the first game of a record, or its part before move `until`, counted
    from 1.

    The moves must be legal under the rules that the file states. If it states none or unknown ones, its
    moves are replayed under simple ko with suicide allowed, and the game goes on under `rules`; `komi`
    counts if the file states none, by default that usual under `rules`. A result by resignation is kept,
    and so are the dead stones of a finished game if its last node marks territory. Stones that are set
    up in mid-game are a new start, and the moves before them are no part of the game.

    A record with defects is read as far as it goes, with one `SgfWarning`: what is not quite SGF is
    mended, and the game ends before a move that cannot be read or is illegal. With `strict` it raises
    `SgfError`.

    Raises `SgfError` if there is no game to read, `OSError` if a file cannot be read.
    """
    game, defects = sgf_game(_record(source), rules, komi, until, strict)
    _warn(defects)
    return game


def write_game(
    game: Game,
    *,
    black: str | None = None,
    white: str | None = None,
    result: str | None = None,
    comment: str | None = None,
    territory: bool = False,
) -> str:
    """Writes a game as SGF, from which `read_game` restores it.

    `black` and `white` are the players, `result` is by default that of a game that is over, `comment`
    is one on the whole game. `territory` adds a last node with the territory of both colours, from
    which readers know the dead stones. A game that two passes have ended has it if `mark_dead` decided.
    """
    return sgf_record(game, black, white, result, comment, territory)


def __dir__() -> list[str]:
    return __all__
