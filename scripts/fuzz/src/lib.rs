//! The functions that the fuzzer calls, one per target. The checks themselves live in
//! `gtp-tests/corpus/`, where `cargo test` runs them on the kept corpus.

#[path = "../../../gtp-tests/corpus/analysis.rs"]
mod analysis;
#[path = "../../../gtp-tests/rules/compare.rs"]
#[expect(dead_code, reason = "the random games use the rest")]
mod compare;
#[path = "../../../gtp-tests/rules/draw.rs"]
#[expect(dead_code, reason = "the random games use the rest")]
mod draw;
#[path = "../../../gtp-tests/corpus/frames.rs"]
mod frames;
#[path = "../../../gtp-tests/corpus/game.rs"]
mod games;
#[path = "../../../gtp-tests/rules/grid.rs"]
mod grid;
#[path = "../../../gtp-tests/corpus/gtp.rs"]
mod gtp;
#[path = "../../../gtp-tests/rules/proof.rs"]
#[expect(dead_code, reason = "the proofs use the rest")]
mod proof;
#[path = "../../../gtp-tests/corpus/sgf.rs"]
mod records;
#[path = "../../../gtp-tests/rules/twin.rs"]
mod twin;

/// Takes the bytes as one line of GTP.
pub fn gtp_line(bytes: &[u8]) {
    gtp::line(bytes);
}

/// Takes the bytes as a whole GTP session.
pub fn gtp_session(bytes: &[u8]) {
    gtp::session(bytes);
}

/// Takes the bytes as the arguments of an analysis command.
pub fn analysis(bytes: &[u8]) {
    analysis::analyze(bytes);
}

/// Takes the bytes as an SGF file.
pub fn sgf(bytes: &[u8]) {
    records::read(bytes);
}

/// Takes the bytes as a game, played by the library and the naive twin.
pub fn game(bytes: &[u8]) {
    games::play(bytes);
}
