//! Komi and results in the words of people and servers.
//!
//! The format asks for `KM[6.5]` and `RE[B+3.5]`. Records also say `6,5`, `6 1/2`, `6目半` and `3又3/4子`, where
//! a 子 is a stone and counts twice, and `白胜43.5目`, `黒中押し勝ち` and `B+2 1/2`. The tables below have the
//! words; each means the same in both properties.

use ponnuki_core::board::Color;

/// The result of a game, as a record states it.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::ByColor;
/// use ponnuki::sgf::StatedResult;
///
/// let mut wins = ByColor::<usize>::default();
/// for result in ["B+R", "W+12.5", "0", "?", "白中盘胜"] {
///     if let Some(StatedResult::Win { winner, .. }) = StatedResult::read(result) {
///         wins[winner] += 1;
///     }
/// }
/// assert_eq!((wins.black, wins.white), (1, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StatedResult {
    /// A colour has won.
    Win {
        /// The colour.
        winner: Color,
        /// How it won.
        by: WinMargin,
    },
    /// A tie.
    Draw,
    /// The game has no result, or nobody knows it.
    Open,
}

/// How a game was won, as a record states it.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::sgf::StatedResult::Win;
/// use ponnuki::sgf::{StatedResult, WinMargin};
///
/// // A forfeit or a loss on time tells nothing of the position.
/// let mut results = vec!["B+T", "W+3.5", "B+Forfeit", "W+Resign"];
/// results.retain(|result| match StatedResult::read(result) {
///     Some(Win { by, .. }) => matches!(by, WinMargin::Points(_) | WinMargin::Resignation),
///     _ => false,
/// });
/// assert_eq!(results, ["W+3.5", "W+Resign"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WinMargin {
    /// By so many points.
    Points(f64),
    /// The opponent resigned.
    Resignation,
    /// The opponent ran out of time.
    Time,
    /// The opponent forfeited.
    Forfeit,
    /// The record does not say.
    Unknown,
}

/// The words of results without a winner.
const OPEN: [&str; 9] = [
    "",
    "?",
    "void",
    "unfinished",
    "left unfinished",
    "無勝負",
    "无胜负",
    "打掛",
    "打挂",
];
const DRAWS: [&str; 9] = [
    "0",
    "draw",
    "jigo",
    "tie",
    "持碁",
    "ジゴ",
    "和棋",
    "平局",
    "무승부",
];

/// The words for ways to win, for all languages alike.
const MARGINS: [(&str, WinMargin); 28] = [
    ("r", WinMargin::Resignation),
    ("resign", WinMargin::Resignation),
    ("resignation", WinMargin::Resignation),
    ("中押し", WinMargin::Resignation),
    ("中押", WinMargin::Resignation),
    ("中盘", WinMargin::Resignation),
    ("中盤", WinMargin::Resignation),
    ("不计", WinMargin::Resignation),
    ("불계", WinMargin::Resignation),
    ("t", WinMargin::Time),
    ("time", WinMargin::Time),
    ("超时", WinMargin::Time),
    ("超時", WinMargin::Time),
    ("时间", WinMargin::Time),
    ("時間", WinMargin::Time),
    ("時間切れ", WinMargin::Time),
    ("시간", WinMargin::Time),
    ("f", WinMargin::Forfeit),
    ("forfeit", WinMargin::Forfeit),
    ("反则", WinMargin::Forfeit),
    ("反則", WinMargin::Forfeit),
    ("弃权", WinMargin::Forfeit),
    ("棄権", WinMargin::Forfeit),
    ("不戦", WinMargin::Forfeit),
    ("반칙", WinMargin::Forfeit),
    ("기권", WinMargin::Forfeit),
    ("", WinMargin::Unknown),
    ("?", WinMargin::Unknown),
];

/// The words of colours, of winning and of losing in the languages of East Asia.
const COLORS: [(&str, Color); 5] = [
    ("黑", Color::Black),
    ("黒", Color::Black),
    ("흑", Color::Black),
    ("白", Color::White),
    ("백", Color::White),
];
const WON: [&str; 4] = ["勝ち", "勝", "胜", "승"];
const LOST: [&str; 6] = ["負け", "負", "负", "敗", "败", "패"];

/// The words after a number of points, with the points that one is worth.
const UNITS: [(&str, f64); 9] = [
    ("子", 2.0),
    ("目", 1.0),
    ("点", 1.0),
    ("點", 1.0),
    ("집", 1.0),
    ("points", 1.0),
    ("point", 1.0),
    ("pts", 1.0),
    ("moku", 1.0),
];

/// What may stand before the number of a komi: Black gives.
const GIVEN: [&str; 6] = ["黑", "黒", "贴", "貼", "コミ", "덤"];

