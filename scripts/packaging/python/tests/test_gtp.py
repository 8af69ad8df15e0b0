"""Engines: answers, faults, analyses and games, against GNU Go and the program where they are installed."""

import asyncio
import copy
import gc
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ponnuki
from ponnuki import _gtp_protocol as protocol
from ponnuki import _gtp_session, gtp

GNU_GO = shutil.which("gnugo", path=f"{os.environ.get('PATH', '')}:/usr/games")
PROGRAM = shutil.which(os.environ.get("PONNUKI", "ponnuki"))

needs_gnugo = pytest.mark.skipif(GNU_GO is None, reason="GNU Go is not installed")
needs_program = pytest.mark.skipif(PROGRAM is None, reason="the program ponnuki is not installed")

INTRODUCTION = ("2", "twin", "1", "protocol_version\nname\nversion\nlist_commands\nlz-analyze")


def gnugo() -> gtp.Engine:
    return gtp.Engine.popen(f"{GNU_GO} --mode gtp --level 0", timeout=20)


def program(options: str = "", timeout: float = 20) -> gtp.Engine:
    return gtp.Engine.popen(f"{PROGRAM} {options}", timeout=timeout)


def scripted(answers: str, timeout: float = 5) -> gtp.Engine:
    """Starts an engine that introduces itself and then writes the rest of a text at its first command."""
    script = (
        "import sys\n"
        f"for number, text in enumerate({INTRODUCTION[:4]!r}, 1):\n"
        "    sys.stdin.readline(); print(f'={number} {text}\\n', flush=True)\n"
        "sys.stdin.readline()\n"
        f"sys.stdout.buffer.write({answers.encode('latin-1')!r}); sys.stdout.flush()\n"
        "sys.stdin.read()\n"
    )
    return gtp.Engine.popen([sys.executable, "-S", "-c", script], timeout=timeout)


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """Every test ends its engines and their threads."""
    yield
    deadline = time.monotonic() + 5
    while any(thread.name == "ponnuki.gtp" for thread in threading.enumerate()):
        assert time.monotonic() < deadline, "a thread of an engine is left"
        time.sleep(0.01)


# The protocol alone.


def answers(*pieces: bytes, commands: int = 3) -> list[tuple[bool, bool, str]]:
    """Returns what arrives of the answers to some commands: whether it is complete, whether a success, and the text."""
    dialogue = protocol.Dialogue()
    asked = [dialogue.ask(f"command{number}")[1] for number in range(commands)]
    for piece in pieces:
        dialogue.feed(piece)
    found = [(answer.is_complete, answer.is_success, "\n".join(answer.lines)) for answer in asked]
    return found if dialogue.fault is None else [*found, (False, False, dialogue.fault)]


def texts(*pieces: bytes, commands: int = 3) -> list[str]:
    return [text for complete, _, text in answers(*pieces, commands=commands) if complete]


def test_answers_end_with_an_empty_line() -> None:
    assert answers(b"= D4\n\n? no\n\n= a\n") == [(True, True, "D4"), (True, False, "no"), (False, True, "a")]
    assert texts(b"=\n\n", b"=2\n\n", b"\n\n=3 a\nb\n\n") == ["", "", "a\nb"]


def test_answers_arrive_in_any_pieces() -> None:
    output = b"=1 D4\r\n\r\n\r\n?2\tno\n\n\n= a\nb\n\n"
    expected = ["D4", "no", "a\nb"]
    assert texts(output) == expected
    assert texts(*(bytes([byte]) for byte in output)) == expected
    for cut in range(len(output)):
        assert texts(output[:cut], output[cut:]) == expected


def test_controls_are_left_out_and_bytes_that_are_no_text_replaced() -> None:
    assert texts(b"= a\x00\x07b\tc\x7f\n\x01d \xff\n\n") == ["ab c\nd \ufffd"]


