//! The engine with little memory and few threads. Only Linux enforces `ulimit -v`.

use libtest_mimic::Trial;

use crate::engine::{Engine, ensure, home};
use crate::files::Test;

/// Returns the tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    let tests: [(&str, Test); 5] = [
        ("too-much-memory-is-refused-at-the-start", refused),
        ("too-much-memory-is-refused-in-a-session", refused_later),
        ("any-amount-of-memory-is-answered", any_amount),
        ("a-search-takes-the-memory-that-is-left", smaller_trees),
        (
            "a-search-takes-the-threads-that-can-be-started",
            fewer_threads,
        ),
    ];
    tests
        .into_iter()
        .map(|(name, test)| Trial::test(format!("limits::{name}"), move || Ok(test()?)))
        .collect()
}

/// Begins the log of an engine that cannot have its memory.
const REFUSED: &str = "the system does not provide the memory";

/// Checks that the engine does not start if the memory for its trees cannot be had, with a sentence
/// and a status.
fn refused() -> Result<(), String> {
    for (limit, arguments) in [
        (200_000, vec!["--player", "mcts", "--memory", "4096"]),
        (200_000, vec!["--level", "3"]),
        (200_000, vec!["play", "--player", "mcts"]),
        (
            400_000,
            vec!["--player", "mcts", "--memory", "16", "--threads", "256"],
        ),
    ] {
        let setup = format!("ulimit -v {limit}");
        let engine = Engine::start_after(&setup, &home(), &arguments)?;
        let ended = engine.finish()?;
        let is_refused = ended.status.code() == Some(1)
            && ended.output.is_empty()
            && ended.log.contains(REFUSED)
            && ended.log.lines().count() == 1;
        ensure(is_refused, || {
            format!("{arguments:?}: {}\n{}", ended.status, ended.log)
        })?;
    }
    // The random player has no trees.
    let mut engine = Engine::start_after("ulimit -v 200000", &home(), &["--level", "0"])?;
    engine.must("genmove b")?;
    engine.finish().map(|_| ())
}

/// Checks that a session whose player cannot have its memory goes on with the player that it has.
fn refused_later() -> Result<(), String> {
    let mut engine = Engine::start_after("ulimit -v 200000", &home(), &["--seed", "1"])?;
    let before = engine.must("ponnuki-param")?;
    for line in [
        "ponnuki-param level 3",
        "kata-set-params {\"player\":\"mcts\"}",
    ] {
        let answer = engine.ask(line)?;
        let is_refused = !answer.success && answer.text.contains(REFUSED);
        ensure(is_refused, || format!("{line}: {answer:?}"))?;
    }
    let after = engine.must("ponnuki-param")?;
    ensure(after == before, || after)?;
    engine.must("genmove b")?;
    engine.finish().map(|_| ())
}

/// Checks that a search with the largest possible `--memory` either is refused or answers, as the
/// system decides.
fn any_amount() -> Result<(), String> {
    let arguments = [
        "--player",
        "mcts",
        "--memory",
        "1048576",
        "--playouts",
        "100",
    ];
    let engine = Engine::start(&arguments)?;
    engine.send(
        b"boardsize 9\ngenmove b\n".to_vec(),
        crate::engine::Pace::Whole,
    );
    let ended = engine.finish()?;
    let output = String::from_utf8_lossy(&ended.output);
    let is_refused = ended.status.code() == Some(1) && ended.log.contains(REFUSED);
    let is_answered = ended.status.success() && output.matches("= ").count() == 2;
    ensure(is_refused || is_answered, || {
        format!("{}\n{output}\n{}", ended.status, ended.log)
    })
}

/// Checks that a second search, of `reg_genmove`, goes on with smaller trees if the first one has
/// left too little memory, and that another board reuses the memory of the first.
fn smaller_trees() -> Result<(), String> {
    let arguments = ["--player", "mcts", "--memory", "256", "--playouts", "200"];
    // This leaves room for the first tree, however many arenas the allocator has reserved for
    // threads, but not for the tree of a second search.
    let mut engine = Engine::start_after("ulimit -v 590000", &home(), &arguments)?;
    for size in ["9", "13", "5"] {
        engine.must(&format!("boardsize {size}"))?;
        engine.must("genmove b")?;
        engine.must("reg_genmove w")?;
    }
    let log = engine.finish()?.log;
    ensure(log.matches(REFUSED).count() == 3, || log)
}

/// Checks that the work of many threads is done by those that the system starts.
fn fewer_threads() -> Result<(), String> {
    let arguments = ["perft", "--size", "2x2", "--depth", "5"];
    let counted = |setup, threads| {
        let arguments = [&arguments[..], &["--threads", threads]].concat();
        let ended = Engine::start_after(setup, &home(), &arguments)?.finish()?;
        ensure(ended.status.success(), || ended.log.clone())?;
        Ok::<_, String>((ended.output, ended.log))
    };
    let (alone, _) = counted("true", "1")?;
    let (many, log) = counted("ulimit -v 400000", "1024")?;
    ensure(alone == many, || {
        String::from_utf8_lossy(&many).into_owned()
    })?;
    ensure(log.contains("of 1024 threads"), || log)?;

    let arguments = [
        "bench",
        "--size",
        "3",
        "--games",
        "100",
        "--threads",
        "1024",
        "--json",
    ];
    let ended = Engine::start_after("ulimit -v 400000", &home(), &arguments)?.finish()?;
    ensure(ended.status.success(), || ended.log.clone())?;
    ensure(ended.log.contains("of 1024 threads"), || ended.log)
}
