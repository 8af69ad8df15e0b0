//! `ponnuki perft`: counts of all sequences of turns, as a table.

use std::io::{self, Write};
use std::time::Instant;

use clap::Args;
use ponnuki_core::board::diagram;
use ponnuki_core::game::{Passes, PerftCounts, perft};
use ponnuki_core::{Board, BoardSize, Color, Game, KoRule, Komi, Start, Suicide};

use crate::cli::args::{RuleSetArgs, color};
use crate::cli::failure::Failure;

/// The options of `ponnuki perft`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:
  ponnuki perft --size 3x3 --depth 6
  ponnuki perft --position .X./X.O/.O. --to-move white --depth 4 --no-pass
  ponnuki perft --size 2x3 --depth 8 --ko situational --threads 2
  ponnuki perft --size 2x3 --depth 6 --rules aga-button

With a button, the column pass says button: the first pass takes it, does not end the \
game, and lets earlier positions return. With clean-up phases it says cleanup: two passes \
end a phase, and plays that lift a block count.",
    mut_arg("rules", |arg| arg
        .help("Rules by name, as in `ponnuki --help` [default: cgos]")
        .long_help(None))
)]
pub(crate) struct PerftArgs {
    /// Board size: 3, or width x height as in 3x4
    #[arg(long, value_name = "SIZE", required_unless_present = "position")]
    size: Option<BoardSize>,
    /// Length of the longest sequences to count, in turns
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u16).range(1..=1000))]
    depth: u16,
    #[command(flatten)]
    rules: RuleSetArgs,
    /// Count plays only, without passes
    #[arg(long)]
    no_pass: bool,
    /// Start from this diagram: rows from the top joined by /, X black, O white, . empty
    ///
    /// The history then holds only this position.
    #[arg(long, value_name = "ROWS", value_parser = diagram::parse)]
    position: Option<Board>,
    /// The colour to move first
    #[arg(long, value_name = "COLOR", default_value = "black", value_parser = color())]
    to_move: Color,
    /// Share the work between N threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

impl PerftArgs {
    /// Formats all settings, so that a test sees whether an option changes any.
    #[cfg(test)]
    pub(super) fn effect(&self) -> Result<String, Failure> {
        Ok(format!("{:?} {self:?}", self.game()?))
    }

    /// Sets up the game to count from.
    fn game(&self) -> Result<Game, Failure> {
        let diagram = self.position.as_ref();
        let size = self.size.or(diagram.map(Board::size));
        let size = size.filter(|&size| diagram.is_none_or(|board| board.size() == size));
        let reason = "the diagram does not have the size that --size gives";
        let size = size.ok_or_else(|| Failure::new(reason))?;
        let rules = self.rules.chosen();
        let start = Start {
            stones: diagram.map(Board::position).unwrap_or_default(),
            handicap: 0,
            to_move: self.to_move,
        };
        Ok(Game::with_start(size, rules, Komi::default(), start)?)
    }

    /// Returns whether passes are counted.
    const fn passes(&self) -> Passes {
        if self.no_pass {
            Passes::LeftOut
        } else {
            Passes::Counted
        }
    }
}

/// The header of the table. Columns are separated by tabs.
const HEADER: &str = "board\tko\tsuicide\tpass\tdepth\tnodes\tplays\tpasses\tcapturing_plays\tstones_captured\t\
                      suicide_plays\tko_rejected\tsuicide_rejected\tgames_ended_at_depth\tverified_by";

/// Prints the table of counts.
pub(crate) fn run(args: &PerftArgs) -> Result<(), Failure> {
    let game = args.game()?;
    Ok(write_table(args, &game, io::stdout().lock())?)
}

