//! The properties of the root that concern the whole game.

use super::SgfError;
use super::nodes::Property;
use super::rules_name::{FileRules, played_under, rules_named};
use super::steps::unreadable;
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
        check_game(root)?;
        for property in root {
            match &*property.identifier {
                "SZ" => header.size = size(property).ok_or(SgfError::Size)?,
                "KM" => {
                    let values = property.decoded();
                    let number = match values.as_slice() {
                        [value] => value.parse::<f64>().ok(),
                        _ => None,
                    };
                    let value = number.map_or_else(|| values.concat(), |komi| komi.to_string());
                    header.read_komi(&value, root);
                }
                "HA" => header.read_handicap(property),
                "RU" => {
                    if let Some(name) = simple_text(property) {
                        header.read_rules(&name);
                    }
                }
                "RE" => header.result = simple_text(property).unwrap_or(header.result),
                _ => {}
            }
        }
        header.handicap = header.handicap.min(header.size.area() - 1);
        Ok(header)
    }

    /// Reads the value of HA. A handicap of less than two stones is none.
    fn read_handicap(&mut self, property: &Property) {
        let stones = property
            .single()
            .and_then(|value| value.parse::<i64>().ok());
        if let Some(stones) = stones.filter(|&stones| stones >= 2) {
            self.handicap = usize::try_from(stones).unwrap_or(0);
        }
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

/// Checks that the game is Go: GM is 1 or absent.
fn check_game(root: &[Property]) -> Result<(), SgfError> {
    let mut games = root.iter().filter(|property| property.identifier == "GM");
    let Some(game) = games.next() else {
        return Ok(());
    };
    let value = game.single().filter(|value| value.parse::<i32>().is_ok());
    match value.filter(|_| games.next().is_none()).as_deref() {
        Some("1") => Ok(()),
        Some(_) => Err(SgfError::OtherGame),
        None => Err(unreadable("GM")),
    }
}

/// Reads the value of SZ: one number, or two separated by a colon.
fn size(property: &Property) -> Option<BoardSize> {
    let value = property.single()?;
    let (width, height) = value.split_once(':').unwrap_or((&value, &value));
    let [width, height] = [width, height].map(|side| side.parse::<u8>().ok());
    BoardSize::new(width?.into(), height?.into()).ok()
}

/// Returns the value of a property on one line: each line end and each other white
/// space is a space.
fn simple_text(property: &Property) -> Option<String> {
    let value = property.single()?;
    let on_one_line = value.replace("\r\n", " ").replace("\n\r", " ");
    Some(on_one_line.replace(char::is_whitespace, " "))
}
