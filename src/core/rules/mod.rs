//! The axes along which rule sets differ: ko, suicide, scoring, tax, the button,
//! clean-up, pass stones and White's points for handicap stones; named rule sets; komi, scores and
//! the placement of handicap stones.

mod axis;
mod counting;
pub(crate) mod handicap;
pub mod kata;
pub(crate) mod komi;
mod preset;
mod table;

pub use axis::{Axis, AxisForm, AxisOption, Decides, KataMember, Stated};
pub use counting::Counting;
pub use handicap::{HandicapBonus, fixed_handicap, free_handicap, max_fixed_handicap};
pub use komi::{Komi, Score};
pub use preset::Preset;
pub use table::Rules;

pub use crate::board::{Scoring, Suicide, Tax};

use crate::board::named_enum;

named_enum! {
    /// The earlier positions that a play may not bring back. Passes are always legal.
    ///
    /// Positional and situational superko differ on a board of one column:
    ///
    /// ```text
    /// 3   .   O   .   O   O
    /// 2   .   .   X   .   .
    /// 1   X   X   X   .   X
    ///     1   2   3   4   5?
    /// ```
    ///
    /// Move 3 captures A3 and move 4 captures two stones. Move 5 would bring
    /// back the board after move 2, but with White to move instead of Black.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::{BoardSize, Game, IllegalMove, KoRule, Komi, Move, Rules};
    ///
    /// let verdict = |ko| {
    ///     let rules = Rules { ko, ..Rules::default() };
    ///     let size = BoardSize::new(1, 3).expect("1x3 is a board size");
    ///     let at = |name| size.point_named(name).expect(name);
    ///     let mut game = Game::new(size, rules, Komi::default());
    ///     for name in ["A1", "A3", "A2", "A3"] {
    ///         game.play(game.to_move(), Move::Play(at(name))).expect(name);
    ///     }
    ///     game.check(game.to_move(), at("A1"))
    /// };
    /// assert_eq!(
    ///     verdict(KoRule::Positional),
    ///     Err(IllegalMove::Superko { repeats: 2 })
    /// );
    /// assert_eq!(verdict(KoRule::Situational), Ok(()));
    /// assert_eq!(verdict(KoRule::Simple), Ok(()));
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum KoRule {
        /// Only the position before the play that the opponent has just made. A
        /// position that comes back later ends the game without a result.
        Simple = "simple",
        /// Any earlier position of the game, including the start.
        Positional = "positional",
        /// Any earlier position with the same colour to move next, whether a
        /// play or a pass led to it.
        Situational = "situational",
        /// Any earlier position that the same player created by a play.
        NaturalSituational = "natural-situational",
        /// No position. Every repetition is legal.
        Unrestricted = "none",
    }
}

