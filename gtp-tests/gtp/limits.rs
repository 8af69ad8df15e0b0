//! The engine with little memory, few threads and a small stack. Only Linux enforces `ulimit -v`.

use libtest_mimic::Trial;

use crate::engine::{Engine, home};
use ponnuki_testing::trial;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
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

/// Starts the engine with a limit on its memory in KiB.
fn limited(limit: u32, arguments: &str) -> Engine {
    Engine::start_after(&format!("ulimit -v {limit}"), &home(), arguments)
}

/// Checks that a search with the largest possible `--memory` takes what it needs.
fn any_amount() {
    let mut engine = Engine::start("--player search --memory 1048576 --playouts 100");
    engine.must("boardsize 9");
    engine.must("genmove b");
}

/// Checks that a search goes on when little memory is left: it drops a part of its tree.
fn smaller_trees() {
    let mut engine = limited(60_000, "--player search --memory 4096 --playouts 1500");
    engine.must("genmove b");
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
/// 128 KiB. In tests the tools are not optimised, and need more stack than in a release.
fn little_stack() {
    let mut engine = Engine::start_after("ulimit -s 256", &home(), "--playouts 100");
    engine.must("genmove b");
    engine.must("lz-genmove_analyze w");
    engine.finish();
    let review = "review sgf/handicap.sgf -q --visits 2";
    let ended = Engine::start_after("ulimit -s 384", &home(), review).end();
    assert!(ended.status.success(), "{}", ended.log);
}
