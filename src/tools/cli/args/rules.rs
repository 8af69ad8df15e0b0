//! Komi and rules: those of a game, and those that override a game record.

use std::str::FromStr;

use clap::{Args, Command, Id};
use ponnuki_core::{Komi, Preset, Rules};
use ponnuki_formats::sgf::{ReadGame, ReadOptions, RulesBasis};

use super::axes::{AxisArgs, OfMoves, OfPoints};
use super::one_of;

/// The options that choose komi and rules.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct RulesArgs {
    /// Points given to White, any decimal number [default: 7.5; 6.5 where territory counts; 7 with a button and for new-zealand]
    #[arg(long, value_name = "POINTS")]
    komi: Option<Komi>,
    #[command(flatten)]
    rules: RuleSetArgs,
}

/// The options that choose rules without a komi.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct RuleSetArgs {
    /// Rules by name [default: cgos]
    ///
    /// cgos: positional superko, no suicide. tromp-taylor: positional superko,
    /// suicide allowed. chinese: simple ko. chinese-ogs: positional superko.
    /// aga: situational superko. new-zealand: situational superko, suicide
    /// allowed. japanese (korean): territory, no points in seki, simple ko.
    /// japanese-playout: japanese, played out in clean-up phases. stone-scoring:
    /// area with group tax, simple ko. ancient-territory: territory with group
    /// tax, simple ko. aga-button: aga with a button. ing: positional superko and
    /// suicide, as in KataGo; Ing's own ko rules differ.
    #[arg(
        long,
        value_name = "PRESET",
        hide_default_value = true,
        default_value_t,
        hide_possible_values = true,
        value_parser = one_of(Preset::ALL.map(Preset::name), Preset::from_str)
    )]
    rules: Preset,
    #[command(flatten)]
    moves: AxisArgs<OfMoves>,
    #[command(flatten)]
    points: AxisArgs<OfPoints>,
}

impl RuleSetArgs {
    /// Returns the rules of --rules with the overrides.
    pub(crate) fn chosen(&self) -> Rules {
        self.points.apply(self.moves.apply(self.rules.rules()))
    }
}

impl RulesArgs {
    /// Returns the identifiers of the options, for those that exclude them.
    pub(crate) fn ids() -> Vec<Id> {
        let command = Self::augment_args(Command::new("rules"));
        command
            .get_arguments()
            .map(|option| option.get_id().clone())
            .collect()
    }

    /// Returns the rules of --rules with the overrides.
    pub(crate) fn chosen(&self) -> Rules {
        self.rules.chosen()
    }

    /// Returns the komi, by default the usual one under the rules.
    pub(crate) fn komi(&self) -> Komi {
        let usual = || self.chosen().usual_komi();
        self.komi.clone().unwrap_or_else(usual)
    }

    /// Returns the komi of a game with a handicap, by default half a point, as on servers.
    pub(crate) fn handicap_komi(&self) -> Komi {
        self.komi.clone().unwrap_or_else(Komi::of_handicap)
    }
}

/// The options that replace the komi and the rules of a game record.
#[derive(Debug, Args)]
pub(crate) struct FileRulesArgs {
    /// Komi, instead of that of the file
    #[arg(long, value_name = "POINTS")]
    komi: Option<Komi>,
    /// Rules by name, instead of those of the file, as in `ponnuki --help`
    ///
    /// The rules decide which points count. The moves of the file stand.
    #[arg(long, value_name = "PRESET", hide_possible_values = true,
        value_parser = one_of(Preset::ALL.map(Preset::name), Preset::from_str))]
    rules: Option<Preset>,
    #[command(flatten)]
    points: AxisArgs<OfPoints>,
    #[command(flatten)]
    record: RecordArgs,
}

/// The option that chooses how a game record is read.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct RecordArgs {
    /// Refuse a game record with defects instead of reading it as far as it goes
    #[arg(long)]
    pub(crate) strict: bool,
}

impl FileRulesArgs {
    /// Returns how a file is read, with the rules and the komi if it does not state any.
    pub(crate) fn reading(&self) -> ReadOptions {
        ReadOptions {
            rules: self.rules.map(Preset::rules),
            komi: self.komi.clone().unwrap_or_default(),
            is_strict: self.record.strict,
        }
    }

    /// Overrides the komi and the rules of a game with those given.
    pub(crate) fn apply(&self, read: &mut ReadGame) {
        let game = &mut read.game;
        let rules = self.rules.map_or_else(|| game.rules(), Preset::rules);
        let counted = self.points.apply(rules);
        if self.rules.is_some() || counted != rules {
            read.rules = RulesBasis::Given;
        }
        game.set_rules(counted);
        if let Some(komi) = &self.komi {
            game.set_komi(komi.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::parsed;
    use ponnuki_core::rules::{Scoring, Tax};
    use ponnuki_core::{KoRule, Suicide};

    fn read(line: &str) -> RulesArgs {
        parsed(line).unwrap()
    }

    #[test]
    fn axes_override_the_named_rules() {
        assert_eq!(read("").chosen(), Rules::default());
        assert_eq!(read("--rules aga").chosen(), Preset::Aga.rules());
        let mixed = "--rules aga --ko simple --suicide multi-stone --tax seki";
        let expected = Rules {
            ko: KoRule::Simple,
            suicide: Suicide::MultiStone,
            tax: Tax::Seki,
            ..Preset::Aga.rules()
        };
        assert_eq!(read(mixed).chosen(), expected);
        let button = read("--rules japanese --button --scoring area").chosen();
        assert!(button.has_button && button.scoring == Scoring::Area);
        let playout = Preset::JapanesePlayout.rules();
        assert_eq!(read("--rules japanese --cleanup").chosen(), playout);
        assert_eq!(read("--rules japanese-playout").chosen(), playout);
        let aga = read("--rules aga --scoring territory --pass-stones").chosen();
        assert!(aga.has_pass_stones && aga.scoring == Scoring::Territory);
    }

    #[test]
    fn the_komi_follows_from_the_rules() {
        for (line, komi) in [
            ("", "7.5"),
            ("--rules Korean", "6.5"),
            ("--scoring territory", "6.5"),
            ("--rules aga-button", "7"),
            ("--rules nz", "7"),
            ("--rules japanese --komi 0.5", "0.5"),
        ] {
            assert_eq!(read(line).komi().to_string(), komi, "{line}");
        }
    }
}
