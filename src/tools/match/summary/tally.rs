//! Summarises games one by one, so that records need not stay in memory.

use std::collections::{BTreeMap, HashMap};
use std::ops::Add;

use super::conditions::Conditions;
use super::duplicates::{Duplicates, fingerprint};
use super::player::PlayerTally;
use super::runs::Runs;
use super::table::Crosstable;
use super::{LengthSummary, PairSummary, SprtSummary, Summary};
use crate::r#match::record::{Ending, GameRecord, GameResult, titles};
use crate::r#match::statistics::{Counts, EloDifference, SampleMean, Sprt};
use ponnuki_core::board::{ByColor, Color};
use ponnuki_core::game::Fingerprint;

/// The statistics of the games so far. Each game takes about 60 bytes of memory,
/// however long its record is.
#[derive(Clone, Debug, Default)]
pub(crate) struct MatchTally {
    fingerprint: Option<String>,
    conditions: Conditions,
    /// The players in order of first appearance.
    players: Vec<PlayerTally>,
    /// The index of each player by its name.
    indices: HashMap<String, u16>,
    /// The games in the order in which they were counted.
    course: Vec<CourseGame>,
    /// The fingerprints of the games with moves.
    forms: Vec<Fingerprint>,
    runs: Runs,
}

/// A game of a match in 40 bytes, however long its record is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CourseGame {
    pub(crate) game: u64,
    /// The number of the pair of games with exchanged colours, if it belongs to one.
    pub(crate) pair: Option<u64>,
    pub(crate) moves: u32,
    /// The indices of the players in the summary.
    pub(crate) players: ByColor<u16>,
    pub(crate) result: GameResult,
    pub(crate) end: Ending,
    /// Whether a player's own score differs from the official one.
    pub(crate) is_disputed: bool,
    /// The fault that kept the referee from counting or judging the game.
    pub(crate) referee_fault: Option<Ending>,
}

impl CourseGame {
    /// Returns the result from a player's side, like
    /// [`GameRecord::counts`](crate::r#match::GameRecord::counts).
    pub(crate) fn counts(&self, player: u16) -> Counts {
        Color::BOTH
            .into_iter()
            .find(|&color| self.players[color] == player)
            .map_or(Counts::default(), |color| self.result.counts(color))
    }
}

impl MatchTally {
    /// Counts a game. The games may come in any order, with at most 65,536 players.
    pub(crate) fn add(&mut self, record: &GameRecord) {
        if self.fingerprint.is_none() {
            self.fingerprint = Some(record.fingerprint.clone());
        }
        let players = ByColor {
            black: self.count_player(record, Color::Black),
            white: self.count_player(record, Color::White),
        };
        self.conditions.add(record);
        self.runs.add(record);
        self.forms.extend(fingerprint(record));
        self.course.push(CourseGame {
            game: record.game,
            pair: record.pair,
            moves: record.moves.len().try_into().unwrap_or(u32::MAX),
            players,
            result: record.result(),
            end: record.end,
            is_disputed: record.is_disputed(),
            referee_fault: record.referee_fault.as_ref().map(|fault| fault.end),
        });
    }

    /// Counts a game for the player of one colour. Returns the player's index.
    fn count_player(&mut self, record: &GameRecord, color: Color) -> u16 {
        let who = record.participant(color);
        let index = self.indices.get(&who.player).copied().unwrap_or_else(|| {
            let index = u16::try_from(self.players.len()).expect("a match has few players");
            self.players.push(PlayerTally::new(record.game, who));
            self.indices.insert(who.player.clone(), index);
            index
        });
        self.players[usize::from(index)].add(record, color);
        index
    }

    /// Computes the summary. The sequential test is computed only for matches of
    /// two players.
    pub(crate) fn summary(mut self, sprt: Option<&Sprt>) -> Summary {
        self.sort();
        let course = self.course;
        let titles = shown_names(&self.players);
        let players = self.players.into_iter().zip(titles);
        let mut players: Vec<_> = players
            .map(|(player, title)| player.finish(title))
            .collect();
        players.sort_by(|one, other| one.player.cmp(&other.player));
        let is_duel = players.len() == 2;
        let pairs = PairSummary::from_course(&course).filter(|_| is_duel);
        let games = course.iter().filter_map(|game| game.counts(0).outcome());
        let test = |sprt| match &pairs {
            Some(pairs) => SprtSummary::new(sprt, 5, pairs.outcomes.iter().copied()),
            None => SprtSummary::new(sprt, 3, games),
        };
        let no_result = course
            .iter()
            .filter(|game| game.result == GameResult::NoResult);
        Summary {
            fingerprint: self.fingerprint.unwrap_or_default(),
            games: course.len() as u64,
            no_result: no_result.count() as u64,
            conditions: self.conditions,
            black: course
                .iter()
                .map(|game| game.result.counts(Color::Black))
                .fold(Counts::default(), Add::add),
            elo: is_duel
                .then(|| players[0].counts().mean_score())
                .flatten()
                .map(EloDifference::new),
            sprt: sprt.filter(|_| is_duel).map(test),
            pairs,
            crosstable: (players.len() > 2).then(|| Crosstable::new(&course, &players)),
            length: LengthSummary::new(&course),
            endings: by_ending(course.iter().map(|game| game.end)),
            duplicates: Duplicates::new(self.forms),
            disputed: course.iter().filter(|game| game.is_disputed).count() as u64,
            referee_faults: by_ending(course.iter().filter_map(|game| game.referee_fault)),
            players,
            runs: self.runs,
            course,
        }
    }

    /// Sorts the games by number, and renumbers the indices of the players in order of
    /// name.
    fn sort(&mut self) {
        let mut names: Vec<_> = self.indices.iter().collect();
        names.sort_unstable();
        let mut places = vec![0; names.len()];
        for (place, (_, &index)) in (0..).zip(names) {
            places[usize::from(index)] = place;
        }
        self.course.sort_by_key(|game| game.game);
        for game in &mut self.course {
            game.players = game.players.map(|index| places[usize::from(index)]);
        }
    }
}

fn by_ending(endings: impl Iterator<Item = Ending>) -> BTreeMap<Ending, u64> {
    let mut counts = BTreeMap::new();
    for end in endings {
        *counts.entry(end).or_default() += 1;
    }
    counts
}

impl LengthSummary {
    fn new(course: &[CourseGame]) -> Self {
        let lengths = || course.iter().map(|game| game.moves);
        let mean: SampleMean = lengths().map(f64::from).collect();
        Self {
            mean: mean.value.unwrap_or_default(),
            error: mean.error,
            shortest: lengths().min().unwrap_or_default(),
            longest: lengths().max().unwrap_or_default(),
        }
    }
}

/// Returns the names to show for the players. In a tournament these are the labels,
/// which are already unique.
fn shown_names(players: &[PlayerTally]) -> Vec<String> {
    match players {
        [one, other] => titles([&one.who, &other.who]).into(),
        _ => players
            .iter()
            .map(|player| player.who.player.clone())
            .collect(),
    }
}