impl StatedResult {
    /// Reads the value of `RE`. Returns `None` if nothing is known of what it says.
    ///
    /// ```
    /// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
    /// use ponnuki::Color;
    /// use ponnuki::sgf::{StatedResult, WinMargin};
    ///
    /// let by = |winner, by| Some(StatedResult::Win { winner, by });
    /// let points = WinMargin::Points(2.5);
    /// assert_eq!(StatedResult::read("B+2 1/2"), by(Color::Black, points));
    /// assert_eq!(StatedResult::read("黒中押し勝ち"), by(Color::Black, WinMargin::Resignation));
    /// assert_eq!(StatedResult::read("Jigo"), Some(StatedResult::Draw));
    /// assert_eq!(StatedResult::read("? (no further moves known)"), Some(StatedResult::Open));
    /// assert_eq!(StatedResult::read("a fine game"), None);
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        let text = plain(text);
        // A remark may follow in brackets.
        let text = text.split('(').next().unwrap_or_default().trim();
        if OPEN.contains(&text) {
            return Some(Self::Open);
        }
        if DRAWS.contains(&text) {
            return Some(Self::Draw);
        }
        let (winner, how) = match text.split_once('+') {
            Some((winner, how)) => (named(winner.trim())?, how.to_owned()),
            None => won_by(text)?,
        };
        let how = how.trim();
        let known = MARGINS.iter().find(|(word, _)| *word == how);
        let by = match known {
            Some(&(_, by)) => by,
            None => WinMargin::Points(points(how)?),
        };
        Some(Self::Win { winner, by })
    }
}

/// Reads the value of `KM` in words. Returns `None` for anything else but a number.
pub(super) fn komi(text: &str) -> Option<f64> {
    let text = plain(text);
    let mut text = text.as_str();
    while let Some(rest) = GIVEN.iter().find_map(|word| text.strip_prefix(word)) {
        text = rest.trim_start();
    }
    points(text)
}

/// Returns a colour by its name in English or in the languages of East Asia.
fn named(name: &str) -> Option<Color> {
    let is_named = |&&(word, _): &&(&str, Color)| word == name;
    Color::named(name).or_else(|| Some(COLORS.iter().find(is_named)?.1))
}

/// Splits a sentence such as `白胜43.5目` or `黒3目半勝ち` into the winner and how it won.
fn won_by(text: &str) -> Option<(Color, String)> {
    let begins = |&(word, color): &(&str, Color)| Some((text.strip_prefix(word)?, color));
    let (rest, color) = COLORS.iter().find_map(begins)?;
    let rest = rest.strip_prefix('番').unwrap_or(rest);
    let without = |words: &[&str]| {
        let word = words.iter().find(|word| rest.contains(**word))?;
        Some(rest.replacen(word, "", 1))
    };
    match (without(&LOST), without(&WON)) {
        (Some(how), None) => Some((!color, how)),
        (None, Some(how)) => Some((color, how)),
        _ => None,
    }
}

/// Reads a number of points, in digits or in words, with or without a unit.
fn points(text: &str) -> Option<f64> {
    let mut text = text.trim().to_owned();
    let mut worth = 1.0;
    for (unit, points) in UNITS {
        if text.contains(unit) {
            text = text.replacen(unit, "", 1);
            worth = points;
            break;
        }
    }
    let mut number = 0.0;
    if text.contains('半') {
        text = text.replacen('半', "", 1);
        number = 0.5;
        if text.trim().is_empty() {
            return Some(number * worth);
        }
    }
    let points = (number + counted(text.trim())?) * worth;
    points.is_finite().then_some(points)
}

/// Reads a number: `6.5`, `6,5`, `6 1/2`, `6½`, `3又3/4`, `六`.
fn counted(text: &str) -> Option<f64> {
    if let Ok(number) = text.parse::<f64>() {
        return Some(number);
    }
    if let Some((whole, part)) = text.split_once(',')
        && matches!(part.len(), 1 | 2)
        && part.bytes().all(|digit| digit.is_ascii_digit())
    {
        return format!("{whole}.{part}").parse().ok();
    }
    let fractions = [
        ("½", 0.5),
        ("¼", 0.25),
        ("¾", 0.75),
        ("1/2", 0.5),
        ("1/4", 0.25),
        ("3/4", 0.75),
    ];
    for (fraction, value) in fractions {
        if let Some(whole) = text.strip_suffix(fraction) {
            // `61/2` is no 6 and a half.
            if fraction.contains('/') && whole.ends_with(|last: char| last.is_ascii_digit()) {
                return None;
            }
            let whole = whole.trim_end().trim_end_matches('又').trim_end();
            return match whole {
                "" => Some(value),
                whole => Some(whole.parse::<f64>().ok()? + value),
            };
        }
    }
    numeral(text)
}