def test_ids_match_answers_with_commands() -> None:
    assert texts(b"=1 a\n\n=1 again\n\n=2 b\n\n") == ["a", "b"]
    assert answers(b"=3 late\n\n")[2] == (True, True, "late")
    assert answers(b"=3 late\n\n")[0] == (False, True, "")


@pytest.mark.parametrize(
    "output",
    [b"D4\n", b"= a\n\nwarning\n", b"=x\n", b"=9 a\n\n", b"=12345678901234567890 a\n\n", b"=0 a\n\n", b"=1a\n"],
)
def test_anything_else_is_a_fault(output: bytes) -> None:
    assert answers(output)[-1] == (False, False, output.splitlines()[-1 if b"warn" in output else 0].decode())


def test_output_that_nothing_asked_for_is_a_fault() -> None:
    assert answers(b"= 1\n\n= 2\n\n", commands=1)[-1] == (False, False, "= 2")


def test_an_endless_answer_is_a_fault() -> None:
    piece = b"=" + b"x" * (1 << 20)
    assert len(answers(*[piece] * 16, commands=1)) == 1 + 1  # One byte above the limit.
    assert len(answers(*[b"= " + b"x" * 999 + b"\n"] + [b"x" * 1000 + b"\n"] * 20000, commands=1)) == 1 + 1


def test_no_output_breaks_the_parser() -> None:
    random = Random(1)
    for _ in range(3000):
        output = bytes(random.choices(b"=?12 \n\n\n\r\t\x00a\xff", k=random.randrange(60)))
        whole = answers(output)
        pieces = [output[at : at + 7] for at in range(0, len(output), 7)]
        assert answers(*pieces) == whole


@pytest.mark.parametrize("text", ["", "  ", "# comment", "name\n", "name\nquit", "1 name", "name\x00", "name\r"])
def test_a_command_is_one_line_without_an_id(text: str) -> None:
    dialogue = protocol.Dialogue()
    with pytest.raises(ValueError, match="is no command"):
        dialogue.ask(text)
    assert dialogue.ask("name # who")[0] == b"1 name # who\n"


KATA = (
    "info move D4 visits 12 edgeVisits 11 utility -0.01 winrate 0.45 scoreMean -1.5 scoreStdev 9 scoreLead -1.25"
    " prior 0.2 lcb 0.4 weight 11.5 order 0 isSymmetryOf Q16 pv D4 Q16 pass pvVisits 12 4 1 movesOwnership 0.5 -0.5"
    " info move pass visits 1 winrate 1 scoreLead 0 prior 1e-05 order 1 pv pass"
    " rootInfo visits 13 winrate 0.44 ownership 0.1 -1 1 -0.25 ownershipStdev 0 0 0 0.5"
)


def test_kata_analyze_is_read() -> None:
    analysis = protocol.parse_report(KATA, is_kata=True)
    best, other = analysis.moves
    assert analysis.best is best
    assert (best.move, best.visits, best.winrate, best.score_lead, best.prior) == ("D4", 12, 0.45, -1.25, 0.2)
    assert best.pv == ("D4", "Q16", "pass")
    assert best.values["isSymmetryOf"] == "Q16"
    assert best.values["pvVisits"] == (12, 4, 1)
    assert best.values["movesOwnership"] == (0.5, -0.5)
    assert best.values["scoreStdev"] == 9
    assert (other.move, other.pv, other.prior) == ("pass", ("pass",), 1e-5)
    assert analysis.ownership == (0.1, -1, 1, -0.25)
    assert analysis.values == {"visits": 13, "winrate": 0.44, "ownershipStdev": (0, 0, 0, 0.5)}


def test_lz_analyze_is_read() -> None:
    line = "info move Q16 visits 5 winrate 4533 prior 1200 lcb 4400 order 0 pv Q16 D4"
    (move,) = protocol.parse_report(line, is_kata=False).moves
    assert move.winrate == pytest.approx(0.4533)
    assert move.prior == pytest.approx(0.12)
    assert move.score_lead is None


