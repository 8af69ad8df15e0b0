//! `ponnuki play` in a terminal: the board, line editing, and how it ends; the bar of
//! `ponnuki regress`.

use std::io::{Read, Write};
use std::process::{Child, ExitStatus};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::runner::{Folder, PROGRAM, assert_contains, assert_starts};

/// The time after which a test gives up on further output.
const PATIENCE: Timespec = Timespec {
    tv_sec: 60,
    tv_nsec: 0,
};

/// The program in a terminal of 40 rows and 100 columns.
struct Terminal {
    pty: Pty,
    child: Child,
    shown: String,
}

impl Terminal {
    /// Runs `ponnuki play` with these options and this value of `NO_COLOR`.
    fn play(options: &str, no_color: &str) -> Self {
        let line = format!("play --quiet --seed 1 {options}");
        Self::start(&line, no_color)
    }

    /// Runs the program with the arguments of a line.
    fn start(line: &str, no_color: &str) -> Self {
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(40, 100)).unwrap();
        let child = Command::new(PROGRAM)
            .args(shlex::split(line).unwrap())
            .env("TERM", "xterm-256color")
            .env("NO_COLOR", no_color)
            .env_remove("RUST_LOG")
            .spawn(pts)
            .unwrap();
        Self {
            pty,
            child,
            shown: String::new(),
        }
    }

    /// Reads more output. Returns `false` at its end.
    fn read(&mut self) -> bool {
        let mut ready = [PollFd::new(&self.pty, PollFlags::IN)];
        let events = poll(&mut ready, Some(&PATIENCE)).unwrap();
        assert!(events > 0, "no more output after: {}", self.shown);
        let mut bytes = [0; 4096];
        // Linux reports an error once the program has left its terminal.
        let count = self.pty.read(&mut bytes).unwrap_or(0);
        self.shown
            .push_str(&String::from_utf8_lossy(&bytes[..count]));
        count > 0
    }

    /// Waits for this text, removes everything up to its end from the output, and
    /// returns what came before it.
    fn expect(&mut self, text: &str) -> String {
        loop {
            if let Some((before, after)) = self.shown.split_once(text) {
                let (before, after) = (before.to_owned(), after.to_owned());
                self.shown = after;
                return before;
            }
            assert!(
                self.read(),
                "the output ends without {text:?}: {}",
                self.shown
            );
        }
    }

    fn type_keys(&mut self, keys: &str) {
        self.pty.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits for the end of the program and returns the rest of the output.
    fn end(mut self) -> (String, ExitStatus) {
        while self.read() {}
        let status = self.child.wait().unwrap();
        (self.shown, status)
    }
}

#[test]
fn the_board_is_wood_with_round_stones() {
    let mut terminal = Terminal::play("--boardsize 5", "");
    let start = terminal.expect("your move (black)> ");
    assert_contains(&start, "\x1b[48;5;");
    assert_contains(&start, "┌─┬─┬─┬─┐");
    terminal.type_keys("c3\r");
    terminal.expect("black plays C3");
    assert!(terminal.expect("white plays").contains('●'));
}

#[test]
fn letters_are_drawn_without_colours() {
    for (options, no_color) in [("--boardsize 5 --ascii", ""), ("--boardsize 5", "1")] {
        let mut terminal = Terminal::play(options, no_color);
        terminal.type_keys("c3\r");
        terminal.expect("black plays");
        let board = terminal.expect("white plays");
        assert_contains(&board, " 3 . . X");
        assert!(!board.contains("\x1b[48;5;"), "{board}");
    }
}

#[test]
fn lines_can_be_edited_and_called_back() {
    let mut terminal = Terminal::play("--boardsize 9", "1");
    terminal.expect("your move (black)> ");
    // Backspace, and the left arrow key.
    terminal.type_keys("d5\x7f\x1b[De\x7f\x1b[C4\r");
    terminal.expect("black plays D4");
    terminal.expect("your move (black)> ");
    // The up arrow key.
    terminal.type_keys("\x1b[A\r");
    terminal.expect("There is a stone on that point already.");
}