/// Counts the sequences and writes one row per depth.
fn write_table(args: &PerftArgs, game: &Game, mut output: impl Write) -> io::Result<()> {
    writeln!(output, "{HEADER}")?;
    let passes = args.passes();
    let start = Instant::now();
    let counts = perft(game, args.depth.into(), passes, args.threads.into());
    log::info!("counted in {:.3} s", start.elapsed().as_secs_f64());
    for (depth, counts) in (1..).zip(&counts) {
        writeln!(output, "{}", row(game, passes, depth, counts))?;
    }
    output.flush()
}

fn row(game: &Game, passes: Passes, depth: usize, counts: &PerftCounts) -> String {
    let rules = game.rules();
    let ko = match rules.ko {
        KoRule::Simple => "simple",
        KoRule::Positional => "psk",
        KoRule::Situational => "ssk",
        KoRule::NaturalSituational => "nssk",
        KoRule::Unrestricted => "none",
    };
    let suicide = match rules.suicide {
        Suicide::Forbidden => "forbid",
        Suicide::MultiStone => "multi",
        Suicide::Allowed => "all",
    };
    let pass = match passes {
        Passes::LeftOut => "nopass",
        Passes::Counted => match (rules.has_button, rules.is_played_out()) {
            (false, false) => "pass",
            (true, false) => "button",
            (false, true) => "cleanup",
            (true, true) => "button-cleanup",
        },
    };
    let board = game.size();
    let program = concat!("ponnuki-", env!("CARGO_PKG_VERSION"));
    format!("{board}\t{ko}\t{suicide}\t{pass}\t{depth}\t{counts}\t{program}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::parsed;
    use ponnuki_testing::assert_contains;

    /// Returns the rows of the table for these arguments, without the name of the program.
    fn rows(line: &str) -> Vec<String> {
        let args: PerftArgs = parsed(line).unwrap();
        let mut output = Vec::new();
        write_table(&args, &args.game().unwrap(), &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        let program = concat!("\tponnuki-", env!("CARGO_PKG_VERSION"));
        let rows = text.lines().map(|row| row.trim_end_matches(program));
        rows.map(str::to_owned).collect()
    }

    #[test]
    fn a_table_of_two_depths() {
        let expected = [
            HEADER,
            "1x2\tpsk\tforbid\tpass\t1\t3\t2\t1\t0\t0\t0\t0\t0\t0",
            "1x2\tpsk\tforbid\tpass\t2\t7\t4\t3\t2\t2\t0\t0\t0\t1",
        ];
        assert_eq!(rows("--size 1x2 --depth 2 --threads 2"), expected);
    }

    #[test]
    fn the_pass_that_takes_the_button_does_not_end_the_game() {
        let expected = [
            HEADER,
            "1x1\tssk\tforbid\tbutton\t1\t1\t0\t1\t0\t0\t0\t0\t1\t0",
            "1x1\tssk\tforbid\tbutton\t2\t1\t0\t1\t0\t0\t0\t0\t1\t0",
            "1x1\tssk\tforbid\tbutton\t3\t1\t0\t1\t0\t0\t0\t0\t1\t1",
        ];
        assert_eq!(rows("--size 1 --depth 3 --rules aga-button"), expected);
    }

    #[test]
    fn the_game_ends_after_three_phases() {
        let rows = rows("--size 1 --depth 7 --rules japanese-playout");
        let last = "1x1\tsimple\tforbid\tcleanup\t6\t1\t0\t1\t0\t0\t0\t0\t1\t1";
        assert_eq!(rows[6], last);
        assert_contains(&rows[7], "\tcleanup\t7\t0\t");
    }

    #[test]
    fn rules_that_count_differently_have_labels_of_their_own() {
        for (options, label) in [
            ("--rules japanese", "pass"),
            ("--rules japanese-playout", "cleanup"),
            ("--rules japanese-playout --button", "button-cleanup"),
            ("--rules japanese-playout --no-pass", "nopass"),
        ] {
            let rows = rows(&format!("--size 1 --depth 1 {options}"));
            assert_contains(&rows[1], &format!("\tforbid\t{label}\t"));
        }
    }
}
