"""The program from Python. Most tests need it: the environment variable PONNUKI names it, or it is on the PATH."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ponnuki
from ponnuki import tools

PROGRAM = shutil.which(os.environ.get("PONNUKI", "ponnuki"))
GNU_GO = shutil.which("gnugo", path=f"{os.environ.get('PATH', '')}:/usr/games")

needs_program = pytest.mark.skipif(PROGRAM is None, reason="the program ponnuki is not installed")

GOOD = "(;GM[1]SZ[9]RU[Chinese]KM[7];B[ee];W[cc];B[gg])"
TWICE = "(;GM[1]SZ[9];B[ee];W[ee])"


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test leaves a temporary file behind."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield
    assert list(folder.iterdir()) == []


@needs_program
def test_matches_are_records_of_games() -> None:
    games = ponnuki.match("ponnuki", ["ponnuki", "--seed", "2"], games=4, size=5, alternate=True, seed=3, timeout=60)
    assert [game["game"] for game in games] == [0, 1, 2, 3]
    assert {game["size"] for game in games} == {"5x5"}
    assert games[1]["white"]["player"] == "A"
    assert games.summary["games"] == 4
    again = ponnuki.match("ponnuki", "ponnuki --seed 2", games=4, size=5, alternate=True, seed=3, timeout=60)
    assert [game["moves"] for game in again] == [game["moves"] for game in games]


@needs_program
@pytest.mark.skipif(GNU_GO is None, reason="GNU Go is not installed")
def test_gnu_go_beats_random_play() -> None:
    games = ponnuki.match(f"{GNU_GO} --mode gtp --level 0", "ponnuki", games=2, size=7, komi=-0.5, timeout=60)
    assert games.summary["players"][0]["score"] == 1
    assert games[0]["komi"] == "-0.5"


@needs_program
def test_matches_are_tables_for_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    games = ponnuki.match("ponnuki", "ponnuki", games=3, size=5, timeout=60)
    table = pandas.DataFrame(games)
    assert len(table) == 3
    assert table["winner"].isin(["black", "white"]).all()
    assert "black.name" in pandas.json_normalize(games).columns


@needs_program
def test_matches_are_kept_and_continued(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    first = ponnuki.match("ponnuki", "ponnuki", games=2, size=5, out=out, sgf_dir=tmp_path / "games", timeout=60)
    assert len(out.read_text().splitlines()) == 2
    assert len(list((tmp_path / "games").glob("*.sgf"))) == 2
    more = ponnuki.match(
        "ponnuki", "ponnuki", games=4, size=5, out=str(out), sgf_dir=tmp_path / "games", resume=True, timeout=60
    )
    assert len(more) == 4
    assert list(more[:2]) == list(first)


@needs_program
def test_tournaments_need_no_players(tmp_path: Path) -> None:
    plan = tmp_path / "players.toml"
    players = "".join(
        f'[[player]]\nname = "{name}"\ncommand = "ponnuki --seed {seed}"\n' for seed, name in enumerate("abc")
    )
    plan.write_text(f"games = 2\nsize = 5\n{players}")
    games = ponnuki.match(tournament=plan, timeout=60)
    assert len(games) == 6


@needs_program
def test_faults_of_engines_are_results() -> None:
    (game,) = ponnuki.match("ponnuki test-engine --fault exit", "ponnuki", games=1, size=5, timeout=60)
    assert (game["end"], game["winner"]) == ("crash", "white")


@needs_program
def test_checks_are_records_of_games_and_findings_no_failure(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.sgf", tmp_path / "-bad.sgf"
    good.write_text(GOOD)
    bad.write_text(TWICE + GOOD)
    (one,) = ponnuki.check(good, timeout=60)
    assert (one["moves"], one["findings"], one["ko"]) == (3, [], "simple")
    found = ponnuki.check([str(good), bad], rules="tromp-taylor", duplicates=True, timeout=60)
    assert [game["game"] for game in found] == [1, 1, 2]
    assert [[finding["kind"] for finding in game["findings"]] for game in found] == [[], ["occupied"], ["duplicate"]]
    ignored = ponnuki.check(bad, ignore=["occupied", "turn"], timeout=60)
    assert [game["findings"] for game in ignored] == [[], []]
    (missing,) = ponnuki.check(tmp_path / "missing.sgf")
    assert missing["findings"][0]["kind"] == "file"


@needs_program
def test_a_failure_beside_findings_is_a_failure(tmp_path: Path) -> None:
    bad = tmp_path / "bad.sgf"
    bad.write_text(TWICE)
    with pytest.raises(ponnuki.ProgramError, match=r"^cannot write .*x\.html: the folder does not exist$") as caught:
        ponnuki.check(bad, html=tmp_path / "no folder" / "x.html")
    assert caught.value.status == 1


@needs_program
def test_reviews_are_records_of_moves(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(TWICE[:-7] + ")" + GOOD)
    moves = ponnuki.review(path, visits=5, game=2, timeout=60)
    assert [move["move"] for move in moves] == ["E5", "C7", "G3"]
    assert moves.summary["rules"] == "chinese"
    assert "reviewed" not in moves.summary
    with pytest.raises(ponnuki.ProgramError, match="^cannot review .*: No such file or directory"):
        ponnuki.review(tmp_path / "missing.sgf")


@needs_program
def test_games_are_reviewed() -> None:
    game = ponnuki.Game(9, rules="chinese")
    for move in ["E5", "C3", "G7"]:
        game.play(move)
    moves = ponnuki.review(game, visits=5, timeout=60)
    assert [(move["color"], move["move"]) for move in moves] == list(game.moves)
    assert moves.summary["komi"] == game.komi


@needs_program
def test_engines_are_checked() -> None:
    engine = [str(PROGRAM), "test-engine", "--fault", "refuse"]
    checks = ponnuki.conform(engine, only=["line-empty", "play-colors"], timeout=60)
    assert {check["name"]: check["verdict"] for check in checks} == {"line-empty": "pass", "play-colors": "fail"}
    assert checks.summary["learned"]["name"] == "Ponnuki"
    assert checks.summary["totals"]["must"]["fail"] == 1
    (check,) = ponnuki.conform("ponnuki" if shutil.which("ponnuki") else str(PROGRAM), only="line-empty", timeout=60)
    assert check["verdict"] == "pass"
    with pytest.raises(ponnuki.ProgramError, match="--only names no check: 'x'") as caught:
        ponnuki.conform(engine, only="x")
    assert caught.value.status == 2


@needs_program
def test_wrong_options_are_told_by_the_program() -> None:
    with pytest.raises(ponnuki.ProgramError, match="^unexpected argument '--no-such-option' found") as caught:
        ponnuki.match("ponnuki", "ponnuki", no_such_option=True)
    assert caught.value.status == 2
    assert "Usage" not in str(caught.value)
    with pytest.raises(ponnuki.ProgramError, match="player A cannot be started as 'no-such-engine'"):
        ponnuki.match("no-such-engine", "ponnuki", games=1)
    with pytest.raises(ponnuki.ProgramError, match="wrote no JSON"):
        ponnuki.conform("ponnuki", help=True)


@needs_program
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_match_that_takes_too_long_is_ended() -> None:
    began = time.monotonic()
    with pytest.raises(ponnuki.ProgramTimeout, match="ponnuki match did not end within 0.3 s") as caught:
        ponnuki.match("ponnuki test-engine --fault hang", "ponnuki", games=2, size=5, timeout=0.3)
    assert isinstance(caught.value, TimeoutError)
    assert time.monotonic() - began < 4


def test_the_program_is_found_or_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(ponnuki.ProgramNotFound, match="no-such-program' is no program. Install it by `cargo install"):
        ponnuki.check("game.sgf", program=tmp_path / "no-such-program")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("PONNUKI", raising=False)
    with pytest.raises(ponnuki.ProgramNotFound, match="ponnuki is not on the PATH.*environment variable PONNUKI"):
        ponnuki.review("game.sgf")
    monkeypatch.setenv("PONNUKI", str(tmp_path / "elsewhere"))
    with pytest.raises(ponnuki.ProgramError, match="elsewhere' is no program"):
        ponnuki.conform("gnugo")


def test_options_are_words() -> None:
    options = {
        "random_opening": 4,
        "pairs": True,
        "json": False,
        "komi": -0.5,
        "sprt": (0, 30),
        "out": Path("a"),
        "x": None,
        "size": (5, 7),
    }
    words = ["--random-opening=4", "--pairs", "--komi=-0.5", "--sprt=0,30", "--out=a", "--size=5x7"]
    assert tools.option_words(options) == words
    numpy = pytest.importorskip("numpy", reason="NumPy is not installed")
    assert tools.option_words({"alternate": numpy.True_, "pairs": numpy.False_, "games": numpy.int64(1)}) == [
        "--alternate",
        "--games=1",
    ]


def test_what_is_no_path_and_no_player_is_told() -> None:
    wrong: list[Any] = [b"x.sgf", 3, [None]]
    for files in wrong:
        with pytest.raises(TypeError, match="files: expected the path"):
            ponnuki.check(files)
    with pytest.raises(ValueError, match="files: expected at least one"):
        ponnuki.check([])
    with pytest.raises(TypeError, match="expected the command lines of two players"):
        ponnuki.match(games=1)


def test_modules_are_loaded_when_they_are_used() -> None:
    script = (
        "import ponnuki, sys; assert 'ponnuki.gtp' not in sys.modules and 'gtp' in dir(ponnuki); ponnuki.gtp.Engine"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        ponnuki.nothing  # type: ignore[attr-defined] # noqa: B018