@pytest.mark.parametrize(
    "line",
    [
        "",
        "play D4",
        "info",
        "info move D4",
        "info move D4 visits 1 winrate nan",
        "info move D4 visits 1 winrate 1.5",
        "info move D4 visits x winrate 0.5",
        "info move I4 visits 1 winrate 0.5",
        "info move D4 visits inf winrate 0.5",
        "info visits 1 winrate 0.5",
        "info move D4 visits 1 winrate 0.5 scoreLead x",
        "info move D4 visits 1 winrate",
        "info move D4 visits -5 winrate 0.5",
        "info move D4 visits 5 winrate 0.5 prior 7",
        "info move Z9 visits 5 winrate 0.5",
        "info move D4 visits 5 winrate 0.5 pv D4 E10",
    ],
)
def test_a_report_without_moves_or_with_impossible_numbers_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="no |neither"):
        protocol.parse_report(line, is_kata=True, size=(9, 9))


@pytest.mark.parametrize(
    ("move", "size", "name"),
    [
        (None, None, "pass"),
        ("d4", None, "D4"),
        ((0, 0), (9, 9), "A9"),
        ([8, 4], (9, 5), "J1"),
        ((24, 0), (25, 25), "Z25"),
    ],
)
def test_moves_have_names(move: Any, size: tuple[int, int] | None, name: str) -> None:
    assert protocol.move_name(move, size) == name


@pytest.mark.parametrize("move", [3, (3,), (3.5, 3), b"D4", (9, 0), (0, 9), (-1, 0)])
def test_other_moves_are_refused(move: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="is no move: expected|is no point of a 9x9 board"):
        protocol.move_name(move, (9, 9))


def test_commands_tell_the_size() -> None:
    size = (19, 19)
    for command, expected in [
        ("boardsize 9 # small", (9, 9)),
        ("rectangular_boardsize 5 9", (5, 9)),
        ("boardsize nine", None),
        ("loadsgf x.sgf", None),
        ("clear_board", size),
    ]:
        assert protocol.size_after(command, size) == expected


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (gtp.GtpError("undo", "cannot undo"), "the engine refused 'undo': cannot undo"),
        (gtp.BadAnswerError("name", "hm"), "the engine answered 'name' with 'hm', which is no valid answer"),
        (gtp.EngineTimeout("name", 0.5), "the engine did not answer 'name' within 0.5 s"),
        (gtp.EngineDied("name", 1, ("a", "b")), "the engine ended with status 1, before it answered 'name'\n  a\n  b"),
        (gtp.EngineDied("", None, ()), "the engine was closed, or closed its output"),
    ],
)
def test_exceptions_say_all_and_go_from_process_to_process(error: gtp.EngineError, text: str) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert (str(error), str(copy), vars(copy)) == (text, text, vars(error))


# Engines.


@needs_gnugo
def test_gnu_go_plays() -> None:
    with gnugo() as engine:
        assert (engine.name, engine.protocol_version) == ("GNU Go", 2)
        assert "final_score" in engine.commands
        engine.new_game(9, komi=5.5)
        engine.play("black", "D4")
        engine.play("w", None)
        move = engine.genmove("black")
        assert sorted(engine.list_stones("black")) == sorted(["D4", move])
        assert engine.list_stones("white") == []
        engine.undo()
        assert engine.list_stones("b") == ["D4"]
        assert engine.command("get_komi") == "5.5"
        assert engine.command("showboard").startswith("   A B C D E F G H J\n")
        assert engine.final_score().startswith("B+")
        engine.time_settings(300, 30.5, 5)
        engine.time_left("white", 20.9, 3)
        assert repr(engine) == "<Engine GNU Go 3.8>"


@needs_gnugo
def test_refusals_name_the_command_and_the_reason() -> None:
    with gnugo() as engine:
        engine.new_game(9)
        engine.play("black", "D4")
        with pytest.raises(gtp.GtpError, match="refused 'play black D4': illegal move") as caught:
            engine.play("black", "d4")
        assert (caught.value.command, caught.value.message) == ("play black D4", "illegal move")
        for color, move in [("green", "D4"), ("black", "I5"), ("black", "D4 D5"), ("black", "")]:
            with pytest.raises(ValueError, match="colour|neither"):
                engine.play(color, move)
        with pytest.raises(gtp.EngineError, match="GNU Go knows neither kata-analyze"):
            next(engine.analyze("black"))
        with pytest.raises(ValueError, match="command line may set the rules"):
            engine.new_game(9, rules="chinese")
        assert engine.list_stones("black") == ["D4"]


