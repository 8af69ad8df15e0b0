//! Counts the sequences of turns on a 3x3 board, as `ponnuki perft` does.
//!
//! ```sh
//! cargo run --example count_moves
//! ```

use ponnuki::game::{Passes, perft};
use ponnuki::{BoardSize, Game, Komi, Preset};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Preset::TrompTaylor.rules();
    let game = Game::new(BoardSize::square(3)?, rules, Komi::default());
    for (depth, counts) in (1..).zip(perft(&game, 5, Passes::Counted, 1)) {
        println!(
            "{depth} turns: {} sequences, of which {} end in a capture",
            counts.nodes, counts.capturing_plays
        );
    }
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
