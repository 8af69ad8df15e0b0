//! The properties of the root that concern the whole game.

use sgf_parse::go::Prop;

use super::SgfError;
use super::nodes::Property;
use super::rules_name::{FileRules, played_under, rules_named};
use super::steps::interpreted;
use crate::board::BoardSize;
use crate::rules::{KoRule, Komi, Rules};

/// The rules and komi of games whose files do not state them.
#[derive(Clone, Debug, Default)]
pub struct Unstated {
    /// The rules. They also replace rules that this program does not support.
    pub rules: Rules,
    /// The komi.
    pub komi: Komi,
}

/// The root properties that concern the whole game.
pub(super) struct Header {
    pub(super) size: BoardSize,
    /// The rules that judge the moves of the file.
    pub(super) rules: Rules,
    /// The rules for the moves to come.
    pub(super) rules_to_go_on: Rules,
    /// Whether the file states rules that this program supports.
    pub(super) states_rules: bool,
    /// The value of RU, if this program does not support such rules.
    pub(super) foreign_rules: Option<String>,
    /// The komi; that of files without one if it cannot be read.
    pub(super) komi: Komi,
    /// The value of KM, if it cannot be read.
    pub(super) unreadable_komi: Option<String>,
    /// The value of KM, if it is in hundredths, as the Fox server writes it.
    pub(super) fox_komi: Option<String>,
    /// The value of HA; 0 without it, and at most one less than the number of
    /// points.
    pub(super) handicap: usize,
    /// The value of RE; empty without it.
    pub(super) result: String,
}

impl Header {
    /// Reads the first node. The last one counts if a property is repeated.
    ///
    /// # Errors
    /// [`SgfError::Size`] or [`SgfError::OtherGame`], and [`SgfError::Value`] for `GM`.
    pub(super) fn of(root: &[Property], unstated: &Unstated) -> Result<Self, SgfError> {
        let mut header = Self {
            size: BoardSize::square(19).map_err(|_| SgfError::Size)?,
            rules: played_under(KoRule::Simple),
            rules_to_go_on: unstated.rules,
            states_rules: false,
            foreign_rules: None,
            komi: unstated.komi.clone(),
            unreadable_komi: None,
            fox_komi: None,
            handicap: 0,
            result: String::new(),
        };
        for property in &interpreted(root, is_header)? {
            match property {
                Prop::SZ((width, height)) => {
                    header.size = BoardSize::new(usize::from(*width), usize::from(*height))
                        .map_err(|_| SgfError::Size)?;
                }
                Prop::KM(komi) => header.read_komi(&komi.to_string(), root),
                Prop::HA(stones) => header.handicap = usize::try_from(*stones).unwrap_or(0),
                Prop::RU(name) => header.read_rules(&name.to_string()),
                Prop::RE(result) => header.result = result.to_string(),
                Prop::Invalid(name, _) if name == "SZ" => return Err(SgfError::Size),
                Prop::Invalid(name, values) if name == "KM" => {
                    header.read_komi(&values.concat(), root);
                }
                _ => {}
            }
        }
        header.handicap = header.handicap.min(header.size.area() - 1);
        Ok(header)
    }

    /// Reads the value of KM. Some programs write an empty value for an unknown
    /// komi.
    fn read_komi(&mut self, value: &str, root: &[Property]) {
        let in_points = fox_points(value.trim()).filter(|_| is_from_fox(root));
        self.fox_komi = in_points.map(|_| value.trim().to_owned());
        match in_points.unwrap_or(value.trim()).parse() {
            Ok(komi) => self.komi = komi,
            Err(_) if value.trim().is_empty() => {}
            Err(_) => self.unreadable_komi = Some(value.to_owned()),
        }
    }

    /// Reads the value of RU.
    fn read_rules(&mut self, name: &str) {
        (self.rules, self.rules_to_go_on) = match rules_named(name) {
            FileRules::Known(rules) => (rules, rules),
            FileRules::GoesOn { rules, played } => (played, rules),
            FileRules::Foreign => {
                self.foreign_rules = (!name.trim().is_empty()).then(|| name.to_owned());
                return;
            }
        };
        self.states_rules = true;
    }
}

/// Returns the points of a komi that the Fox server writes in hundredths: of points, or
/// of stones under Chinese rules, where a stone is two points. Any other value counts as
/// it is.
fn fox_points(value: &str) -> Option<&'static str> {
    match value {
        "325" | "650" => Some("6.5"),
        "375" | "750" => Some("7.5"),
        _ => None,
    }
}

/// Returns whether the Fox server wrote the file: it names itself in AP, often beside
/// another program.
fn is_from_fox(root: &[Property]) -> bool {
    let mut programs = root.iter().filter(|property| property.identifier == "AP");
    programs.any(|property| property.values.starts_with("[foxwq"))
}

/// Returns whether a property concerns the whole game.
fn is_header(property: &Property) -> bool {
    matches!(
        property.identifier.as_bytes(),
        b"GM" | b"SZ" | b"KM" | b"HA" | b"RU" | b"RE"
    )
}