@needs_gnugo
def test_games_are_sent() -> None:
    with gnugo() as engine:
        game = ponnuki.Game(9, komi=6.5, handicap=2)
        for move in ["E5", "pass"]:
            game.play(move)
        engine.setup(game)
        assert engine.command("get_handicap") == "2"
        assert engine.command("move_history") == "black PASS\nwhite E5"
        game = ponnuki.Game.from_board(ponnuki.Board(9, black=["C3", "C4"], white=["D4", "D5"]), turn="white", komi=6.5)
        game.play("E5")
        game.play("E6", "white")
        engine.setup(game)
        assert sorted(engine.list_stones("white")) == sorted(game.board.white) == ["D4", "D5", "E5", "E6"]
        assert engine.command("get_komi") == "6.5"


@needs_program
def test_the_program_has_rules_and_boards_of_all_shapes() -> None:
    with program() as engine:
        engine.new_game((5, 9), 7, "chinese")
        engine.play("black", "E9")
        with pytest.raises(gtp.GtpError):
            engine.play("black", "F1")
        assert '"ko":"SIMPLE"' in engine.command("kata-get-rules")
        with pytest.raises(gtp.GtpError):
            engine.new_game(9, rules="no such rules")


@needs_program
def test_points_are_pairs_on_the_board_of_the_game() -> None:
    with program() as engine:
        engine.play("black", (3, 3))
        engine.new_game((5, 9))
        engine.play("white", (0, 1))
        assert engine.list_stones("white") == ["A8"]
        with pytest.raises(gtp.GtpError):
            engine.command("boardsize 99")
        with pytest.raises(ValueError, match="no point of a 5x9 board"):
            engine.play("white", (5, 0))
        engine.setup(ponnuki.Game(7))
        engine.play("black", (0, 0))
        assert engine.list_stones("black") == ["A7"]


def test_wrong_arguments_are_told() -> None:
    wrong: Any = 3
    with scripted("") as engine:
        for call in [
            lambda: engine.genmove(wrong),
            lambda: engine.new_game(9.5),  # type: ignore[arg-type]
            lambda: engine.command("name", timeout="x"),  # type: ignore[arg-type]
        ]:
            with pytest.raises(TypeError, match="expected"):
                call()
        for duplicate in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match="cannot be copied or pickled"):
                duplicate(engine)


def test_a_wrong_limit_of_the_end_leaves_an_engine_usable() -> None:
    with gtp.Engine.popen([sys.executable, "-S", "-c", LATE]) as engine:
        for limit in ("x", -1, float("inf")):
            with pytest.raises((TypeError, ValueError), match="number of seconds"):
                engine.close(limit)  # type: ignore[arg-type]
        assert engine.command("fast") == "2 fast"


def test_a_move_off_the_board_is_no_answer() -> None:
    with scripted("=5 Z25\n\n") as engine, pytest.raises(gtp.BadAnswerError, match="Z25"):
        engine.genmove("black")


@needs_program
def test_records_are_loaded(tmp_path: os.PathLike[str]) -> None:
    path = os.path.join(tmp_path, "game.sgf")
    with open(path, "w", encoding="utf-8") as file:
        file.write("(;GM[1]SZ[9]KM[5.5];B[cc];W[gg];B[dd])")
    with program() as engine:
        engine.loadsgf(path)
        assert sorted(engine.list_stones("black")) == ["C7", "D6"]
        engine.loadsgf(os.path.relpath(path), 2)
        assert (engine.list_stones("black"), engine.list_stones("white")) == (["C7"], [])
        with pytest.raises(ValueError, match="size of the engine's board is not known"):
            engine.play("white", (0, 0))


