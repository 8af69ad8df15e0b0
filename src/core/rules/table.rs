//! The axes of the rules: a field of [`Rules`] and a row of [`Axis::ALL`] for each.

use super::axis::{Axis, AxisForm, AxisOption, Decides, KataMember, Stated, flag, truth};
use super::{HandicapBonus, KoRule, Scoring, Suicide, Tax};
use crate::board::{Named, UnknownValue};

/// A complete set of rules, one value on each axis. The default is [`Preset::Cgos`].
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{KoRule, Preset, Suicide};
///
/// let mut rules = Preset::Chinese.rules();
/// rules.ko = KoRule::Positional;
/// assert_eq!(rules.to_string(), "chinese-ogs"); // the changed rules have a name, too
/// rules.suicide = Suicide::Allowed;
/// assert_eq!(rules.preset(), None);
/// assert_eq!(rules.to_string(), "ko positional, suicide allowed");
/// ```
///
/// [`Preset::Cgos`]: super::Preset::Cgos
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The positions that may not return.
    pub ko: KoRule,
    /// The suicide rule.
    pub suicide: Suicide,
    /// The points that count.
    pub scoring: Scoring,
    /// The points that are taken away again.
    pub tax: Tax,
    /// Whether the first pass of the game takes the button, which is worth half a point.
    pub has_button: bool,
    /// Whether two clean-up phases follow the main phase where territory counts, so that the
    /// position is played out. It changes nothing where area counts.
    pub has_cleanup: bool,
    /// Whether each pass gives the opponent a prisoner and White passes last, so that territory
    /// gives the same result as area. It changes nothing where area counts.
    pub has_pass_stones: bool,
    /// The points that White receives for Black's handicap stones.
    pub handicap_bonus: HandicapBonus,
}

impl Rules {
    /// The Computer Go Server's: all other sets say how they differ.
    pub(super) const PLAIN: Self = Self {
        ko: KoRule::Positional,
        suicide: Suicide::Forbidden,
        scoring: Scoring::Area,
        tax: Tax::None,
        has_button: false,
        has_cleanup: false,
        has_pass_stones: false,
        handicap_bonus: HandicapBonus::Nothing,
    };

    /// Iterates over all rules: every combination of the axes.
    pub fn all() -> impl Iterator<Item = Self> {
        fn next<T: Copy>(code: &mut usize, values: &[T]) -> T {
            let value = values[*code % values.len()];
            *code /= values.len();
            value
        }
        let others = Suicide::ALL.len() * Scoring::ALL.len() * Tax::ALL.len() * 8;
        let all = KoRule::ALL.len() * others * HandicapBonus::ALL.len();
        (0..all).map(|mut code| Self {
            ko: next(&mut code, &KoRule::ALL),
            suicide: next(&mut code, &Suicide::ALL),
            scoring: next(&mut code, &Scoring::ALL),
            tax: next(&mut code, &Tax::ALL),
            has_button: next(&mut code, &[false, true]),
            has_cleanup: next(&mut code, &[false, true]),
            has_pass_stones: next(&mut code, &[false, true]),
            handicap_bonus: next(&mut code, &HandicapBonus::ALL),
        })
    }
}

