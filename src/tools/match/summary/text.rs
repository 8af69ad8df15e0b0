//! Writes the summary as plain text.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use super::{Crosstable, PlayerSummary, RatedPlayer, SprtSummary, Summary};
use crate::cli::plain;
use crate::r#match::Ending;
use crate::r#match::statistics::{Counts, EloModel, ExpectedLength, Interval, Rating};
use ponnuki_formats::text::counted;

/// The maximum width of a name in the tables, in characters.
const MAX_NAME_WIDTH: usize = 32;

impl Display for Summary {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let conditions = plain::line(&self.conditions.to_line());
        let (fingerprint, games) = (plain::line(&self.fingerprint), counted(self.games, "game"));
        writeln!(f, "match {fingerprint}: {games}, {conditions}")?;
        if self.games > 0 {
            writeln!(f, "{}", plain::line(&self.verdict()))?;
        }
        writeln!(f)?;
        for player in &self.players {
            writeln!(f, "{}", plain::line(&identity(player)))?;
        }
        writeln!(f)?;
        self.scores(f)?;
        writeln!(f)?;
        if let [first, second] = self.players.as_slice()
            && let Some(elo) = self.elo
        {
            let (first, second) = (plain::line(&first.title), plain::line(&second.title));
            let by_pairs = self.pairs.as_ref().and_then(|pairs| pairs.elo);
            match by_pairs {
                Some(elo) => writeln!(f, "Elo of {first} over {second}: {elo} (95 %, by pairs)")?,
                None => writeln!(f, "Elo of {first} over {second}: {elo} (95 %)")?,
            }
            writeln!(f, "{}", by_pairs.unwrap_or(elo).superiority())?;
        }
        if let Some(pairs) = &self.pairs {
            writeln!(f, "pairs with {pairs}")?;
        }
        if let Some(sprt) = &self.sprt {
            writeln!(f, "{sprt}")?;
        }
        if let Some(table) = &self.crosstable {
            writeln!(f, "{table}")?;
        }
        self.games(f)?;
        self.faults(f)?;
        if self.runs.first.is_some() {
            writeln!(f, "{}", plain::line(&self.runs.to_string()))?;
        }
        Ok(())
    }
}

impl Summary {
    fn scores(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let names = self.players.iter().map(|player| plain::line(&player.title));
        let width = width(names, "  with Black".len());
        writeln!(
            f,
            "{:width$} {:>7} {:>7} {:>6} {:>7} {:>9} {:>8}  95 % interval",
            "", "games", "won", "drawn", "lost", "no result", "score"
        )?;
        for player in &self.players {
            let name = shortened(&plain::line(&player.title), width);
            let (counts, interval) = (player.counts(), self.interval(player));
            row(f, width, &name, (counts, interval), Some(player.no_result))?;
            if player.has_both_colors() {
                for (name, counts) in [
                    ("  with Black", player.black),
                    ("  with White", player.white),
                ] {
                    row(f, width, name, (counts, counts.interval()), None)?;
                }
            }
        }
        let black = (self.black, self.black.interval());
        row(f, width, "Black", black, Some(self.no_result))
    }

    fn games(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let length = self.length;
        write!(f, "moves a game: {:.1}", length.mean)?;
        if let Some(error) = length.error {
            write!(f, " +- {error:.1}")?;
        }
        writeln!(f, ", {} to {}", length.shortest, length.longest)?;
        let times: Vec<_> = self.players.iter().map(time).collect();
        writeln!(f, "time a move: {}", times.join("; "))?;
        writeln!(f, "ended by: {}", by_kind(&self.endings))?;
        let identical = counted(self.duplicates.identical, "game");
        let turned = self.duplicates.up_to_symmetry;
        write!(f, "duplicates: {identical}, or {turned} ")?;
        writeln!(f, "with the board rotated or mirrored")?;
        write!(f, "scores disputed: {}", counted(self.disputed, "game"))?;
        let disputed = self.players.iter().filter(|player| player.disputed > 0);
        let disputed = disputed.map(|p| format!("{} by {}", p.disputed, plain::line(&p.title)));
        list(f, disputed)
    }