impl KoRule {
    /// Returns whether the game ends without a result when a play brings back
    /// an earlier position with the same colour to move.
    pub(crate) const fn repetition_ends_game(self) -> bool {
        match self {
            Self::Simple => true,
            Self::Positional
            | Self::Situational
            | Self::NaturalSituational
            | Self::Unrestricted => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_table_of_the_manual_lists_every_preset() {
        let manual = include_str!("../../manual/rules.md");
        for preset in Preset::ALL {
            let rules = preset.rules();
            let is_default = rules == Rules::default();
            let default = if is_default { " (default)" } else { "" };
            let bonus = match rules.handicap_bonus {
                HandicapBonus::Nothing => "0",
                HandicapBonus::Stones => "N",
                HandicapBonus::StonesMinusOne => "N - 1",
            };
            let button = if rules.has_button { ", button" } else { "" };
            let cleanup = if rules.has_cleanup { ", clean-up" } else { "" };
            let row = format!(
                "| `{preset}`{default} | {} | {} | {}{cleanup} | {}{button} | {bonus} | {} |",
                rules.ko,
                rules.suicide,
                rules.scoring,
                rules.tax,
                rules.usual_komi()
            );
            assert!(manual.contains(&row), "{row}");
        }
        for ko in KoRule::ALL {
            assert!(manual.contains(&format!("\n- `{ko}`: ")), "{ko}");
        }
        let names = Suicide::ALL.map(Suicide::name).into_iter();
        let names = names.chain(Scoring::ALL.map(Scoring::name));
        for name in names.chain(Tax::ALL.map(Tax::name)) {
            assert!(manual.contains(&format!("`{name}`")), "{name}");
        }
    }

    #[test]
    fn the_table_of_the_manual_lists_every_axis() {
        let rows = Axis::ALL.iter().map(|axis| {
            let values: Vec<_> = match axis.form {
                AxisForm::Names(names) => names().into_iter().map(|(name, _)| name).collect(),
                AxisForm::Flag(_) => vec!["true", "false"],
            };
            let values = values.join("`, `");
            let (name, key, member) = (axis.name, axis.key, axis.kata.name);
            format!("| `{name}` | `{key}` | `{values}` | `{member}` |\n")
        });
        let table = format!("|---|---|---|---|\n{}\n", rows.collect::<String>());
        assert!(
            include_str!("../../manual/rules.md").contains(&table),
            "{table}"
        );
    }

    #[test]
    fn an_axis_sets_and_returns_its_own_value() {
        for axis in Axis::ALL {
            let values = Rules::all().map(|rules| (axis.get)(&rules));
            let values: HashSet<_> = values.collect();
            for value in &values {
                assert_eq!(axis.value(value), Ok(*value), "{}", axis.name);
                for mut rules in Rules::all().step_by(11) {
                    let before = rules;
                    (axis.set)(&mut rules, value).unwrap();
                    let mut others = Axis::ALL.iter().filter(|other| other.name != axis.name);
                    assert!(others.all(|other| (other.get)(&rules) == (other.get)(&before)));
                    assert_eq!((axis.get)(&rules), *value);
                }
            }
            assert!(values.len() > 1 && axis.value("").is_err(), "{}", axis.name);
        }
    }

    #[test]
    fn names_are_read_back() {
        for preset in Preset::ALL {
            assert_eq!(preset.to_string().parse(), Ok(preset));
            assert_eq!(preset.rules().preset(), Some(preset));
        }
        for ko in KoRule::ALL {
            assert_eq!(ko.to_string().parse(), Ok(ko));
        }
        for suicide in Suicide::ALL {
            assert_eq!(suicide.to_string().parse(), Ok(suicide));
        }
        for bonus in HandicapBonus::ALL {
            assert_eq!(bonus.to_string().parse(), Ok(bonus));
        }
        for scoring in Scoring::ALL {
            assert_eq!(scoring.to_string().parse(), Ok(scoring));
        }
        for tax in Tax::ALL {
            assert_eq!(tax.to_string().parse(), Ok(tax));
        }
        assert_eq!("New Zealand".parse(), Ok(Preset::NewZealand));
        assert_eq!("TROMP_TAYLOR".parse(), Ok(Preset::TrompTaylor));
        for (name, preset) in [
            ("chinese-kgs", Preset::ChineseOgs),
            ("chinese_kgs", Preset::ChineseOgs),
            ("BGA", Preset::Aga),
            ("french", Preset::Aga),
            ("newzealand", Preset::NewZealand),
            ("Korean rules", Preset::Japanese),
            ("ancient area", Preset::StoneScoring),
            ("GOE", Preset::Ing),
        ] {
            assert_eq!(name.parse(), Ok(preset), "{name}");
        }
        assert_eq!(
            "ko".parse::<Suicide>().unwrap_err().to_string(),
            "expected one of forbidden, multi-stone, allowed"
        );
    }

    #[test]
    fn rules_without_a_name_are_described_by_their_axes() {
        let described = |change: fn(&mut Rules)| {
            let mut rules = Rules::default();
            change(&mut rules);
            rules.to_string()
        };
        assert_eq!(
            described(|rules| rules.ko = KoRule::Unrestricted),
            "ko none, suicide forbidden"
        );
        assert_eq!(
            described(|rules| (rules.has_button, rules.tax) = (true, Tax::Seki)),
            "ko positional, suicide forbidden, scoring area, tax seki, button"
        );
        assert_eq!(
            described(|rules| (rules.scoring, rules.has_cleanup) = (Scoring::Territory, true)),
            "ko positional, suicide forbidden, scoring territory, tax none, clean-up"
        );
        assert_eq!(
            described(|rules| (rules.scoring, rules.has_pass_stones) = (Scoring::Territory, true)),
            "ko positional, suicide forbidden, scoring territory, tax none, pass stones"
        );
    }

    #[test]
    fn the_handicap_bonus_depends_on_the_rules() {
        assert_eq!(HandicapBonus::Nothing.points(4), 0);
        assert_eq!(HandicapBonus::Stones.points(4), 4);
        assert_eq!(HandicapBonus::StonesMinusOne.points(4), 3);
        assert_eq!(HandicapBonus::StonesMinusOne.points(0), 0);
    }
}
