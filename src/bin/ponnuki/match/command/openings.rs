//! `ponnuki match openings`: makes balanced openings for `--openings`.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use crate::r#match::{Balance, BalancedOpening, BalancedOpenings, is_named_sgf};
use clap::{Args, ValueHint};
use ponnuki::files::Replace;
use ponnuki::statistics::counted;
use ponnuki::{Game, sgf};

use super::files::begin;
use crate::cli::args::{LogArgs, OverwriteArgs, replacing_nothing};
use crate::cli::failure::Failure;
use crate::cli::{logging, progress};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:
  ponnuki match openings --size 9 --out openings.txt
  ponnuki match openings --size 13 --plies 8 --within 3 -j 2 --out openings.sgf
  ponnuki match --openings openings.txt --black a --white b --size 9 --alternate

An opening is balanced if a search gives Black a win rate close to 50 %. The win
rate is the share of the playouts of that search, not of games. All openings lead
to different positions, also up to rotation and reflection.",
    mut_arg("overwrite", replacing_nothing),
    mut_arg("rules", |arg| arg
        .help("Rules by name, as in `ponnuki --help` [default: cgos]")
        .long_help(None))
)]
pub(super) struct OpeningsArgs {
    #[command(flatten)]
    balance: Balance,
    /// Write to FILE, which must not exist yet: as SGF if its name ends in .sgf, otherwise as a list of moves
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) out: Option<PathBuf>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

impl OpeningsArgs {
    /// Finds the openings and writes them. Nothing is written unless all are found.
    pub(super) fn run(&self, log: &LogArgs, mut output: impl Write) -> Result<(), Failure> {
        // Create the file first, so that an unwritable path fails before the long search.
        let begin = |path| begin(&self.overwrite, path, Replace::NOTHING);
        let file = self.out.as_deref().map(begin).transpose()?;
        let found = self.find(log)?;
        let (Some(path), Some(mut file)) = (&self.out, file) else {
            output.write_all(self.list(&found).as_bytes())?;
            return Ok(output.flush()?);
        };
        let text = if is_named_sgf(path) {
            self.collection(&found)
        } else {
            self.list(&found)
        };
        file.write_all(text.as_bytes())
            .and_then(|()| file.finish())
            .map_err(Failure::unwritable(path))?;
        let words = format!(
            "{} in {}, {} tried",
            counted(found.openings.len() as u64, "opening"),
            path.display(),
            found.tries
        );
        logging::hint(&words, log);
        Ok(())
    }

    fn find(&self, log: &LogArgs) -> Result<BalancedOpenings, Failure> {
        let template = "{bar:24} {pos}/{len} openings, {msg}, {eta} left";
        let bar = progress::bar(self.balance.count.into(), template, log.quiet);
        bar.set_message("0 tried");
        let found = self.balance.find(|found, tries| {
            log::debug!("{}, {tries} tried", counted(found as u64, "opening"));
            bar.set_message(format!("{tries} tried"));
            bar.set_position(found as u64);
        });
        bar.finish_and_clear();
        found
    }

    fn command(&self) -> String {
        let rules = self.balance.rules.chosen();
        let mut counting = String::new();
        if !rules.counts_plain_area() {
            counting = format!(" --scoring {} --tax {}", rules.scoring, rules.tax);
        }
        let flags = [
            (rules.has_button, " --button"),
            (rules.has_cleanup, " --cleanup"),
            (rules.has_pass_stones, " --pass-stones"),
        ];
        let flags = flags.into_iter().filter(|(is_chosen, _)| *is_chosen);
        counting.extend(flags.map(|(_, flag)| flag));
        let balance = &self.balance;
        let (size, plies, count) = (balance.size, balance.plies, balance.count);
        let (within, playouts, seed) = (balance.within, balance.playouts, balance.seed);
        let (komi, ko, suicide) = (balance.rules.komi(), rules.ko, rules.suicide);
        // The handicap bonus does not matter without handicap stones.
        format!(
            "ponnuki match openings --size {size} --plies {plies} --count {count} --within {within} \
             --komi {komi} --ko {ko} --suicide {suicide}{counting} --playouts {playouts} --seed {seed}"
        )
    }

    fn list(&self, found: &BalancedOpenings) -> String {
        let balance = &self.balance;
        let (number, tries, komi) = (found.openings.len(), found.tries, balance.rules.komi());
        let (size, plies, within) = (balance.size, balance.plies, balance.within);
        let (low, high, version) = (50.0 - within, 50.0 + within, env!("CARGO_PKG_VERSION"));
        let mut text = format!(
            "# {number} openings of {plies} moves on {size} for komi {komi}, made by Ponnuki {version} \
             in {tries} tries:\n\
             # {}\n\
             # The comments are Black's win rates in the playouts of a search, in percent,\n\
             # from {low} to {high}.\n",
            self.command()
        );
        for BalancedOpening { moves, winrate } in &found.openings {
            let names: Vec<_> = moves.iter().map(|action| action.name(size)).collect();
            let _ = writeln!(text, "{}  # {:.1}", names.join(" "), 100.0 * winrate);
        }
        text
    }

    fn collection(&self, found: &BalancedOpenings) -> String {
        let mut text = String::new();
        for BalancedOpening { moves, winrate } in &found.openings {
            let rules = self.balance.rules.chosen();
            let mut game = Game::new(self.balance.size, rules, self.balance.rules.komi());
            for &action in moves {
                let legal = game.play(game.to_move(), action).is_ok();
                debug_assert!(legal, "an illegal opening");
            }
            let comment = format!(
                "Black wins {:.1} % of the playouts of a search.\nMade by Ponnuki {}: {}",
                100.0 * winrate,
                env!("CARGO_PKG_VERSION"),
                self.command()
            );
            let about = sgf::Record {
                comment: Some(comment),
                ..sgf::Record::default()
            };
            text += &sgf::write(&game, &about);
            text.push('\n');
        }
        text
    }
}
