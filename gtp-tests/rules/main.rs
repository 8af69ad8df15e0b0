//! The proof of the rules core: compares the library with known facts about Go.
//!
//! `cargo test --test rules` runs it. Each case is a test with its own name,
//! and part of a name selects tests: `cargo test --test rules -- games::1x3`.
//!
//! | names | comparison |
//! |---|---|
//! | `twin::KO::SUICIDE::HASH` | random games against a naive twin, in full after every move |
//! | `sessions::SEED` | random GTP sessions, every answer of which the twin predicts |
//! | `traces::...` | recorded random games: counts and fingerprints (`traces.jsonl`) |
//! | `positions::ID`, `eyes::ID` | positions with verdicts (`positions.json`, `eyes.json`) |
//! | `scoring::ID` | finished positions, counted by area and territory under every tax (`scoring.jsonl`) |
//! | `scoring::area-and-territory-...` | both counts of random games, also with pass stones, and of every position of small boards |
//! | `cleanup::ID` | recorded games with clean-up phases (`cleanup.jsonl`) |
//! | `closure::SIZE::...` | the number of reachable positions (`legal_positions.tsv`) |
//! | `games::...` | the number of complete games (`games.tsv`) |
//! | `perft::...` | counts of all sequences of turns (`perft.tsv`, `perft_positions.tsv`) |
//! | `perft::button::...` | the same under rules with a button, against the twin |
//! | `perft-weak-hash::...` | the small counts again with hashes that collide |
//! | `playouts::CORE::KO::SIZE` | the statistics of random playouts against published ones |
//!
//! The data are in `../data/`. They come from an independent, deliberately
//! naive program (whole boards, no hash) and from published counts. Most rows
//! were verified by further programs, which the rows name.
//!
//! Two environment variables extend the proof: `PONNUKI_PROOF=full` adds the
//! cases that take minutes and prints the figures of the proof, and
//! `PONNUKI_TWIN_MOVES=N` and `PONNUKI_SESSION_COMMANDS=N` set the numbers of random moves and of
//! commands. `scripts/check/proof.sh` runs everything.

mod cleanup;
mod closure;
mod data;
mod fill_and_answer;
mod games;
mod perft;
mod playouts;
mod positions;
mod random_games;
mod scoring;
mod sessions;
mod traces;

use std::process::ExitCode;

use ponnuki_testing::proof;

fn main() -> ExitCode {
    let figures = proof::Figures::default();
    let trials = [
        random_games::trials(&figures),
        sessions::trials(&figures),
        traces::trials(),
        positions::trials(),
        scoring::trials(),
        cleanup::trials(),
        closure::trials(&figures),
        games::trials(&figures),
        perft::trials(&figures),
        playouts::trials(&figures),
    ];
    let status = ponnuki_testing::run(trials.into_iter().flatten().collect());
    if proof::is_full() {
        figures.print();
    }
    status
}