#[test]
fn a_long_benchmark_has_a_bar() {
    let mut terminal = Terminal::start("bench --size 5 --games 1000000000", "");
    terminal.expect("/1000000000 playouts, ");
    terminal.child.kill().unwrap();
    terminal.child.wait().unwrap();
}

#[test]
fn a_person_is_asked_before_a_file_is_replaced() {
    let folder = Folder::with_files(&[("thesis.sgf", "precious")]);
    let path = folder.path("thesis.sgf");
    let mut terminal = Terminal::play("--boardsize 9", "1");
    for (answer, words) in [
        ("", "stays as it is."),
        ("no", "stays as it is."),
        ("yes", "Saved as"),
    ] {
        terminal.expect("your move (black)> ");
        assert_eq!(folder.read("thesis.sgf"), "precious");
        terminal.type_keys(&format!("save {}\r", path.display()));
        terminal.expect("Replace it? (yes or no)> ");
        terminal.type_keys(&format!("{answer}\r"));
        terminal.expect(words);
    }
    assert_starts(&folder.read("thesis.sgf"), "(;");
}

#[test]
fn lines_typed_ahead_or_pasted_are_kept() {
    for waits in [false, true] {
        let folder = Folder::new();
        let path = folder.path("x.sgf");
        let mut terminal = Terminal::play("--boardsize 9", "1");
        if waits {
            let start = terminal.expect("your move (black)> ");
            // Otherwise the terminal would mark pasted lines as one text.
            assert!(!start.contains("\x1b[?2004h"), "{start:?}");
        }
        terminal.type_keys(&format!("c3\rg7\rc7\rsave {}\rquit\r", path.display()));
        let (rest, status) = terminal.end();
        assert!(status.success(), "{status}");
        for point in ["C3", "G7", "C7"] {
            assert_contains(&rest, &format!("black plays {point}"));
        }
        let saved = folder.read("x.sgf");
        assert_eq!(saved.matches(";B[").count(), 3, "{saved}");
    }
}

#[test]
fn ctrl_c_and_ctrl_d_leave_the_game() {
    for key in ["\x03", "\x04"] {
        let mut terminal = Terminal::play("--boardsize 9", "1");
        terminal.expect("your move (black)> ");
        terminal.type_keys(key);
        let (rest, status) = terminal.end();
        assert_contains(&rest, "Good-bye.");
        assert!(status.success(), "{key:?}: {status}");
    }
}

#[test]
fn a_watched_game_is_drawn_in_place() {
    let (text, status) = Terminal::play("--boardsize 4 --watch 1 2", "1").end();
    assert!(status.success(), "{status}");
    // The board and two lines below it are drawn again and again, and at last removed.
    let boards: Vec<_> = text.split("\x1b[8A").collect();
    assert!(boards.len() > 3, "{text}");
    let last = boards.last().unwrap();
    assert_starts(last, "\x1b[J");
    assert_contains(last, "result: ");
    assert_contains(boards[1], "move 2: white ");
}

#[test]
fn a_run_of_regression_tests_shows_a_bar() {
    let folder = Folder::with_files(&[("bar.tst", "1 name\n#? [Ponnuki]\n2 name\n#? [x]\n")]);
    let suite = folder.path("bar.tst");
    let run = |options: &str| {
        let line = format!("regress 'ponnuki --quiet' {} {options}", suite.display());
        Terminal::start(&line, "").end()
    };
    let (shown, status) = run("");
    assert_contains(&shown, "/2 tests, ");
    // The results stand on lines of their own, and the bar goes away at the end.
    let failure = ":2: FAIL: name: expected [x], got 'Ponnuki'";
    assert_contains(&shown, failure);
    let (_, end) = shown.rsplit_once("/2 tests, ").unwrap();
    assert_contains(end, "\x1b[2K");
    assert_eq!(status.code(), Some(1));
    let (shown, _) = run("--quiet");
    assert!(!shown.contains("tests, "), "{shown}");
}
