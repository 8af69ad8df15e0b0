//! Komi and rules.

use std::str::FromStr;

use clap::Args;
use ponnuki::{KoRule, Komi, Preset, Rules, Suicide};

use super::one_of;

/// The options that choose komi and rules.
#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    /// Points given to White, any decimal number [default: 7.5]
    #[arg(
        long,
        value_name = "POINTS",
        allow_negative_numbers = true,
        hide_default_value = true,
        default_value = "7.5"
    )]
    pub(crate) komi: Komi,
    /// Rules by name [default: cgos]
    ///
    /// cgos: positional superko, no suicide. tromp-taylor: positional superko,
    /// suicide allowed. chinese: simple ko. chinese-ogs: positional superko.
    /// aga: situational superko. new-zealand: situational superko, suicide
    /// allowed. All of them count area. Japanese and Korean rules count territory
    /// and are not supported.
    #[arg(
        long,
        value_name = "PRESET",
        hide_default_value = true,
        default_value = "cgos",
        hide_possible_values = true,
        value_parser = one_of(Preset::ALL.map(Preset::name), Preset::from_str)
    )]
    rules: Preset,
    /// Override the ko rule of --rules: simple, positional, situational, natural-situational or none
    #[arg(long, value_name = "RULE", hide_possible_values = true,
        value_parser = one_of(KoRule::ALL.map(KoRule::name), KoRule::from_str))]
    ko: Option<KoRule>,
    /// Override the suicide rule of --rules: forbidden, multi-stone or allowed
    #[arg(long, value_name = "RULE", hide_possible_values = true,
        value_parser = one_of(Suicide::ALL.map(Suicide::name), Suicide::from_str))]
    suicide: Option<Suicide>,
}

impl RulesArgs {
    /// Returns the rules of `--rules`, overridden by `--ko` and `--suicide`.
    pub(crate) fn chosen(&self) -> Rules {
        self.rules.rules().with_axes(self.ko, self.suicide)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Arguments {
        #[command(flatten)]
        rules: RulesArgs,
    }

    fn chosen(line: &str) -> Result<Rules, clap::Error> {
        let words = ["ponnuki"].into_iter().chain(line.split_whitespace());
        Arguments::try_parse_from(words).map(|only| only.rules.chosen())
    }

    #[test]
    fn axes_override_the_named_rules() {
        assert_eq!(chosen("").unwrap(), Rules::default());
        assert_eq!(chosen("--rules aga").unwrap(), Preset::Aga.rules());
        let mixed = chosen("--rules aga --ko simple --suicide multi-stone").unwrap();
        assert_eq!(mixed.ko, KoRule::Simple);
        assert_eq!(mixed.suicide, Suicide::MultiStone);
        assert_eq!(mixed.handicap_bonus, Preset::Aga.rules().handicap_bonus);
    }

    #[test]
    fn territory_rules_are_refused_with_the_reason() {
        for name in ["japanese", "Korean"] {
            let error = chosen(&format!("--rules {name}")).unwrap_err();
            assert!(error.to_string().contains("territory"), "{error}");
            assert_eq!(error.exit_code(), 2);
        }
    }
}
