//! The engine with little memory, few threads and a small stack. Only Linux enforces `ulimit -v`.

use libtest_mimic::Trial;

use crate::engine::{Ended, Engine, Pace, home};
use crate::runner::trial;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("limits::too-much-memory-is-refused-at-the-start", refused),
        trial(
            "limits::too-much-memory-is-refused-in-a-session",
            refused_later,
        ),
        trial("limits::any-amount-of-memory-is-answered", any_amount),
        trial(
            "limits::a-search-takes-the-memory-that-is-left",
            smaller_trees,
        ),
        trial(
            "limits::a-search-takes-the-threads-that-can-be-started",
            fewer_threads,
        ),
        trial("limits::a-search-needs-little-stack", little_stack),
    ]
}

/// Begins the log of an engine that cannot have its memory.
const REFUSED: &str = "the system does not provide the memory";

/// Starts the engine with a limit on its memory in KiB.
fn limited(limit: u32, arguments: &str) -> Engine {
    Engine::start_after(&format!("ulimit -v {limit}"), &home(), arguments)
}

/// Checks that the engine does not start if the memory for its trees cannot be had, with a sentence
/// and a status.
fn refused() {
    for (limit, arguments) in [
        (200_000, "--player search --memory 4096"),
        (200_000, "--level 3"),
        (200_000, "play --player search"),
        (400_000, "--player search --memory 16 --threads 256"),
    ] {
        let Ended {
            status,
            output,
            log,
        } = limited(limit, arguments).finish();
        let is_sentence = log.contains(REFUSED) && log.lines().count() == 1;
        let is_refused = status.code() == Some(1) && output.is_empty() && is_sentence;
        assert!(is_refused, "{arguments}: {status}\n{log}");
    }
    // The random player has no trees.
    limited(200_000, "--level 0").must("genmove b");
}

/// Checks that a session whose player cannot have its memory goes on with the player that it has.
fn refused_later() {
    let mut engine = limited(200_000, "--seed 1");
    let before = engine.must("ponnuki-param");
    for line in [
        "ponnuki-param level 3",
        "kata-set-params {\"player\":\"search\"}",
    ] {
        let answer = engine.ask(line);
        let is_refused = !answer.success && answer.text.contains(REFUSED);
        assert!(is_refused, "{line}: {answer:?}");
    }
    engine.expect("ponnuki-param", &before);
    engine.must("genmove b");
}

/// Checks that a search with the largest possible `--memory` either is refused or answers, as the
/// system decides.
fn any_amount() {
    let engine = Engine::start("--player search --memory 1048576 --playouts 100");
    engine.send(b"boardsize 9\ngenmove b\n".to_vec(), Pace::Whole);
    let Ended {
        status,
        output,
        log,
    } = engine.finish();
    let output = String::from_utf8_lossy(&output);
    let is_refused = status.code() == Some(1) && log.contains(REFUSED);
    let is_answered = status.success() && output.matches("= ").count() == 2;
    assert!(is_refused || is_answered, "{status}\n{output}\n{log}");
}

/// Checks that a second search of a level, of `reg_genmove`, goes on with smaller trees if the first one has
/// left too little memory, and that another board reuses the memory of the first.
fn smaller_trees() {
    // This leaves room for the first tree, however many arenas the allocator has reserved for
    // threads, but not for the tree of a second search.
    let mut engine = limited(590_000, "--level 6 --memory 256");
    for size in ["19", "15", "5"] {
        engine.must(&format!("boardsize {size}"));
        engine.must("genmove b");
        engine.must("reg_genmove w");
    }
    let log = engine.finish().log;
    assert_eq!(log.matches(REFUSED).count(), 3, "{log}");
}

/// Checks that the work of many threads is done by those that the system starts.
fn fewer_threads() {
    let count = "perft --size 2x2 --depth 5 --threads";
    let alone = Engine::start(&format!("{count} 1")).end();
    let many = limited(400_000, &format!("{count} 1024")).end();
    assert_eq!(alone.output, many.output);
    let measured = limited(400_000, "bench --size 3 --games 100 --threads 1024 --json").end();
    for log in [many.log, measured.log] {
        assert!(log.contains("of 1024 threads"), "{log}");
    }
}

/// Checks that searches and reviews need little stack. Threads have 512 KiB on macOS, and with musl
/// 128 KiB. A test build is hardly optimised and needs more stack than a release.
fn little_stack() {
    let setup = "ulimit -s 256";
    let mut engine = Engine::start_after(setup, &home(), "--playouts 100");
    engine.must("genmove b");
    engine.must("lz-genmove_analyze w");
    engine.finish();
    let review = "review sgf/handicap.sgf -q --visits 2";
    let ended = Engine::start_after(setup, &home(), review).end();
    assert!(ended.status.success(), "{}", ended.log);
}
