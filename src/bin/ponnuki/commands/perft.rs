//! `ponnuki perft`: counts of all sequences of turns, as a table.

use std::io::{self, Write};
use std::str::FromStr;
use std::time::Instant;

use clap::Args;
use ponnuki::board::diagram;
use ponnuki::game::{Passes, PerftCounts, perft};
use ponnuki::{Board, BoardSize, Color, Game, KoRule, Komi, Rules, Start, Suicide};

use crate::cli::args::{color, one_of};
use crate::cli::failure::Failure;

/// The options of `ponnuki perft`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ponnuki perft --size 3x3 --depth 6
  ponnuki perft --position .X./X.O/.O. --to-move white --depth 4 --no-pass
  ponnuki perft --size 2x3 --depth 8 --ko situational --threads 2")]
pub(crate) struct PerftArgs {
    /// Board size: 3, or width x height as in 3x4
    #[arg(long, value_name = "SIZE", required_unless_present = "position")]
    size: Option<BoardSize>,
    /// Length of the longest sequences to count, in turns
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u16).range(1..=1000))]
    depth: u16,
    /// Ko rule: simple, positional, situational, natural-situational or none
    #[arg(long, value_name = "RULE", default_value_t = KoRule::Positional, hide_possible_values = true,
        value_parser = one_of(KoRule::ALL.map(KoRule::name), KoRule::from_str))]
    ko: KoRule,
    /// Suicide rule: forbidden, multi-stone or allowed
    #[arg(long, value_name = "RULE", default_value_t = Suicide::Forbidden, hide_possible_values = true,
        value_parser = one_of(Suicide::ALL.map(Suicide::name), Suicide::from_str))]
    suicide: Suicide,
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
    ///
    /// # Errors
    /// If the settings contradict each other.
    #[cfg(test)]
    pub(super) fn effect(&self) -> Result<String, Failure> {
        Ok(format!("{:?} {self:?}", self.game()?))
    }

    /// Sets up the game to count from.
    ///
    /// # Errors
    /// When the diagram has another size or is no legal position.
    fn game(&self) -> Result<Game, Failure> {
        let diagram = self.position.as_ref();
        let size = self.size.or(diagram.map(Board::size));
        let size = size.filter(|&size| diagram.is_none_or(|board| board.size() == size));
        let size = size
            .ok_or_else(|| Failure::new("the diagram does not have the size that --size gives"))?;
        let rules = Rules {
            ko: self.ko,
            suicide: self.suicide,
            ..Rules::default()
        };
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
///
/// # Errors
/// When the diagram is unusable, or the output fails.
pub(crate) fn run(args: &PerftArgs) -> Result<(), Failure> {
    let game = args.game()?;
    Ok(write_table(args, &game, io::stdout().lock())?)
}

/// Counts the sequences and writes one row per depth.
///
/// # Errors
/// When the output cannot be written.
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
        Passes::Counted => "pass",
        Passes::LeftOut => "nopass",
    };
    let board = game.size();
    let program = concat!("ponnuki-", env!("CARGO_PKG_VERSION"));
    format!("{board}\t{ko}\t{suicide}\t{pass}\t{depth}\t{counts}\t{program}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_two_depths() {
        let args = PerftArgs {
            size: Some(BoardSize::new(1, 2).unwrap()),
            depth: 2,
            ko: KoRule::Positional,
            suicide: Suicide::Forbidden,
            no_pass: false,
            position: None,
            to_move: Color::Black,
            threads: 2,
        };
        let mut output = Vec::new();
        write_table(&args, &args.game().unwrap(), &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        let rows: Vec<_> = text.lines().collect();
        assert_eq!(rows[0], HEADER);
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(
            rows[1],
            format!("1x2\tpsk\tforbid\tpass\t1\t3\t2\t1\t0\t0\t0\t0\t0\t0\tponnuki-{version}")
        );
        assert_eq!(
            rows[2],
            format!("1x2\tpsk\tforbid\tpass\t2\t7\t4\t3\t2\t2\t0\t0\t0\t1\tponnuki-{version}")
        );
        assert_eq!(rows.len(), 3);
    }
}
