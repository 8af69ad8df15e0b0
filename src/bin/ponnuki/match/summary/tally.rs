//! Sums up games one by one, so that no record needs to be kept.

use std::collections::{BTreeMap, HashMap};

use super::conditions::Conditions;
use super::course::{Course, Step};
use super::duplicates::Forms;
use super::handicap::LadderSummary;
use super::player::PlayerTally;
use super::runs::Runs;
use super::table::Crosstable;
use super::{LengthSummary, PairSummary, PairTally, Summary, test};
use crate::r#match::record::{Ending, GameRecord, GameResult, titles};
use crate::r#match::statistics::{Counts, EloDifference, Mean, Sprt};
use ponnuki::board::{ByColor, Color};

/// The figures of the games so far. A game takes about 40 bytes of memory,
/// and one of a pair 16 more, whatever its record holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    fingerprint: Option<String>,
    conditions: Conditions,
    /// The players in the order in which they appeared.
    players: Vec<PlayerTally>,
    /// The index of each player by its name.
    indices: HashMap<String, u16>,
    /// The results of each pair from Black's side, by their indices.
    pairs: HashMap<ByColor<u16>, Counts>,
    course: Course,
    /// The games that belong to pairs of games with exchanged colours.
    paired: PairTally,
    has_openings: bool,
    length: Mean,
    shortest: Option<usize>,
    longest: usize,
    endings: BTreeMap<Ending, u64>,
    forms: Forms,
    black: Counts,
    no_result: u64,
    disputed: u64,
    referee_faults: BTreeMap<Ending, u64>,
    runs: Runs,
}

impl Tally {
    /// Counts a game. The games may come in any order.
    ///
    /// # Panics
    /// If there are more than 65,536 players.
    pub(crate) fn add(&mut self, record: &GameRecord) {
        if self.fingerprint.is_none() {
            self.fingerprint = Some(record.fingerprint.clone());
        }
        let players = ByColor {
            black: self.count_player(record, Color::Black),
            white: self.count_player(record, Color::White),
        };
        let result = record.result();
        let counts = result.counts(Color::Black);
        *self.pairs.entry(players).or_default() += counts;
        self.black += counts;
        self.no_result += u64::from(result == GameResult::NoResult);
        *self.endings.entry(record.end).or_default() += 1;
        self.conditions.add(record);
        self.runs.add(record);
        self.forms.add(record);
        self.has_openings |= record.opening.is_some();
        let moves = record.moves.len();
        self.length.add(moves as f64);
        self.shortest = Some(self.shortest.map_or(moves, |least| least.min(moves)));
        self.longest = self.longest.max(moves);
        let is_disputed = record.is_disputed();
        self.disputed += u64::from(is_disputed);
        if let Some(fault) = &record.referee_fault {
            *self.referee_faults.entry(fault.end).or_default() += 1;
        }
        self.paired.add(record, players);
        self.course.add(Step {
            game: record.game,
            handicap: record.handicap.try_into().unwrap_or(u16::MAX),
            players,
            result,
            is_fault: record.end.is_fault(),
            is_disputed,
            is_uncounted: record.referee_fault.is_some(),
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
        let places = self.places();
        self.course.sort(&places);
        let titles = shown_names(&self.players);
        let players = self.players.into_iter().zip(titles);
        let mut players: Vec<_> = players
            .map(|(player, title)| player.finish(title))
            .collect();
        players.sort_by(|one, other| one.player.cmp(&other.player));
        let ladder = if self.has_openings || players.len() > 2 {
            None
        } else {
            LadderSummary::of(self.course.steps())
        };
        let is_duel = players.len() == 2 && ladder.is_none();
        let first = is_duel.then(|| players[0].counts());
        let paired = self.paired.pairs(&places);
        let test = |sprt| match &paired {
            Some(pairs) => test::<5>(sprt, pairs.outcomes()),
            None => test::<3>(sprt, self.course.outcomes()),
        };
        let sprt = sprt.filter(|_| is_duel).map(test);
        let pairs = self.pairs.into_iter().map(|(pair, counts)| {
            let place = |index| usize::from(places[usize::from(index)]);
            ((place(pair.black), place(pair.white)), counts)
        });
        Summary {
            fingerprint: self.fingerprint.unwrap_or_default(),
            games: self.course.steps().len() as u64,
            no_result: self.no_result,
            conditions: self.conditions,
            black: self.black,
            elo: first.and_then(EloDifference::of),
            pairs: paired.as_ref().filter(|_| is_duel).map(PairSummary::new),
            sprt,
            crosstable: (players.len() > 2).then(|| Crosstable::of(pairs, &players)),
            ladder,
            length: LengthSummary {
                mean: self.length.value().unwrap_or_default(),
                error: self.length.error(),
                shortest: self.shortest.unwrap_or_default(),
                longest: self.longest,
            },
            endings: self.endings,
            duplicates: self.forms.duplicates(),
            disputed: self.disputed,
            referee_faults: self.referee_faults,
            players,
            runs: self.runs,
            course: self.course,
        }
    }

    /// Returns the place of each player when they are sorted by name.
    fn places(&self) -> Vec<u16> {
        let mut names: Vec<_> = self.indices.iter().collect();
        names.sort_unstable();
        let mut places = vec![0; names.len()];
        for (place, (_, &index)) in (0..).zip(names) {
            places[usize::from(index)] = place;
        }
        places
    }
}

/// Returns the names to show for the players. The players of a tournament have
/// different labels, so these need nothing more.
fn shown_names(players: &[PlayerTally]) -> Vec<String> {
    let who: Vec<_> = players.iter().map(PlayerTally::participant).collect();
    match who.as_slice() {
        [one, other] => titles([one, other]).into(),
        _ => who.into_iter().map(|who| who.player).collect(),
    }
}
