//! The subcommand `perft`: counts of all sequences of turns, as a table.

use std::io::{self, Write};

use ponnuki::{Game, KoRule, Passes, PerftCounts, Suicide, perft};

/// What to count.
pub(crate) struct Options {
    /// The game to count from.
    pub(crate) game: Game,
    /// The longest sequences, in turns.
    pub(crate) depth: usize,
    /// Whether a turn may be a pass.
    pub(crate) passes: Passes,
    /// On so many threads.
    pub(crate) threads: usize,
}

/// The names of the columns, separated by tabs as the values are.
const HEADER: &str = "board\tko\tsuicide\tpass\tdepth\tnodes\tplays\tpasses\tcapturing_plays\tstones_captured\t\
                      suicide_plays\tko_rejected\tsuicide_rejected\tgames_ended_at_depth\tverified_by";

/// Counts, and writes a row for each depth.
///
/// # Errors
/// When the output cannot be written.
pub(crate) fn run(options: &Options, mut output: impl Write) -> io::Result<()> {
    writeln!(output, "{HEADER}")?;
    let counts = perft(
        &options.game,
        options.depth,
        options.passes,
        options.threads,
    );
    for (depth, counts) in (1..).zip(&counts) {
        writeln!(output, "{}", row(options, depth, counts))?;
    }
    output.flush()
}

fn row(options: &Options, depth: usize, counts: &PerftCounts) -> String {
    let rules = options.game.rules();
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
    let pass = match options.passes {
        Passes::Counted => "pass",
        Passes::LeftOut => "nopass",
    };
    let board = options.game.size();
    let program = concat!("ponnuki-", env!("CARGO_PKG_VERSION"));
    format!("{board}\t{ko}\t{suicide}\t{pass}\t{depth}\t{counts}\t{program}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki::{BoardSize, Komi, Rules};

    #[test]
    fn a_table_of_two_depths() {
        let size = BoardSize::new(1, 2).unwrap();
        let options = Options {
            game: Game::new(size, Rules::default(), Komi::default()),
            depth: 2,
            passes: Passes::Counted,
            threads: 2,
        };
        let mut output = Vec::new();
        run(&options, &mut output).unwrap();
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
