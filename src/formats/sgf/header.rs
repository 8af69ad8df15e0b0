//! The properties of the root that concern the whole game.

use super::SgfError;
use super::finding::Defect;
use super::nodes::Property;
use super::rules_name::{FileRules, rules_named, weakened};
use super::steps::unreadable;
use super::words;
use ponnuki_core::board::BoardSize;
use ponnuki_core::rules::{KoRule, Komi, Preset, Rules};

/// How a record is read: what it may leave unstated, and whether it may have defects.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::sgf::{self, ReadOptions};
///
/// let record = &b"(;SZ[9]KM[];B[ee];W[ee])"[..];
/// let mut options = ReadOptions { komi: "5.5".parse()?, ..ReadOptions::default() };
/// let game = sgf::read_from(record, None, &options)?;
/// assert_eq!((game.turns().len(), game.komi().to_string()), (1, "5.5".to_owned()));
/// options.is_strict = true; // White may not play on Black's stone.
/// assert!(sgf::read_from(record, None, &options).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The rules of a record that names none, or some that this program does not support. Without
    /// them they are those that the record suggests, see [`RulesBasis`].
    pub rules: Option<Rules>,
    /// The komi, which also replaces an empty value.
    pub komi: Komi,
    /// Refuses a record that is not SGF to the letter, or whose moves are not all legal. Otherwise it
    /// is read as far as it goes.
    pub is_strict: bool,
}

/// Where the rules of a game that was read come from.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::Preset;
/// use ponnuki::sgf::{ReadOptions, RulesBasis, read_with_defects};
///
/// let record = &b"(;PC[Tygem]SZ[9];B[ee])"[..];
/// let mut options = ReadOptions::default();
/// let basis = read_with_defects(record, None, &options)?.rules;
/// assert_eq!(basis, RulesBasis::Server("Tygem"));
/// if basis.is_assumed() {
///     options.rules = Some(Preset::Chinese.rules()); // what the user answers when asked
/// }
/// assert_eq!(read_with_defects(record, None, &options)?.rules, RulesBasis::Given);
/// # Ok::<(), ponnuki::sgf::SgfError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesBasis {
    /// The record names them.
    Named,
    /// [`ReadOptions::rules`] gives them.
    Given,
    /// The komi suggests them: with 5.5 or 6.5, games are mostly played under Japanese rules.
    Komi,
    /// The server suggests them, on which the game was played, and where territory counts.
    Server(&'static str),
    /// Nothing does. They are the default.
    Default,
}

impl RulesBasis {
    /// Returns whether neither the record nor the caller has named the rules.
    pub fn is_assumed(self) -> bool {
        !matches!(self, Self::Named | Self::Given)
    }

    /// Names the rules, or says that the record does not, and which are used and why.
    ///
    /// ```
    /// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
    /// use ponnuki::Preset;
    /// use ponnuki::sgf::RulesBasis;
    ///
    /// let rules = Preset::Japanese.rules();
    /// assert_eq!(RulesBasis::Named.describe(rules), "japanese");
    /// assert_eq!(RulesBasis::Komi.describe(rules), "not named (japanese, by the komi)");
    /// let default = RulesBasis::Default.describe(Default::default());
    /// assert_eq!(default, "not named (area scoring, the default)");
    /// ```
    pub fn describe(self, rules: Rules) -> String {
        match self {
            Self::Named | Self::Given => rules.to_string(),
            Self::Komi => format!("not named ({rules}, by the komi)"),
            Self::Server(server) => format!("not named ({rules}, as on {server})"),
            Self::Default => format!("not named ({} scoring, the default)", rules.scoring),
        }
    }
}

/// Words in the places and programs of records, and the servers that they name. There, territory counts.
const TERRITORY_SERVERS: [(&str, &str); 8] = [
    ("tygem", "Tygem"),
    ("타이젬", "Tygem"),
    ("弈城", "Tygem"),
    ("cyberoro", "Cyberoro"),
    ("사이버오로", "Cyberoro"),
    ("wbaduk", "wBaduk"),
    ("pandanet", "Pandanet"),
    ("panda-net", "Pandanet"),
];

/// Returns the server on which a game was played, if territory counts there.
fn server(root: &[Property]) -> Option<&'static str> {
    let places = root.iter();
    let mut places = places.filter(|property| matches!(&*property.identifier, "PC" | "AP" | "SO"));
    places.find_map(|place| {
        let place = place.values.to_lowercase();
        let is_there = |(word, _): &&(&str, &str)| place.contains(word);
        Some(TERRITORY_SERVERS.iter().find(is_there)?.1)
    })
}

/// The identifiers of these properties, each of which a root has at most once.
const HEADER: [&str; 7] = ["GM", "CA", "SZ", "KM", "HA", "RU", "RE"];

