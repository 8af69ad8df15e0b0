"""Records with variations: all properties are kept, and games are those of the engine's reader."""

from __future__ import annotations

import copy
import errno
import functools
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponnuki import Game, IllegalMoveError, SgfError, sgf

TREE = "(;GM[1]SZ[9]KM[7]RU[Chinese]RE[W+R]C[a \\] b];B[ee](;W[ce]C[solid];B[gc])(;W[gc]N[other](;B[cg])(;B[cc])))"


def test_all_is_kept() -> None:
    for text in [
        TREE,
        "(;)",
        "(;ZZ[x][y][]AB[aa]\n[bb]C[tab\tand \\\\ and \\]]XX[])",
        "(;C[a\\\nb]KM[1]KM[2];LB[aa:x\\:y])",
    ]:
        [root] = sgf.read(text)
        assert sgf.write(root) == text
    [first, second] = sgf.read("junk (;B[aa])\n (;W[bb]) junk")
    assert sgf.write([first, second]) == "(;B[aa])\n(;W[bb])"


def test_nodes() -> None:
    [root] = sgf.read(TREE)
    assert (root.comment, root.move, root.parent, root.root) == ("a ] b", None, None, root)
    assert dict(root.properties)["RU"] == ("Chinese",) and list(root.properties)[:2] == ["GM", "SZ"]
    solid, other = root.children[0].children
    assert [node.move for node in root.main_line()] == [None, ("black", "E5"), ("white", "C5"), ("black", "G7")]
    assert solid.path()[0] is root and len(list(root.walk())) == 7 and len(other.children) == 2
    assert str(other) == ";W[gc]N[other]" and "2 children" in repr(other)
    assert sgf.read("(;SZ[9]BW[private])")[0].move is None
    with pytest.raises(SgfError):
        sgf.read("(;SZ[5];B[ss])")[0].children[0].move  # noqa: B018


def test_records_with_defects_are_read_with_a_warning() -> None:
    with pytest.warns(sgf.SgfWarning, match=r"move 2 is illegal: occupied.* \(and 1 more\)"):
        game = sgf.read_game("(;SZ[9];B[ee];W[ee]")
    assert [move for _, move in game.moves] == ["E5"]
    with pytest.warns(sgf.SgfWarning, match=r"line 1, column 14: the game has no last"):
        [root] = sgf.read("(;SZ[9];B[ee]")
    assert sgf.write(root) == "(;SZ[9];B[ee])"
    for read in (sgf.read, sgf.read_game):
        with pytest.raises(SgfError):
            read("(;SZ[9];B[ee]", strict=True)


def test_games_at_nodes() -> None:
    [root] = sgf.read(TREE)
    last = list(root.main_line())[-1]
    assert last.game() == sgf.read_game(TREE) and last.game().result == "W+R"
    # The result is that of the main line's end alone.
    for node in root.walk():
        assert (node.game().outcome == "resignation") == (node is last)
        assert len(node.game()) == len(node.path()) - 1
    assert root.game().rules.name == "chinese" and root.game().komi == 7
    [unruled] = sgf.read("(;SZ[9];W[aa])")
    assert unruled.game("aga", 0.5).rules.name == "aga" and unruled.game("aga", 0.5).komi == 0.5
    # The first move says who begins, as in the reader of whole games.
    assert unruled.game().turn == "white" == sgf.read_game("(;SZ[9];W[aa])", until=1).turn


def test_games_at_nodes_are_those_of_the_reader(data: Path) -> None:
    files = sorted((data.parent / "gtp" / "sgf").glob("*.sgf"))
    compared = 0
    for path in files:
        try:
            whole = sgf.read_game(path, strict=True)
        except SgfError:
            continue
        [root, *_] = sgf.read(path)
        line = list(root.main_line())
        assert line[-1].game() == whole, path
        # Before each move, where a node is one move.
        moves = [place for place, node in enumerate(line) if node.move]
        for number, place in enumerate(moves, 1):
            if place and not any("AB" in node.properties for node in line[1:]):
                assert line[place - 1].game() == sgf.read_game(path, until=number), (path, number)
                compared += 1
        assert sgf.write(sgf.read(sgf.write(root))) == sgf.write(root)
        assert sgf.read_game(sgf.write(root)) == whole, path
    assert compared > 20


