//! The proof of the rules core: what is known about Go, held against the library.
//!
//! `cargo test --test rules` runs it; each case is a test with a name of its
//! own, and a part of a name chooses: `cargo test --test rules -- games::1x3`.
//!
//! | names | what is compared |
//! |---|---|
//! | `twin::KO::SUICIDE::HASH` | random games against a naive twin, after every move everything |
//! | `traces::...` | recorded random games: counts and fingerprints (`traces.jsonl`) |
//! | `positions::ID`, `eyes::ID` | positions with verdicts (`positions.json`, `eyes.json`) |
//! | `closure::SIZE::...` | the number of reachable positions (`legal_positions.tsv`) |
//! | `games::...` | the number of complete games (`games.tsv`) |
//! | `perft::...` | counts of all sequences of turns (`perft.tsv`, `perft_positions.tsv`) |
//! | `perft-weak-hash::...` | the small ones again with hashes that collide |
//! | `playouts::CORE::KO::SIZE` | the statistics of random playouts against published ones |
//!
//! The data stand in `../data/`. They come from an independent, deliberately
//! naive program (whole boards, no hash) and from published counts; most rows
//! were verified by further programs, which the rows name.
//!
//! Environment: `PONNUKI_PROOF=full` adds the cases that take minutes, and
//! `PONNUKI_TWIN_MOVES=N` plays N random moves. `scripts/proof.sh` runs all.

mod closure;
mod compare;
mod data;
mod draw;
mod games;
mod grid;
mod perft;
mod playouts;
mod positions;
mod proof;
mod random_games;
mod traces;
mod twin;

use std::process::ExitCode;

use libtest_mimic::Arguments;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let figures = proof::Figures::default();
    let trials = [
        random_games::trials(&figures),
        traces::trials(),
        positions::trials(),
        closure::trials(&figures),
        games::trials(&figures),
        perft::trials(&figures),
        playouts::trials(&figures),
    ];
    let conclusion = libtest_mimic::run(&arguments, trials.into_iter().flatten().collect());
    figures.print();
    conclusion.exit_code()
}