impl Axis {
    /// All axes, in the order in which files state them. The command line, tournament files, SGF
    /// files, game records of matches, JSON and KataGo's notation read these rows.
    pub const ALL: &'static [Self] = &[
        Self {
            name: "ko",
            key: "ko",
            form: AxisForm::Names(KoRule::names),
            get: |rules| rules.ko.name(),
            set: |rules, name| {
                rules.ko = name.parse()?;
                Ok(())
            },
            words: |rules| match rules.ko {
                KoRule::Simple => "simple ko",
                KoRule::Positional => "positional superko",
                KoRule::Situational => "situational superko",
                KoRule::NaturalSituational => "natural situational superko",
                KoRule::Unrestricted => "no ko rule",
            },
            decides: Decides::Moves,
            stated: Stated::Always,
            option: Some(AxisOption {
                placeholder: "RULE",
                help: "Override the ko rule of --rules: simple, positional, situational, \
                       natural-situational or none",
                help_of_match: Some("Override the ko rule of --rules"),
            }),
            kata: KataMember {
                name: "ko",
                alias: Some("koRule"),
                short_names: &["ko"],
                is_own: false,
                get: None,
                set: Some(|rules, name| {
                    rules.ko = name.replace('_', "-").parse()?;
                    Ok(())
                }),
            },
        },
        Self {
            name: "suicide",
            key: "suicide",
            form: AxisForm::Names(Suicide::names),
            get: |rules| rules.suicide.name(),
            set: |rules, name| {
                rules.suicide = name.parse()?;
                Ok(())
            },
            words: |rules| match rules.suicide {
                Suicide::Forbidden => "no suicide",
                Suicide::MultiStone => "suicide of two stones or more",
                Suicide::Allowed => "suicide allowed",
            },
            decides: Decides::Moves,
            stated: Stated::Always,
            option: Some(AxisOption {
                placeholder: "RULE",
                help: "Override the suicide rule of --rules: forbidden, multi-stone or allowed",
                help_of_match: Some("Override the suicide rule of --rules"),
            }),
            // Another member, which KataGo lacks, says whether single stones may die, too.
            kata: KataMember {
                name: "suicide",
                alias: Some("multiStoneSuicideLegal"),
                short_names: &["sui"],
                is_own: false,
                get: Some(|rules| flag(rules.suicide != Suicide::Forbidden)),
                set: Some(|rules, value| {
                    rules.suicide = match value {
                        "true" => Suicide::MultiStone,
                        "false" => Suicide::Forbidden,
                        name => name.parse()?,
                    };
                    Ok(())
                }),
            },
        },
        Self {
            name: "handicap_bonus",
            key: "handicap-bonus",
            form: AxisForm::Names(HandicapBonus::names),
            get: |rules| rules.handicap_bonus.name(),
            set: |rules, name| {
                rules.handicap_bonus = name.parse()?;
                Ok(())
            },
            words: |rules| match rules.handicap_bonus {
                HandicapBonus::Nothing => "",
                HandicapBonus::Stones => "1 point for each handicap stone",
                HandicapBonus::StonesMinusOne => "1 point for each handicap stone but the first",
            },
            decides: Decides::Handicap,
            stated: Stated::Always,
            option: None,
            kata: KataMember {
                name: "whiteHandicapBonus",
                alias: None,
                short_names: &["whb"],
                is_own: false,
                get: Some(|rules| kata_bonus(rules.handicap_bonus)),
                set: Some(|rules, value| {
                    let is_meant =
                        |&bonus: &HandicapBonus| kata_bonus(bonus).eq_ignore_ascii_case(value);
                    let bonus = HandicapBonus::ALL.into_iter().find(is_meant);
                    let unknown = || UnknownValue::new("expected one of 0, N-1, N");
                    rules.handicap_bonus = bonus.ok_or_else(unknown)?;
                    Ok(())
                }),
            },
        },
        Self {
            name: "scoring",
            key: "scoring",
            form: AxisForm::Names(Scoring::names),
            get: |rules| rules.scoring.name(),
            set: |rules, name| {
                rules.scoring = name.parse()?;
                Ok(())
            },
            words: |rules| match rules.scoring {
                Scoring::Area => "area scoring",
                Scoring::Territory => "territory scoring",
            },
            decides: Decides::Points,
            stated: Stated::WithCounting,
            option: Some(AxisOption {
                placeholder: "SCORING",
                help: "Count area, or territory and prisoners, instead of what the rules say",
                help_of_match: Some("Override the scoring of --rules: area or territory"),
            }),
            kata: KataMember {
                name: "scoring",
                alias: Some("scoringRule"),
                short_names: &["score", "scoring"],
                is_own: false,
                get: None,
                set: Some(|rules, name| {
                    rules.scoring = name.parse()?;
                    rules.has_cleanup = false;
                    Ok(())
                }),
            },
        },
        Self {
            name: "tax",
            key: "tax",
            form: AxisForm::Names(Tax::names),
            get: |rules| rules.tax.name(),
            set: |rules, name| {
                rules.tax = name.parse()?;
                Ok(())
            },
            words: |rules| match rules.tax {
                Tax::None => "",
                Tax::Seki => "no points in seki",
                Tax::All => "group tax",
            },
            decides: Decides::Points,
            stated: Stated::WithCounting,
            option: Some(AxisOption {
                placeholder: "TAX",
                help: "Take away no points (none), those of groups in seki (seki), or also two \
                       for each living group (all), instead of what the rules say",
                help_of_match: Some("Override the tax of --rules: none, seki or all"),
            }),
            kata: KataMember {
                name: "tax",
                alias: Some("taxRule"),
                short_names: &["tax"],
                is_own: false,
                get: None,
                set: None,
            },
        },
        Self {
            name: "has_button",
            key: "button",
            form: AxisForm::Flag("button"),
            get: |rules| flag(rules.has_button),
            set: |rules, value| {
                rules.has_button = truth(value)?;
                Ok(())
            },
            words: |rules| if rules.has_button { "a button" } else { "" },
            decides: Decides::Points,
            stated: Stated::WithCounting,
            option: Some(AxisOption {
                placeholder: "",
                help: "Give half a point, the button, for the first pass of the game",
                help_of_match: None,
            }),
            kata: KataMember {
                name: "hasButton",
                alias: None,
                short_names: &["button"],
                is_own: false,
                get: None,
                set: Some(|rules, value| {
                    rules.has_button = truth(value)?;
                    rules.has_pass_stones = false;
                    Ok(())
                }),
            },
        },
        Self {
            name: "has_cleanup",
            key: "cleanup",
            form: AxisForm::Flag("clean-up"),
            get: |rules| flag(rules.has_cleanup),
            set: |rules, value| {
                rules.has_cleanup = truth(value)?;
                Ok(())
            },
            words: |rules| if rules.has_cleanup { "clean-up" } else { "" },
            decides: Decides::Moves,
            stated: Stated::IfChosen,
            option: Some(AxisOption {
                placeholder: "",
                help: "Play territory out in two clean-up phases, so that nobody judges which \
                       stones are dead",
                help_of_match: None,
            }),
            // The name sorts after `scoring`, which sets it to false.
            kata: KataMember {
                name: "territoryCleanup",
                alias: None,
                short_names: &[],
                is_own: true,
                get: None,
                set: None,
            },
        },
        Self {
            name: "has_pass_stones",
            key: "pass-stones",
            form: AxisForm::Flag("pass stones"),
            get: |rules| flag(rules.has_pass_stones),
            set: |rules, value| {
                rules.has_pass_stones = truth(value)?;
                Ok(())
            },
            words: |rules| {
                if rules.has_pass_stones {
                    "pass stones"
                } else {
                    ""
                }
            },
            decides: Decides::Points,
            stated: Stated::IfChosen,
            option: Some(AxisOption {
                placeholder: "",
                help: "Give the opponent a prisoner for each pass where territory counts; White \
                       passes last",
                help_of_match: None,
            }),
            // The name sorts after `hasButton`, which sets it to false.
            kata: KataMember {
                name: "passStones",
                alias: None,
                short_names: &[],
                is_own: true,
                get: None,
                set: None,
            },
        },
    ];
}

/// Returns KataGo's name for a handicap bonus; N is the number of handicap stones.
const fn kata_bonus(bonus: HandicapBonus) -> &'static str {
    match bonus {
        HandicapBonus::Nothing => "0",
        HandicapBonus::StonesMinusOne => "N-1",
        HandicapBonus::Stones => "N",
    }
}