    fn faults(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let players = || self.players.iter();
        let all = players().flat_map(|p| p.faults.values()).sum();
        write!(f, "lost by faults: {}", counted(all, "game"))?;
        let faulty = players().filter(|player| !player.faults.is_empty());
        let faulty = faulty.map(|p| format!("{}: {}", plain::line(&p.title), by_kind(&p.faults)));
        list(f, faulty)?;
        self.referee(f)
    }

    fn referee(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let faults = &self.referee_faults;
        if faults.is_empty() {
            return Ok(());
        }
        let games = counted(faults.values().sum(), "game");
        write!(f, "referee faults: {games}")?;
        list(f, std::iter::once(by_kind(faults)))
    }
}

fn row(
    f: &mut Formatter<'_>,
    width: usize,
    name: &str,
    (counts, interval): (Counts, Option<Interval>),
    no_result: Option<u64>,
) -> fmt::Result {
    let no_result = no_result.map_or(String::new(), |games| games.to_string());
    write!(f, "{name:width$} {:>7} {:>7} ", counts.games(), counts.wins)?;
    write!(f, "{:>6} {:>7} {no_result:>9}", counts.draws, counts.losses)?;
    match (counts.score(), interval) {
        (Some(score), Some(Interval { low, high })) => {
            let [score, low, high] = [score, low, high].map(|share| 100.0 * share);
            writeln!(f, " {score:>6.1} %  {low:.1} % to {high:.1} %")
        }
        _ => writeln!(f, " {:>8}", "-"),
    }
}

/// Writes the items in parentheses, if there are any, and ends the line.
fn list(f: &mut Formatter<'_>, items: impl Iterator<Item = String>) -> fmt::Result {
    let items: Vec<_> = items.collect();
    if items.is_empty() {
        writeln!(f)
    } else {
        writeln!(f, " ({})", items.join("; "))
    }
}

/// Returns the label, the name, the program and the command line of a player.
fn identity(player: &PlayerSummary) -> String {
    let (label, title, program) = (&player.player, &player.title, player.full_name());
    let name = if title == label {
        program
    } else if title.starts_with(&program) {
        title.clone()
    } else {
        format!("{title} ({program})")
    };
    format!("{label}  {name}: {}", player.command)
}

/// Formats a player's times: `A 0.0123 s (longest 0.5 s)`.
fn time(player: &PlayerSummary) -> String {
    let name = plain::line(&player.title);
    let Some(mean) = player.time.mean.map(seconds) else {
        return format!("{name} made no move");
    };
    let longest = seconds(player.time.longest);
    format!("{name} {mean} s (longest {longest} s)")
}

/// Formats seconds with three significant digits, but at most six decimals.
fn seconds(seconds: f64) -> String {
    match seconds {
        s if s >= 100.0 => format!("{s:.0}"),
        s if s >= 10.0 => format!("{s:.1}"),
        s if s >= 1.0 => format!("{s:.2}"),
        s if s >= 0.1 => format!("{s:.3}"),
        s if s >= 0.01 => format!("{s:.4}"),
        s if s >= 0.001 => format!("{s:.5}"),
        s => format!("{s:.6}"),
    }
}

/// Formats counts by ending: `passes 12, illegal 3`.
pub(crate) fn by_kind(kinds: &BTreeMap<Ending, u64>) -> String {
    let kinds = kinds.iter().map(|(end, games)| format!("{end} {games}"));
    kinds.collect::<Vec<_>>().join(", ")
}

/// Returns the width of a column of names, at least `least`.
fn width(names: impl IntoIterator<Item: AsRef<str>>, least: usize) -> usize {
    let widths = names.into_iter().map(|name| name.as_ref().chars().count());
    widths.max().unwrap_or(0).clamp(least, MAX_NAME_WIDTH)
}

/// Truncates a string to `width` characters. A final dot marks the truncation.
fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(width.saturating_sub(1)).collect();
    short.push('.');
    short
}