# Analyses.


@needs_program
def test_an_analysis_ends_with_its_loop() -> None:
    with program("--level 3") as engine:
        engine.new_game(9, 7.5)
        for count, report in enumerate(engine.analyze("black", 0.02, ownership=True, maxmoves=3)):
            assert 1 <= len(report.moves) <= 3
            assert report.ownership is not None
            assert len(report.ownership) == 81
            assert report.best.pv[0] == report.best.move
            assert 0 < report.best.winrate < 1
            if count == 2:
                break
        assert engine.command("name") == "Ponnuki level 3"


@needs_program
def test_the_engine_may_end_an_analysis() -> None:
    with program("--level 3") as engine:
        engine.new_game(9, 7.5)
        *_, last = engine.analyze("black", playouts=200, rootInfo=True)
        assert last.values["visits"] == 200
        assert last.best.score_lead is not None


@needs_program
def test_a_command_ends_an_analysis() -> None:
    with program("--level 3") as engine:
        reports = engine.analyze("black", 0.01)
        next(reports)
        other = engine.analyze("white", 0.01)
        next(other)
        assert list(reports) == []
        assert engine.genmove("black")
        assert list(other) == []
        with pytest.raises(gtp.GtpError, match="kata-analyze"):
            next(engine.analyze("black", nonsense=1))
        assert engine.command("version")


def test_an_analysis_that_does_not_stop_is_told_by_the_next_command() -> None:
    with scripted("=5\ninfo move D4 visits 1 winrate 5000 pv D4\n", timeout=1) as engine:
        for _ in engine.analyze("black", 0.01):
            break
        with pytest.raises(gtp.EngineTimeout):
            engine.command("name")


def test_a_slow_loop_sees_the_newest_report() -> None:
    line = "info move {} visits 1 winrate 5000 pv D4\n"
    with scripted("=5\n" + "".join(map(line.format, ["A1", "B1", "C1"])) + "\n") as engine:
        assert [report.best.move for report in engine.analyze("black")] == ["C1"]


def test_a_report_with_an_impossible_win_rate_is_no_answer() -> None:
    with (
        scripted("=5\ninfo move D4 visits 1 winrate nan pv D4\n\n") as engine,
        pytest.raises(gtp.BadAnswerError, match="winrate nan"),
    ):
        next(engine.analyze("black"))


# Faults.


def fault(kind: str, timeout: float = 0.3) -> gtp.Engine:
    return program(f"test-engine --fault {kind}", timeout)


@needs_program
@pytest.mark.parametrize("kind", ["exit", "disconnect", "orphan", "cling"])
def test_the_death_of_an_engine_is_told_with_its_status_and_last_words(kind: str) -> None:
    with fault(kind, 5) as engine:
        with pytest.raises(gtp.EngineDied, match="ended with status 3, before it answered 'genmove black'") as caught:
            engine.genmove("black")
        assert caught.value.status == 3
        assert "random seed" in caught.value.stderr[-1]
        with pytest.raises(gtp.EngineDied):
            engine.command("name")


@needs_program
def test_an_engine_that_closes_its_output_is_lost() -> None:
    with fault("close", 5) as engine:
        with pytest.raises(gtp.EngineDied, match="closed its output") as caught:
            engine.genmove("black")
        assert caught.value.status is None


@needs_program
@pytest.mark.parametrize("kind", ["hang", "deaf", "detach"])
def test_an_engine_that_hangs_is_killed(kind: str) -> None:
    began = time.monotonic()
    with fault(kind) as engine, pytest.raises(gtp.EngineTimeout, match="within 0.3 s") as caught:
        engine.genmove("black")
    assert isinstance(caught.value, TimeoutError)
    assert time.monotonic() - began < 2


@needs_program
def test_output_that_is_no_gtp_is_told() -> None:
    with fault("garbage", 5) as engine:
        for command in ("genmove black", "name"):
            with pytest.raises(gtp.BadAnswerError, match="Traceback"):
                engine.command(command)