/// Reads a numeral from 1 to 99 in the characters of China and Japan.
fn numeral(text: &str) -> Option<f64> {
    const DIGITS: &str = "一二三四五六七八九";
    let digit = |letter: char| {
        let place = DIGITS.chars().position(|digit| digit == letter)?;
        Some(place as f64 + 1.0)
    };
    let letters: Vec<char> = text.chars().collect();
    match letters[..] {
        ['十'] => Some(10.0),
        [one] => digit(one),
        ['十', one] => Some(10.0 + digit(one)?),
        [ten, '十'] => Some(10.0 * digit(ten)?),
        [ten, '十', one] => Some(10.0 * digit(ten)? + digit(one)?),
        _ => None,
    }
}

/// Returns text in lower case, with ASCII in place of the wide letters, digits and spaces of East Asian
/// encodings.
fn plain(text: &str) -> String {
    let narrow = |letter: char| match letter {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(letter as u32 - 0xfee0).unwrap_or(letter),
        letter => letter,
    };
    text.trim()
        .chars()
        .map(narrow)
        .collect::<String>()
        .to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_read_in_the_words_of_servers() {
        for (text, expected) in [
            ("6.5", Some(6.5)),
            ("6,5", Some(6.5)),
            ("-0,5", Some(-0.5)),
            ("6 1/2", Some(6.5)),
            ("6½", Some(6.5)),
            ("1/2", Some(0.5)),
            ("5 3/4", Some(5.75)),
            ("6目半", Some(6.5)),
            ("6 目半", Some(6.5)),
            ("６目半", Some(6.5)),
            ("六目半", Some(6.5)),
            ("五目", Some(5.0)),
            ("半目", Some(0.5)),
            ("7.5目", Some(7.5)),
            ("3又3/4子", Some(7.5)),
            ("3 3/4子", Some(7.5)),
            ("2又3/4子", Some(5.5)),
            ("3.75子", Some(7.5)),
            ("黑贴3又3/4子", Some(7.5)),
            ("コミ6目半", Some(6.5)),
            ("덤 6.5집", Some(6.5)),
            ("6.5 points", Some(6.5)),
            ("十二目", Some(12.0)),
            ("", None),
            ("many", None),
            ("6,500", None),
            ("61/2", None),
            ("6 2/3", None),
            ("6.5.5", None),
            ("目", None),
            ("inf", None),
        ] {
            assert_eq!(komi(text), expected, "{text}");
        }
    }

    #[test]
    fn results_are_read_in_the_words_of_servers() {
        let (black, white) = (Color::Black, Color::White);
        let win = |winner, by| Some(StatedResult::Win { winner, by });
        let points = |winner, points| win(winner, WinMargin::Points(points));
        for (text, expected) in [
            ("B+3.5", points(black, 3.5)),
            ("w+12", points(white, 12.0)),
            ("B+2 1/2", points(black, 2.5)),
            ("B+2,5", points(black, 2.5)),
            ("W+3.5 points", points(white, 3.5)),
            ("B+3.5 (moves beyond)", points(black, 3.5)),
            ("Black+R", win(black, WinMargin::Resignation)),
            ("W+Time", win(white, WinMargin::Time)),
            ("W+F", win(white, WinMargin::Forfeit)),
            ("B+", win(black, WinMargin::Unknown)),
            ("白胜43.5目", points(white, 43.5)),
            ("黑胜3又3/4子", points(black, 7.5)),
            ("黒3目半勝ち", points(black, 3.5)),
            ("白番半目勝", points(white, 0.5)),
            ("黒中押し勝ち", win(black, WinMargin::Resignation)),
            ("黑中盘胜", win(black, WinMargin::Resignation)),
            ("白中盤勝", win(white, WinMargin::Resignation)),
            ("黑超时负", win(white, WinMargin::Time)),
            ("白時間切れ負け", win(black, WinMargin::Time)),
            ("흑 불계승", win(black, WinMargin::Resignation)),
            ("백 3.5집승", points(white, 3.5)),
            ("黑胜", win(black, WinMargin::Unknown)),
            ("白+R", win(white, WinMargin::Resignation)),
            ("0", Some(StatedResult::Draw)),
            ("持碁", Some(StatedResult::Draw)),
            ("?", Some(StatedResult::Open)),
            ("? (No further moves known)", Some(StatedResult::Open)),
            ("Void", Some(StatedResult::Open)),
            ("打掛", Some(StatedResult::Open)),
            ("a fine game", None),
            ("X+3", None),
            ("B+x", None),
            ("黑好", None),
            ("黑胜白负", None),
        ] {
            assert_eq!(StatedResult::read(text), expected, "{text}");
        }
    }
}