impl Display for SprtSummary {
    /// Writes `SPRT of 0 against 30 Elo: log-likelihood ratio 1.23 (-2.94 to
    /// 2.94), undecided`, and how long such a test takes on average.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let on = if self.on == "pairs" { " on pairs" } else { "" };
        let (ratio, low, high) = (self.ratio, self.lower_bound, self.upper_bound);
        let elo = match self.model {
            EloModel::Logistic => "Elo",
            EloModel::Normalized => "normalised Elo",
        };
        write!(f, "SPRT of {} against {} {elo}{on}: ", self.elo0, self.elo1)?;
        write!(f, "log-likelihood ratio {ratio:.2} ")?;
        write!(f, "({low:.2} to {high:.2}), ")?;
        match self.accepted {
            Some(hypothesis) => write!(f, "{hypothesis:?} accepted")?,
            None => f.write_str("undecided")?,
        }
        if let Some(games) = self.decided_after {
            write!(f, " after {}", counted(games, "game"))?;
        }
        if let Some(expected) = self.expected_games {
            write!(f, "; {expected}")?;
        }
        Ok(())
    }
}

impl Display for ExpectedLength {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (end, middle) = (self.at_hypothesis, self.midway);
        write!(
            f,
            "such a test takes {end} games on average if a hypothesis is true, {middle} midway"
        )
    }
}

impl Display for Crosstable {
    /// Writes a row for each player, sorted by rating, with points and games
    /// against each opponent.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let players = self.players.iter();
        let names: Vec<_> = players.map(|p| plain::line(&p.player)).collect();
        let width = width(&names, 1);
        let places = format!("({}) ", names.len()).len();
        write!(f, "{:places$}{:width$} ", "", "")?;
        write!(f, "{:>6} {:>6} {:>13}", "Elo", "+-", "over next")?;
        for number in 1..=names.len() {
            write!(f, " {:>11}", format!("({number})"))?;
        }
        writeln!(f)?;
        for (index, (player, row)) in self.players.iter().zip(&self.results).enumerate() {
            let number = format!("({})", index + 1);
            let name = shortened(&names[index], width);
            let RatedPlayer { elo, error, .. } = player;
            write!(f, "{number:<places$}{name:width$} {elo:>+6.0} {error:>6.0}")?;
            let over = |Rating { elo, error }| format!("{elo:+.0} +- {error:.0}");
            write!(f, " {:>13}", player.over_next.map(over).unwrap_or_default())?;
            for (column, counts) in row.iter().enumerate() {
                write!(f, " {:>11}", cell(index == column, *counts))?;
            }
            writeln!(f)?;
        }
        if !self.anchors.is_empty() {
            writeln!(f, "Ratings are {}.", plain::line(&self.scale()))?;
        }
        if self.with_virtual_draws {
            writeln!(f, "{VIRTUAL_DRAWS}")?;
        }
        Ok(())
    }
}

pub(crate) const VIRTUAL_DRAWS: &str = "\
Some players won or lost all games against the rest, or did not meet them: each player was
given two draws with an average opponent to keep the ratings finite.";

/// Formats the points and games of one player against another: `12.5/20`.
pub(crate) fn cell(same: bool, counts: Counts) -> String {
    if same {
        "-".to_owned()
    } else if counts.games() == 0 {
        String::new()
    } else {
        format!("{}/{}", counts.points(), counts.games())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_have_three_significant_digits() {
        for (time, text) in [
            (1234.5, "1234"),
            (100.0, "100"),
            (12.345, "12.3"),
            (10.0, "10.0"),
            (1.2345, "1.23"),
            (1.0, "1.00"),
            (0.12345, "0.123"),
            (0.1, "0.100"),
            (0.012_345, "0.0123"),
            (0.01, "0.0100"),
            (0.001_234_5, "0.00123"),
            (0.001, "0.00100"),
            (0.000_123_45, "0.000123"),
            (0.0, "0.000000"),
        ] {
            assert_eq!(seconds(time), text, "{time}");
        }
    }
}