def test_editing() -> None:
    [root] = sgf.read("(;SZ[9];B[ee])")
    node = root.children[0]
    one, two = node.add_move("C5", comment="solid"), node.add_move((6, 2))
    assert (one.comment, one.move, two.move) == ("solid", ("white", "C5"), ("white", "G7"))
    passed = two.add_move(None)
    assert passed.move == ("black", "pass") and passed.add_move("A1", "black").move == ("black", "A1")
    two.promote()
    one.comment = ""
    one.properties["LB"] = ["ee:]", "aa:\\"]
    assert sgf.write(root) == "(;SZ[9];B[ee](;W[gc];B[];B[ai])(;W[ce]LB[ee:\\]][aa:\\\\]))"
    assert sgf.write(two) == "(;W[gc];B[];B[ai])"
    one.remove()
    assert node.children == (two,) and one.parent is None
    with pytest.raises(IllegalMoveError, match="occupied"):
        node.add_move("E5")
    with pytest.raises(ValueError, match="root"):
        root.remove()
    assert node.children == (two,)
    root.promote()
    root.add([("C", ["a variation of the first move"]), ("W", ["aa"])])
    assert len(root.children) == 2


def test_properties() -> None:
    [root] = sgf.read("(;KM[1]AB[aa]KM[2]C[x])")
    properties = root.properties
    assert properties["KM"] == ("2",) and len(properties) == 3 and "AB" in properties
    assert [identifier for identifier, _ in properties.pairs] == ["KM", "AB", "KM", "C"]
    properties["KM"] = ["0.5"]
    assert str(root) == ";KM[1]AB[aa]KM[0.5]C[x]" and root.game().komi == 0.5
    del properties["KM"]
    assert str(root) == ";AB[aa]C[x]"
    with pytest.raises(KeyError):
        del properties["KM"]
    with pytest.raises(KeyError):
        properties["KM"]
    assert properties.get("KM") is None and repr(properties) == "Properties([('AB', ('aa',)), ('C', ('x',))])"


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=20), min_size=1))
def test_values_are_read_back(values: list[str]) -> None:
    root = sgf.Node([("C", values)])
    [again] = sgf.read(sgf.write(root))
    assert again.properties["C"] == tuple(values)


def test_properties_are_taken_from_mappings_and_other_nodes() -> None:
    [twice] = sgf.read("(;KM[1]KM[2])")
    node = sgf.Node(twice.properties)
    node.properties["C"] = ["x"]
    assert (str(twice), str(node)) == (";KM[1]KM[2]", ";KM[1]KM[2]C[x]")
    node.properties = {"N": ["y"]}
    assert str(node) == ";N[y]" and str(node.add({"B": ["aa"]})) == ";B[aa]"
    with pytest.raises(ValueError, match="no identifier"):
        node.properties = {"n": ["y"]}
    wrong: list[Any] = ["C", 3, [("C",)], {3: ["x"]}]
    for values in wrong:
        with pytest.raises(TypeError, match="expected a mapping or pairs of identifiers and values"):
            node.properties = values
    assert str(node) == ";N[y]"


def test_games_are_written_as_nodes_are() -> None:
    game = Game(9)
    assert sgf.write(game) == sgf.write_game(game)
    game.play("E5")
    assert sgf.write([sgf.Node(), game]) == "(;)\n" + sgf.write_game(game)
    wrong: list[Any] = [3, "(;)", [game, None]]
    for value in wrong:
        with pytest.raises(TypeError, match="expected a Node or a Game, or several, and not"):
            sgf.write(value)


def test_copies() -> None:
    [root] = sgf.read(TREE)
    other = root.children[0].children[1]
    for again in (copy.deepcopy(other), pickle.loads(pickle.dumps(other))):
        assert again.root is not root and sgf.write(again.root) == TREE and str(again) == str(other)
        again.remove()
    assert sgf.write(root) == TREE