/// The root properties that concern the whole game.
pub(super) struct Header {
    pub(super) size: BoardSize,
    /// The rules under which the moves of the file are replayed.
    pub(super) rules: Rules,
    /// The rules under which the game continues.
    pub(super) rules_to_go_on: Rules,
    /// Where the rules come from.
    pub(super) rules_basis: RulesBasis,
    /// The value of RU, if this program does not support these rules.
    pub(super) foreign_rules: Option<String>,
    /// The komi, or the default if it is missing or unreadable.
    pub(super) komi: Komi,
    /// The value of KM, if it cannot be read.
    pub(super) unreadable_komi: Option<String>,
    /// The value of KM, if it is in hundredths, as the Fox server writes it.
    pub(super) fox_komi: Option<String>,
    /// The value of KM, if it is beyond the board and yet not read as hundredths.
    pub(super) excessive_komi: Option<String>,
    /// The value of CA, or an empty string if absent.
    pub(super) encoding: String,
    /// The identifiers in this header that the root has more than once.
    pub(super) repeated: Vec<&'static str>,
    /// The values that are read in spite of their form.
    pub(super) mended: Vec<(Defect, String)>,
    /// The value of HA, or 0 if absent; always less than the area of the board.
    pub(super) handicap: usize,
    /// The value of RE, or an empty string if absent.
    pub(super) result: String,
}

impl Header {
    /// Reads the first node. If a property is repeated, the last one counts.
    ///
    /// # Errors
    /// [`SgfError::Size`] or [`SgfError::OtherGame`], and [`SgfError::Value`] for `GM`.
    pub(super) fn new(root: &[Property], unstated: &ReadOptions) -> Result<Self, SgfError> {
        let rules = unstated.rules.unwrap_or_default();
        let mut header = Self {
            size: BoardSize::square(19).map_err(|_| SgfError::Size)?,
            rules: weakened(Rules {
                ko: KoRule::Simple,
                has_cleanup: false,
                ..rules
            }),
            rules_to_go_on: rules,
            rules_basis: match unstated.rules {
                Some(_) => RulesBasis::Given,
                None => RulesBasis::Default,
            },
            foreign_rules: None,
            komi: unstated.komi.clone(),
            unreadable_komi: None,
            fox_komi: None,
            excessive_komi: None,
            encoding: String::new(),
            repeated: Vec::new(),
            mended: Vec::new(),
            handicap: 0,
            result: String::new(),
        };
        check_game(root)?;
        let mut komi = None;
        let mut seen = [0_usize; HEADER.len()];
        for property in root {
            if let Some(place) = HEADER.iter().position(|name| *name == property.identifier) {
                seen[place] += 1;
                if seen[place] == 2 {
                    header.repeated.push(HEADER[place]);
                }
            }
            match &*property.identifier {
                "SZ" => {
                    let value = header.said_once(Defect::Size, property);
                    let value = value.ok_or(SgfError::Size)?;
                    if value.is_empty() {
                        let message = format!("SZ is empty; the board counts as {}", header.size);
                        header.mended.push((Defect::Size, message));
                    } else {
                        header.size = size(&value).ok_or(SgfError::Size)?;
                    }
                }
                "KM" => {
                    let value = header.said_once(Defect::Komi, property);
                    let value = value.unwrap_or_else(|| property.decoded().concat());
                    let number = value.parse::<f64>().ok();
                    komi = Some(number.map_or(value, |komi| komi.to_string()));
                }
                "HA" => header.read_handicap(property),
                // Servers of Korea, China and Japan name komi and handicap so.
                "KO" if komi.is_none() && !has(root, "KM") => {
                    komi = property
                        .single()
                        .filter(|value| value.trim().parse::<f64>().is_ok());
                    if let Some(komi) = &komi {
                        let message = format!("KO[{komi}] is read as the komi");
                        header.mended.push((Defect::Komi, message));
                    }
                }
                "HD" if !has(root, "HA") => header.read_handicap(property),
                "RU" => {
                    if let Some(name) = simple_text(property) {
                        header.read_rules(&name);
                    }
                }
                "CA" => header.encoding = simple_text(property).unwrap_or_default(),
                "RE" => header.result = simple_text(property).unwrap_or(header.result),
                _ => {}
            }
        }
        if let Some(komi) = &komi {
            header.read_komi(komi, root);
        }
        header.handicap = header.handicap.min(header.size.area() - 1);
        if header.rules_basis == RulesBasis::Default {
            header.suggest_rules(komi.is_some(), root);
        }
        Ok(header)
    }

    /// Returns the value of a property without white space around it, if it has one value, perhaps
    /// several times.
    fn said_once(&mut self, defect: Defect, property: &Property) -> Option<String> {
        let values = property.decoded();
        let value = values.first()?.trim();
        if values.iter().any(|other| other.trim() != value) {
            return None;
        }
        if values.len() > 1 || values[0] != value && !value.is_empty() {
            let message = format!("'{}' is read as {value}", property.values);
            self.mended.push((defect, message));
        }
        Some(value.to_owned())
    }

    /// Reads the value of HA. Values below 2 count as no handicap.
    fn read_handicap(&mut self, property: &Property) {
        let stones = property
            .single()
            .and_then(|value| value.parse::<i64>().ok());
        if let Some(stones) = stones.filter(|&stones| stones >= 2) {
            self.handicap = usize::try_from(stones).unwrap_or(0);
        }
    }

