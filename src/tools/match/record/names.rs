//! The names under which tables, pages and SGF files show the players of a game.

use super::{GameRecord, Participant};
use crate::r#match::Entrant;
use ponnuki_core::board::ByColor;

/// The maximum number of characters of a command line that are added to a name.
const MAX_REMARK: usize = 40;

impl Participant {
    /// Returns the program's own name, and its version unless the name ends in a number.
    fn program(&self) -> String {
        let name = if self.name.is_empty() {
            &self.player
        } else {
            &self.name
        };
        if is_numbered(name) {
            name.clone()
        } else {
            program(name, &self.version)
        }
    }

    /// Returns the name to show: the name that the user gave or, for an unnamed player
    /// of a match of two, the program's name and version.
    pub(crate) fn shown_name(&self) -> String {
        match &self.title {
            Some(title) => title.clone(),
            None if Entrant::LABELS.contains(&self.player.as_str()) => self.program(),
            None => self.player.clone(),
        }
    }
}

/// Returns a program's name with its version, which may be empty: `GNU Go 3.8`, or
/// `Ponnuki level 3, version 0.1.0`.
pub(crate) fn program(name: &str, version: &str) -> String {
    let join = if is_numbered(name) && !version.is_empty() {
        ", version "
    } else {
        " "
    };
    format!("{name}{join}{version}").trim().to_owned()
}

/// Returns whether a name ends in a number, which a version would run into.
fn is_numbered(name: &str) -> bool {
    name.ends_with(|last: char| last.is_ascii_digit())
}

impl GameRecord {
    /// Returns the names of both players, which differ even if the programs have
    /// the same name and version.
    pub(crate) fn titles(&self) -> ByColor<String> {
        let [black, white] = titles([&self.black, &self.white]);
        ByColor { black, white }
    }
}

/// Returns the displayed names of two players. Players with equal names are shown with the
/// options in which their command lines differ or, if these are long, with their labels.
pub(crate) fn titles(players: [&Participant; 2]) -> [String; 2] {
    let names = players.map(Participant::shown_name);
    if names[0] != names[1] {
        return names;
    }
    let remarks = differences(players.map(|player| player.command.as_str()))
        .unwrap_or_else(|| players.map(|player| player.player.clone()));
    let mut remarks = remarks.into_iter();
    names.map(|name| match remarks.next() {
        Some(remark) if !remark.is_empty() => format!("{name} ({remark})"),
        _ => name,
    })
}

/// Returns the words in which two command lines differ, or `None` if they do not
/// differ or the words are too long for a name.
fn differences(commands: [&str; 2]) -> Option<[String; 2]> {
    let [one, other] = commands.map(|command| command.split_whitespace().collect::<Vec<_>>());
    let equal = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| {
        pairs.take_while(|(one, other)| one == other).count()
    };
    let is_option = |word: &&str| word.starts_with('-');
    let mut head = equal(&mut one.iter().zip(&other));
    // Keep an option together with its value.
    let is_value = |words: &[&str]| words.get(head).is_some_and(|word| !is_option(word));
    if head > 1 && is_option(&one[head - 1]) && is_value(&one) && is_value(&other) {
        head -= 1;
    }
    let mut tail = equal(&mut one[head..].iter().rev().zip(other[head..].iter().rev()));
    while tail > 0 && !is_option(&one[one.len() - tail]) {
        tail -= 1;
    }
    let remarks = [one, other].map(|words| words[head..words.len() - tail].join(" "));
    let is_short = |remark: &String| remark.chars().count() <= MAX_REMARK;
    (remarks[0] != remarks[1] && remarks.iter().all(is_short)).then_some(remarks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_testing::rows;

    fn player(label: &str, title: Option<&str>, command: &str) -> Participant {
        Participant {
            player: label.to_owned(),
            title: title.map(str::to_owned),
            name: "GNU Go".to_owned(),
            version: "3.8".to_owned(),
            command: command.to_owned(),
            ..Participant::default()
        }
    }

    fn shown(one: &str, other: &str) -> [String; 2] {
        titles([&player("A", None, one), &player("B", None, other)])
    }

    #[test]
    fn a_version_does_not_run_into_a_level() {
        let mut level = player("A", None, "ponnuki --level 3");
        level.name = "Ponnuki level 3".to_owned();
        assert_eq!(level.shown_name(), "Ponnuki level 3");
        assert_eq!(
            program(&level.name, "0.1.0"),
            "Ponnuki level 3, version 0.1.0"
        );
        assert_eq!(program(&level.name, ""), "Ponnuki level 3");
        assert_eq!(program("GNU Go", "3.8"), "GNU Go 3.8");
    }

    #[test]
    fn equal_programs_are_told_apart_by_their_command_lines() {
        for [one, other, first, second] in rows(
            "
            gnugo --mode gtp --level 0 | gnugo --mode gtp --level 10 | (--level 0) | (--level 10)
            gnugo --level 1 --mode gtp | gnugo --seed 1 --mode gtp   | (--level 1) | (--seed 1)
            gnugo                      | gnugo --level 3             |             | (--level 3)
            gnugo -q --level 3         | gnugo -q                    | (--level 3) |
            old/gnugo -q               | new/gnugo -q                | (old/gnugo) | (new/gnugo)
            gnugo -q                   | gnugo -q                    | (A)         | (B)
                                       |                             | (A)         | (B)
            ",
        ) {
            let expected = [first, second].map(|remark| format!("GNU Go 3.8 {remark}"));
            let expected = expected.each_ref().map(|name| name.trim());
            assert_eq!(shown(one, other), expected, "{one} / {other}");
        }
        let long = "--opening-book ".to_owned() + &"x".repeat(50);
        assert_eq!(shown("gnugo", &long), ["GNU Go 3.8 (A)", "GNU Go 3.8 (B)"]);
    }

    #[test]
    fn a_given_name_comes_first() {
        let given = titles([
            &player("A", Some("strong"), "gnugo"),
            &player("B", None, "gnugo"),
        ]);
        assert_eq!(given, ["strong", "GNU Go 3.8"]);
        // In a tournament, the label of a player is its name.
        let named = titles([
            &player("level 0", None, "gnugo"),
            &player("B", None, "gnugo"),
        ]);
        assert_eq!(named, ["level 0", "GNU Go 3.8"]);
        let mut nameless = player("B", None, "x");
        (nameless.name, nameless.version) = (String::new(), String::new());
        assert_eq!(nameless.shown_name(), "B");
    }
}
