//! Controllers that go away while the engine thinks.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;

use crate::engine::{ensure, program};
use crate::files::Test;

/// Returns the tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    let tests: [(&str, Test); 3] = [
        ("a-search-ends-with-its-controller", both_closed),
        (
            "a-search-ends-when-its-output-is-closed",
            only_output_closed,
        ),
        ("a-search-goes-on-after-the-end-of-its-input", input_closed),
    ];
    tests
        .into_iter()
        .map(|(name, test)| Trial::test(format!("hangup::{name}"), move || Ok(test()?)))
        .collect()
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

/// An engine that thinks about a command for an hour.
struct Thinking {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Thinking {
    fn start(command: &str) -> Result<Self, String> {
        let (program, first) = program();
        let mut child = Command::new(program)
            .args(first)
            .args([
                "-q",
                "--player",
                "mcts",
                "--time-per-move",
                "3600",
                "--boardsize",
                "9",
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let mut input = child.stdin.take().ok_or("no standard input")?;
        let mut output = BufReader::new(child.stdout.take().ok_or("no standard output")?);
        // The answer to the first command shows that the second one begins.
        writeln!(input, "name\n{command}").map_err(|error| error.to_string())?;
        let mut line = String::new();
        output
            .read_line(&mut line)
            .map_err(|error| error.to_string())?;
        ensure(line == "= Ponnuki MCTS\n", || line)?;
        thread::sleep(Duration::from_millis(300));
        ensure(matches!(child.try_wait(), Ok(None)), || {
            format!("{command}: the engine has ended")
        })?;
        Ok(Self {
            child,
            input,
            output,
        })
    }
}

/// Waits for the end of a process, which must be a success.
fn ends(mut child: Child, command: &str) -> Result<(), String> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) => return ensure(status.success(), || format!("{command}: {status}")),
            None if Instant::now() < deadline => thread::sleep(Duration::from_millis(10)),
            None => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("{command}: still running after {PATIENCE:?}"));
            }
        }
    }
}

/// Checks that the engine ends when its output is closed, whether its input is closed or open.
fn output_closed(closes_input: bool) -> Result<(), String> {
    for command in LONG {
        let Thinking {
            child,
            input,
            output,
        } = Thinking::start(command)?;
        drop(output);
        let open_input = (!closes_input).then_some(input);
        ends(child, command)?;
        drop(open_input);
    }
    Ok(())
}

/// Checks that a search ends with its controller, which closes both pipes.
fn both_closed() -> Result<(), String> {
    output_closed(true)
}

/// Checks that the end of the output alone ends a search.
fn only_output_closed() -> Result<(), String> {
    output_closed(false)
}

/// Checks that a script gets the whole search although its input ends at once.
fn input_closed() -> Result<(), String> {
    let searched = |closes: bool| {
        let (program, first) = program();
        let mut child = Command::new(program)
            .args(first)
            .args([
                "-vv",
                "--player",
                "mcts",
                "--playouts",
                "2000",
                "--boardsize",
                "5",
            ])
            .args(["--seed", "1"])
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let mut input = child.stdin.take().ok_or("no standard input")?;
        writeln!(input, "genmove b").map_err(|error| error.to_string())?;
        let mut kept = Some(input);
        if closes {
            kept = None;
        }
        let mut output = BufReader::new(child.stdout.take().ok_or("no standard output")?);
        let mut answer = String::new();
        output
            .read_line(&mut answer)
            .map_err(|error| error.to_string())?;
        drop(kept);
        drop(output);
        let ended = child
            .wait_with_output()
            .map_err(|error| error.to_string())?;
        let log = String::from_utf8_lossy(&ended.stderr).into_owned();
        ensure(
            answer.starts_with("= ") && log.contains(" visits, "),
            || format!("{answer}{log}"),
        )?;
        Ok::<_, String>((answer, log))
    };
    let (open, closed) = (searched(false)?, searched(true)?);
    ensure(open == closed, || format!("{open:?}\n{closed:?}"))
}