@needs_program
def test_standard_error_never_blocks() -> None:
    with fault("flood", 5) as engine:
        engine.new_game(9)
        assert all(engine.genmove(color) for color in ["black", "white"] * 5)


# A proxy that writes the answers of an engine in another form: the expression of its first argument.
REFORMING = """import subprocess, sys
engine = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
for line in sys.stdin:
    number, name = line.split()[:2]
    engine.stdin.write(line)
    engine.stdin.flush()
    answer = engine.stdout.readline()
    while not answer.endswith("\\n\\n"):
        answer += engine.stdout.readline()
    print(eval(sys.argv[1]), end="", flush=True)
engine.stdin.close()
engine.wait()
"""


@needs_program
@pytest.mark.parametrize(
    ("form", "works"),
    [
        ("answer.replace(number, '', 1)", True),
        (r"answer.replace('\n', '\r\n')", True),
        (r"answer.replace('Ponnuki', 'Ponnuki\a')", True),
        ("answer * 2 if name == 'clear_board' else answer", True),
        (r"answer + '\n' if answer.startswith('?') else answer", True),
        ("answer.lower() if name == 'genmove' else answer", True),
        ("answer.replace(' ', '', 1)", False),
        (r"answer.replace('\n', ' (52 %)\n', 1) if name == 'genmove' else answer", False),
        (r"'Thinking\n' + answer if name == 'genmove' else answer", False),
    ],
)
def test_small_deviations_are_borne_and_large_ones_told(form: str, works: bool) -> None:
    try:
        proxy = [sys.executable, "-S", "-c", REFORMING, form, str(PROGRAM), "--quiet"]
        with gtp.Engine.popen(proxy, timeout=5) as engine:
            assert engine.name.startswith("Ponnuki")
            engine.new_game(9)
            with pytest.raises(gtp.GtpError):
                engine.command("nonsense")
            move = engine.genmove("black")
            assert engine.list_stones("black") == [move]
            assert works
    except gtp.BadAnswerError:
        assert not works


LATE = """import sys, time
for line in sys.stdin:
    number, command, *rest = line.split()
    time.sleep(0.4 if rest else 0)
    print(f"={number} 2 {command}\\n", flush=True)
"""


def test_a_late_answer_is_dropped() -> None:
    with gtp.Engine.popen([sys.executable, "-S", "-c", LATE]) as engine:
        with pytest.raises(gtp.EngineTimeout):
            engine.command("slow down", timeout=0.1)
        assert engine.command("fast") == "2 fast"


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupt_ends_the_wait_and_leaves_the_engine_usable() -> None:
    with gtp.Engine.popen([sys.executable, "-S", "-c", LATE]) as engine:
        interrupt = threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT))
        interrupt.start()
        with pytest.raises(KeyboardInterrupt):
            engine.command("slow down")
        assert engine.command("fast") == "2 fast"


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_a_forked_process_cannot_use_an_engine() -> None:
    with scripted("") as engine:
        child = os.fork()
        if child == 0:
            try:
                engine.close()
                engine.command("name")
            except gtp.EngineDied:
                os._exit(7)
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        assert len(children()) == 1


def test_a_program_that_speaks_no_gtp_cannot_be_started() -> None:
    with pytest.raises(gtp.BadAnswerError, match="hello"):
        gtp.Engine.popen([sys.executable, "-S", "-c", "print('hello'); input()"])
    with pytest.raises(gtp.EngineDied, match="status 7, .*\n  no$") as caught:
        gtp.Engine.popen([sys.executable, "-S", "-c", "import sys; sys.stderr.write('no'); sys.exit(7)"])
    assert caught.value.stderr == ("no",)
    with pytest.raises(gtp.EngineTimeout, match="'protocol_version' within 0.2 s"):
        gtp.Engine.popen([sys.executable, "-S", "-c", "input(); input()"], start_timeout=0.2)
    with pytest.raises(FileNotFoundError):
        gtp.Engine.popen("no-such-engine --gtp")
    for timeout in (0, -1, float("inf"), float("nan")):
        with pytest.raises(ValueError, match="finite number of seconds"):
            gtp.Engine.popen("gnugo", timeout=timeout)
    for words in (3, [3], ["gnugo", None]):
        with pytest.raises(TypeError, match="expected a text or a list of words"):
            gtp.Engine.popen(words)  # type: ignore[arg-type]
    for command, message in [("", "command line of an engine"), ("gnugo 'x", "No closing quotation")]:
        with pytest.raises(ValueError, match=message):
            gtp.Engine.popen(command)