def test_encodings(tmp_path: Path) -> None:
    text = "(;CA[Shift_JIS]PB[ゾ];B[aa])"
    path = tmp_path / "game.sgf"
    path.write_bytes(text.encode("shift_jis"))
    for source in (path, str(path), path.read_bytes()):
        [root] = sgf.read(source)
        assert root.properties["PB"] == ("ゾ",) and root.properties["CA"] == ("UTF-8",)
    assert sgf.read("(;CA[GBK]PB[囲])")[0].properties["PB"] == ("囲",)
    assert sgf.read("\ufeff(;C[囲碁])".encode("utf-16-le"))[0].comment == "囲碁"


def test_files(tmp_path: Path) -> None:
    game = Game(9, "aga", handicap=2)
    game.play("E5")
    text = sgf.write_game(game, black="Ann [1d]", comment="casual", result="?")
    assert "PB[Ann [1d\\]]" in text and "RE[?]" in text and "C[casual]" in text
    path = tmp_path / "game.sgf"
    path.write_text(text)
    assert sgf.read_game(path) == game == sgf.read_game(text.encode())
    with pytest.raises(FileNotFoundError):
        sgf.read_game(tmp_path / "none.sgf")
    with pytest.raises(OSError, match="director|folder|regular"):
        sgf.read_game(tmp_path)
    finished = Game(5)
    for move in ["C3", "A1", "pass", "pass"]:
        finished.play(move)
    finished.mark_dead(["A1"])
    assert sgf.read_game(sgf.write_game(finished)) == finished
    assert sgf.read_game(text, until=1).moves == []


def test_deep_trees_do_not_recurse() -> None:
    depth = 500_000
    [root] = sgf.read("(;SZ[9]" + "(;C[x]" * depth + ")" * depth + ")")
    last = list(root.main_line())[-1]
    assert len(last.path()) == depth + 1 and last.game() == Game(9)
    text = sgf.write(root)
    assert text == "(;SZ[9]" + ";C[x]" * depth + ")"
    again = copy.deepcopy(last)
    assert len(list(again.root.walk())) == depth + 1
    del root, last, again


PIECES = [
    "[",
    "]",
    "(",
    ")",
    ";",
    "\\",
    "B[aa]",
    "W[]",
    "AB[aa:ss]",
    "AE[aa]",
    "SZ[5]",
    "HA[400]",
    "RE[W+R]",
    "KM[1e300]",
    "PL[W]",
]
EDITS = st.lists(st.tuples(st.integers(0), st.integers(0, 3), st.sampled_from(PIECES)), max_size=3)


@functools.cache
def records(data: Path) -> list[bytes]:
    """The records of the tests of GTP, those with mistakes among them."""
    return [path.read_bytes() for path in sorted((data.parent / "gtp" / "sgf").glob("*.sgf"))]


@given(number=st.integers(0), edits=EDITS, until=st.integers(0, 9))
@pytest.mark.filterwarnings("ignore::ponnuki.sgf.SgfWarning")
def test_any_bytes_are_games_or_an_error(
    data: Path, number: int, edits: list[tuple[int, int, str]], until: int
) -> None:
    """Records with mistakes: whatever is read can be written, copied and played on."""
    text = records(data)[number % len(records(data))]
    for place, length, piece in edits:
        at = place % (len(text) + 1)
        text = text[:at] + piece.encode() + text[at + length :]
    try:
        game = sgf.read_game(text, until=until)
    except SgfError:
        game = Game(1)
    assert pickle.loads(pickle.dumps(game)) == game and game.svg() and str(game.score())
    try:
        roots = sgf.read(text)
    except SgfError:
        return
    written = sgf.write(roots)
    assert sgf.write(sgf.read(written)) == written
    for node in list(roots[0].walk())[:9]:
        try:
            assert node.game().legal_moves[-1] == "pass" and (node.move is None or len(node.move) == 2)
        except SgfError:
            continue


def test_errors_of_files_name_the_file(tmp_path: Path) -> None:
    missing = tmp_path / "missing.sgf"
    for read in (sgf.read, sgf.read_game):
        with pytest.raises(FileNotFoundError) as error:
            read(missing)
        assert (error.value.errno, error.value.filename) == (errno.ENOENT, str(missing))
        with pytest.raises(OSError, match="a folder"):
            read(tmp_path)
