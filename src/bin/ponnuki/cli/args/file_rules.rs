//! Komi and rules that override those of a game record.

use std::str::FromStr;

use clap::Args;
use ponnuki::sgf::FileDefaults;
use ponnuki::{Game, Komi, Preset};

use super::{CountArgs, one_of};

/// The options that replace the komi and the rules of a game record.
#[derive(Debug, Args)]
pub(crate) struct FileRulesArgs {
    /// Komi, instead of that of the file
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<Komi>,
    /// Rules by name, instead of those of the file, as in `ponnuki --help`
    ///
    /// The rules decide which points count. The moves of the file stand.
    #[arg(long, value_name = "PRESET", hide_possible_values = true,
        value_parser = one_of(Preset::ALL.map(Preset::name), Preset::from_str))]
    rules: Option<Preset>,
    #[command(flatten)]
    count: CountArgs,
}

impl FileRulesArgs {
    /// Returns the rules and komi for files that do not state any.
    pub(crate) fn unstated(&self) -> FileDefaults {
        FileDefaults {
            rules: self.rules.map(Preset::rules).unwrap_or_default(),
            komi: self.komi.clone().unwrap_or_default(),
        }
    }

    /// Overrides the komi and the rules of a game with those given.
    pub(crate) fn apply(&self, game: &mut Game) {
        let rules = self.rules.map_or_else(|| game.rules(), Preset::rules);
        game.set_rules(self.count.apply(rules));
        if let Some(komi) = &self.komi {
            game.set_komi(komi.clone());
        }
    }
}