@pytest.mark.skipif(sys.platform == "win32", reason="a script as a program")
@pytest.mark.parametrize(
    ("name", "tip"),
    [
        ("mine", r"does it flush its output after each answer\? \(Python: python -u; C: setvbuf"),
        ("gnugo", "GNU Go speaks GTP with '--mode gtp'"),
    ],
)
def test_a_silent_start_is_told_soon_and_waited_for(
    name: str,
    tip: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert _gtp_session.NOTICE == 3
    monkeypatch.setattr(_gtp_session, "NOTICE", 0.1)
    engine = tmp_path / name
    engine.write_text("#!/bin/sh\ncat >/dev/null\n")
    engine.chmod(0o755)
    began = time.monotonic()
    with pytest.raises(gtp.EngineTimeout, match=f"'protocol_version' within 0.6 s\ntip: {tip}"):
        gtp.Engine.popen([str(engine)], start_timeout=0.6)
    assert time.monotonic() - began >= 0.6
    (record,) = caplog.records
    assert (record.name, record.levelname) == ("ponnuki.gtp", "WARNING")
    assert record.created <= time.time() - 0.3
    assert re.fullmatch(
        rf"waiting for {re.escape(str(engine))} to answer 'protocol_version', for 0.6 s at most\ntip: {tip}.*",
        record.getMessage(),
    )


def test_a_prompt_start_is_silent(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_gtp_session, "NOTICE", 1)
    with scripted("") as engine:
        time.sleep(1.1)
        assert engine.name == "twin" and not caplog.records


def test_the_signal_that_ended_an_engine_is_told() -> None:
    with scripted("") as engine, pytest.raises(gtp.EngineDied, match="status -9") as caught:
        killer = threading.Timer(0.05, lambda: os.kill(int(children()[0]), signal.SIGKILL))
        killer.start()
        engine.command("wait")
    assert caught.value.status == -signal.SIGKILL


def children() -> list[str]:
    """Returns the ids of the running child processes of this process."""
    listed = subprocess.run(
        ["ps", "-o", "pid=,stat=,comm=", "--ppid", str(os.getpid())], capture_output=True, text=True, check=False
    )
    rows = [line.split() for line in listed.stdout.splitlines()]
    return [pid for pid, state, name in rows if "Z" not in state and name != "ps"]


@pytest.mark.skipif(sys.platform == "win32", reason="process groups")
def test_the_processes_that_an_engine_has_started_end_with_it() -> None:
    script = f"""import subprocess, sys
child = subprocess.Popen(["sleep", "60"])
for number, text in enumerate({("2", "twin", "", "name")!r}, 1):
    input(); print(f"={{number}} {{text or child.pid}}\\n", flush=True)
sys.stdin.read()
"""
    with gtp.Engine.popen([sys.executable, "-S", "-c", script]) as engine:
        child = int(engine.version)
        os.kill(child, 0)
    deadline = time.monotonic() + 5
    while is_alive(child):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def is_alive(process: int) -> bool:
    """Returns whether a process runs; one that nobody has collected does not."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False)
    return state.stdout.strip()[:1] not in ("", "Z")


def test_a_closed_engine_is_closed() -> None:
    engine = scripted("")
    engine.close()
    engine.close()
    with pytest.raises(gtp.EngineDied, match="was closed"):
        engine.command("name")
    assert children() == []


def test_an_engine_that_is_forgotten_is_killed() -> None:
    engine = scripted("")
    assert len(children()) == 1
    del engine
    gc.collect()
    deadline = time.monotonic() + 5
    while children():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_an_engine_ends_with_the_interpreter() -> None:
    script = (
        "import sys; from ponnuki import gtp\n"
        "engine = gtp.Engine.popen([sys.executable, '-S', '-c', '''import time\n"
        "for number, text in enumerate((2, 'twin', 1, 'name'), 1):\n"
        "    input(); print(f'={number} {text}\\\\n', flush=True)\n"
        "time.sleep(60)''']); print(engine.name)\n"
    )
    began = time.monotonic()
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=20, check=True)
    assert (run.stdout, run.stderr) == ("twin\n", "")
    assert time.monotonic() - began < 10


@needs_program
def test_threads_share_an_engine() -> None:
    with program() as engine:
        names: list[str] = []

        def ask() -> None:
            names.extend(engine.command("echo a") for _ in range(20))

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(10)
        assert names == ["a"] * 80


# asyncio.


@needs_program
def test_engines_for_asyncio() -> None:
    async def play() -> None:
        async with await gtp.AsyncEngine.popen(f"{PROGRAM} --level 3", timeout=10) as engine:
            await engine.new_game(9, 7.5, "cgos")
            await engine.play("black", "D4")
            count = 0
            async for report in engine.analyze("white", 0.02, maxmoves=1):
                assert len(report.moves) == 1
                count += 1
                if count == 2:
                    break
            names = await asyncio.gather(*(engine.command(f"echo {number}") for number in range(20)))
            assert names == [str(number) for number in range(20)]
            with pytest.raises(gtp.GtpError):
                await engine.play("white", "D4")
            assert await engine.list_stones("black") == ["D4"]
            assert await engine.genmove("white") != "D4"
            assert [report async for report in engine.analyze("black", playouts=100)]
            game = ponnuki.Game(9, handicap=2)
            game.play("E5")
            await engine.setup(game)
            assert await engine.list_stones("white") == ["E5"]
            assert repr(engine).startswith("<AsyncEngine Ponnuki level 3")

    asyncio.run(play())


@needs_gnugo
def test_a_loop_that_runs_is_no_obstacle() -> None:
    """In a notebook a loop runs in the thread that uses the engine."""

    async def play() -> str:
        with gnugo() as engine:
            return engine.genmove("black")

    assert asyncio.run(play())


@needs_program
def test_cancelling_leaves_an_engine_usable() -> None:
    async def play() -> None:
        async with await gtp.AsyncEngine.popen([sys.executable, "-S", "-c", LATE], timeout=10) as engine:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.command("slow down"), 0.05)
            assert await engine.command("fast") == "2 fast"
        async with await gtp.AsyncEngine.popen(f"{PROGRAM} --level 3", timeout=10) as engine:

            async def watch() -> None:
                async for _ in engine.analyze("white", 0.01):
                    pass

            task = asyncio.create_task(watch())
            await asyncio.sleep(0.1)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert await engine.command("echo here") == "here"

    asyncio.run(play())


@needs_program
def test_closing_ends_the_wait_for_an_answer() -> None:
    async def play() -> None:
        engine = await gtp.AsyncEngine.popen(f"{PROGRAM} test-engine --fault hang")
        move = asyncio.create_task(engine.genmove("black"))
        await asyncio.sleep(0.05)
        await engine.close()
        with pytest.raises(gtp.EngineDied):
            await move

    asyncio.run(play())


@needs_program
def test_deaths_for_asyncio() -> None:
    async def play(kind: str) -> None:
        async with await gtp.AsyncEngine.popen(f"{PROGRAM} test-engine --fault {kind}", timeout=0.3) as engine:
            await engine.genmove("black")

    for kind, error in [("exit", gtp.EngineDied), ("hang", gtp.EngineTimeout), ("garbage", gtp.BadAnswerError)]:
        with pytest.raises(error):
            asyncio.run(play(kind))