    /// Reads the value of KM. An empty value counts as absent, because some programs write
    /// it for an unknown komi.
    fn read_komi(&mut self, value: &str, root: &[Property]) {
        let is_by = |name| programs(root).any(|program| program.values.starts_with(name));
        let points = value.trim().parse::<f64>().map_or(0.0, f64::abs);
        let area = self.size.area() as f64;
        // The Fox server often writes two properties AP. Programs that mend its records
        // drop them, and SGFC writes its own.
        let is_from_fox = is_by("[foxwq");
        let may_be_from_fox = programs(root).next().is_none() || is_by("[SGFC");
        let in_points = fox_points(value.trim()).filter(|_| {
            is_from_fox || may_be_from_fox && points >= MIN_SURE_HUNDREDTHS && points > area / 2.0
        });
        self.fox_komi = in_points.map(|_| value.trim().to_owned());
        match in_points.unwrap_or(value.trim()).parse() {
            Ok(komi) => {
                self.komi = komi;
                let is_excessive = in_points.is_none() && points > area.max(MAX_SMALL_BOARD_KOMI);
                self.excessive_komi = is_excessive.then(|| value.trim().to_owned());
            }
            Err(_) if value.trim().is_empty() => {}
            Err(_) => match words::komi(value).map(|points| points.to_string().parse()) {
                Some(Ok(komi)) => {
                    let message = format!("'{}' is read as {komi}", value.trim());
                    self.mended.push((Defect::Komi, message));
                    self.komi = komi;
                }
                _ => self.unreadable_komi = Some(value.to_owned()),
            },
        }
    }

    /// Chooses the rules that a record suggests which names none.
    fn suggest_rules(&mut self, has_komi: bool, root: &[Property]) {
        let komi = self.komi.to_string();
        self.rules_basis = if has_komi && matches!(&*komi, "5.5" | "6.5") {
            RulesBasis::Komi
        } else if let Some(server) = server(root) {
            RulesBasis::Server(server)
        } else {
            return;
        };
        let rules = Preset::Japanese.rules();
        self.rules_to_go_on = rules;
        self.rules = weakened(rules);
    }

    fn read_rules(&mut self, name: &str) {
        match rules_named(name) {
            Some(FileRules { rules, played }) => {
                (self.rules, self.rules_to_go_on) = (played, rules);
                self.rules_basis = RulesBasis::Named;
            }
            None => self.foreign_rules = (!name.trim().is_empty()).then(|| name.to_owned()),
        }
    }
}

/// The least komi that is read as hundredths in a file that does not name the Fox server. A
/// komi of 50 points may be meant on a small board.
const MIN_SURE_HUNDREDTHS: f64 = 100.0;

/// The greatest komi in points that is in order on every board, since games on the smallest
/// boards have the usual komi, too.
const MAX_SMALL_BOARD_KOMI: f64 = 25.0;

/// Converts a komi of the Fox server, which is in hundredths: of points, or under Chinese
/// rules of stones, each worth two points. Returns `None` for other values, which are
/// taken literally.
///
/// No game is played with such a komi in points: even nine handicap stones are worth less
/// than half of the board.
fn fox_points(value: &str) -> Option<&'static str> {
    match value {
        "50" => Some("0.5"),
        "275" | "550" => Some("5.5"),
        "325" | "650" => Some("6.5"),
        "350" | "700" => Some("7"),
        "375" | "750" => Some("7.5"),
        _ => None,
    }
}

/// Iterates over the properties that name the program that wrote the file.
fn programs<'a>(root: &'a [Property<'a>]) -> impl Iterator<Item = &'a Property<'a>> {
    root.iter().filter(|property| property.identifier == "AP")
}

/// Returns whether a root has a property.
pub(super) fn has(root: &[Property], identifier: &str) -> bool {
    root.iter()
        .any(|property| property.identifier == identifier)
}

/// Checks that the game is Go, that is, the last GM is 1 or absent.
fn check_game(root: &[Property]) -> Result<(), SgfError> {
    let is_game = |property: &&Property| property.identifier == "GM";
    let Some(game) = root.iter().rfind(is_game) else {
        return Ok(());
    };
    let value = game.single().filter(|value| value.parse::<i32>().is_ok());
    match value.as_deref() {
        Some("1") => Ok(()),
        Some(_) => Err(SgfError::OtherGame),
        None => Err(unreadable("GM")),
    }
}

/// Reads the value of SZ: one number, or two separated by a colon.
fn size(value: &str) -> Option<BoardSize> {
    let (width, height) = value.split_once(':').unwrap_or((value, value));
    let [width, height] = [width, height].map(|side| side.trim().parse::<u8>().ok());
    BoardSize::new(width?.into(), height?.into()).ok()
}

/// Returns the value of a property as the format's `SimpleText`: each line break and each
/// other white space becomes a space.
fn simple_text(property: &Property) -> Option<String> {
    let value = property.single()?;
    let on_one_line = value.replace("\r\n", " ").replace("\n\r", " ");
    Some(on_one_line.replace(char::is_whitespace, " "))
}
