//! Controllers that go away while the engine thinks.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};
use std::thread;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;

use crate::engine::{home, spawn};
use ponnuki_testing::trial;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("hangup::a-search-ends-with-its-controller", || {
            output_closed(true);
        }),
        trial("hangup::a-search-ends-when-its-output-is-closed", || {
            output_closed(false);
        }),
        trial(
            "hangup::a-search-goes-on-after-the-end-of-its-input",
            input_closed,
        ),
    ]
}

/// The commands that may take long, here an hour.
const LONG: [&str; 4] = [
    "genmove b",
    "reg_genmove b",
    "lz-genmove_analyze b 360000",
    "kata-analyze b 360000",
];

/// The time in which the engine must end; it should need a second.
const PATIENCE: Duration = Duration::from_secs(20);

struct Searching {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Searching {
    fn start(arguments: &str) -> Self {
        let mut child = spawn(&home(), "", &format!("--player search {arguments}"));
        Self {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }
}

/// Waits for the end of a process, which must be a success.
fn ends(child: &mut Child, command: &str) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match child.try_wait().unwrap() {
            Some(status) => return assert!(status.success(), "{command}: {status}"),
            None if Instant::now() < deadline => thread::sleep(Duration::from_millis(10)),
            None => {
                child.kill().unwrap();
                panic!("{command}: still running after {PATIENCE:?}");
            }
        }
    }
}

/// Checks that a search ends with its controller, which closes both pipes, and that the end of the
/// output alone ends it too.
fn output_closed(closes_input: bool) {
    for command in LONG {
        let mut engine = Searching::start("-q --time-per-move 3600 --boardsize 9");
        // The answer to the first command shows that the second one begins.
        writeln!(engine.input, "name\n{command}").unwrap();
        let mut line = String::new();
        engine.output.read_line(&mut line).unwrap();
        assert_eq!(line, "= Ponnuki MCTS\n");
        thread::sleep(Duration::from_millis(300));
        let status = engine.child.try_wait().unwrap();
        assert_eq!(status, None, "{command}: the engine has ended");
        drop(engine.output);
        let open_input = (!closes_input).then_some(engine.input);
        ends(&mut engine.child, command);
        drop(open_input);
    }
}

/// Checks that a script gets the whole search although its input ends at once.
fn input_closed() {
    let [open, closed] = [false, true].map(|closes| {
        let mut engine = Searching::start("-vv --playouts 2000 --boardsize 5 --seed 1");
        writeln!(engine.input, "genmove b").unwrap();
        let open_input = (!closes).then_some(engine.input);
        let mut answer = String::new();
        engine.output.read_line(&mut answer).unwrap();
        drop(open_input);
        drop(engine.output);
        let ended = engine.child.wait_with_output().unwrap();
        let log = String::from_utf8(ended.stderr).unwrap();
        let is_whole = answer.starts_with("= ") && log.contains(" visits in ");
        assert!(is_whole, "{answer}{log}");
        // Without the time that it took.
        let log = log.split_once(" visits in ").map(|(log, _)| log.to_owned());
        (answer, log)
    });
    assert_eq!(open, closed);
}
