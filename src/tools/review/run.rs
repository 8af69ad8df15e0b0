//! Reviewing a game: every position is searched, every move judged.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use super::analyst::{Analyst, Evaluation};
use super::judgement::{ReviewedMove, title};
use super::summary::PlayerTotals;
use super::value::PositionValue;
use ponnuki_core::board::{BoardSize, Color};
use ponnuki_core::game::{Game, Move};
use ponnuki_core::threads::{lock, on_threads};
use ponnuki_formats::sgf::{StatedResult, WinMargin};
use ponnuki_play::player::StopFlag;

/// How much less of the win rate than the costliest mistake another one may cost in the second look
/// and still be looked at a third time: three standard errors of such a difference on 19x19.
const CONTENDER_DISTANCE: f64 = 0.08;

/// The maximum number of mistakes of a colour in the third look.
const MAX_CONTENDERS: usize = 4;

/// The settings of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReviewOptions {
    /// The number of visits for each position in the first look.
    pub(crate) visits: u64,
    /// The seed of every search.
    pub(crate) seed: u64,
    /// The number of positions searched at the same time. The values do not depend on it.
    pub(crate) threads: usize,
}

/// A game with a judgement of every move.
#[derive(Clone, Debug)]
pub(crate) struct Review {
    /// The reviewed game.
    pub(crate) game: Game,
    /// The value of the initial position.
    pub(crate) start: PositionValue,
    /// The moves with their judgements, in order.
    pub(crate) moves: Vec<ReviewedMove>,
    /// The settings.
    pub(crate) options: ReviewOptions,
}

/// Reviews a game under the rules and the komi that it has now. Returns `None` if the flag
/// was raised.
///
/// `progress` is called with the number of searched positions and the total so far, which grows with
/// each look. The choices that were not played are searched with the positions before them.
pub(crate) fn review(
    game: Game,
    options: &ReviewOptions,
    stop: &StopFlag,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Option<Review> {
    let all = (0..=game.turns().len()).collect();
    let looked = look(&game, &all, options, Analyst::new, stop, progress)?;
    let turns = game.turns().iter().enumerate();
    let moves = turns.map(|(place, turn)| {
        let (before, after) = (&looked[&place], &looked[&(place + 1)]);
        let (found, next) = match &after.replaced {
            Some(replaced) => (replaced, !turn.color),
            None => (&after.found, to_move(&game, place + 1)),
        };
        let better = before.instead.first().map(|(_, found)| found.value);
        let (around, action) = ([&before.found, found], (turn.color, turn.action));
        ReviewedMove::new(place + 1, action, around, better, next)
    });
    let mut review = Review {
        start: looked[&0].found.value,
        moves: moves.collect(),
        game,
        options: *options,
    };
    let mut done = looked.len();
    let suspects = review.suspects();
    done += review.look_again(&suspects, Analyst::for_second_look, stop, &|new, all| {
        progress(done + new, done + all);
    })?;
    let contenders = review.contenders();
    review.look_again(&contenders, Analyst::for_third_look, stop, &|new, all| {
        progress(done + new, done + all);
    })?;
    Some(review)
}

impl ReviewOptions {
    /// Returns the default number of visits on a board of this size: 60 on 19x19 and more on smaller
    /// ones, up to 120, where a mistake is a matter of reading.
    pub(crate) fn default_visits(size: BoardSize) -> u64 {
        (60 * 19 * 19 / size.area() as u64).clamp(60, 120)
    }
}

impl Review {
    /// Iterates over the values of the positions, beginning with the start.
    pub(crate) fn values(&self) -> impl Iterator<Item = PositionValue> + Clone {
        let after = self.moves.iter().map(|reviewed| reviewed.after);
        [self.start].into_iter().chain(after)
    }

    /// Returns the costliest mistakes as indices into [`moves`](Self::moves), at most
    /// `most`. Mistakes are sorted by lost win rate, largest loss first.
    pub(crate) fn turning_points(&self, most: usize) -> Vec<usize> {
        let moves = &self.moves;
        let is_mistake = |&place: &usize| moves[place].mistake().is_some();
        let mut places: Vec<_> = (0..moves.len()).filter(is_mistake).collect();
        places.sort_by(|&one, &other| {
            let (one, other) = (&moves[one], &moves[other]);
            let by_chance = other.chance_lost.total_cmp(&one.chance_lost);
            by_chance.then(other.points_lost.total_cmp(&one.points_lost))
        });
        places.truncate(most);
        places
    }

    /// Returns the moves that may be mistakes. The first of two moves in a row by one colour is none.
    fn suspects(&self) -> BTreeSet<usize> {
        let is_suspect = |&place: &usize| {
            let it = &self.moves[place];
            it.is_suspect() && to_move(&self.game, place + 1) != it.color
        };
        (0..self.moves.len()).filter(is_suspect).collect()
    }

    /// Searches the positions around these moves again, and judges the moves by the new values. Returns
    /// how many positions that were.
    fn look_again(
        &mut self,
        places: &BTreeSet<usize>,
        analyst: fn(u64, u64) -> Analyst,
        stop: &StopFlag,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Option<usize> {
        let looked = look(&self.game, places, &self.options, analyst, stop, progress)?;
        for &place in places {
            let (before, after) = (&looked[&place], &looked[&(place + 1)]);
            let found = after.replaced.as_ref().unwrap_or(&after.found);
            self.moves[place].revise(&before.found, found, &before.instead);
            if let Some(next) = self.moves.get_mut(place + 1) {
                next.before = after.found.value;
            }
        }
        Some(looked.len())
    }

    /// Returns the mistakes that may be the costliest one of their colour, as far as a second look
    /// can tell.
    fn contenders(&self) -> BTreeSet<usize> {
        let of_color = |color| {
            let mut own = self.turning_points(self.moves.len());
            own.retain(|&place| self.moves[place].color == color);
            own.truncate(MAX_CONTENDERS);
            let lost = |place: usize| self.moves[place].chance_lost;
            let most = own.first().map_or(0.0, |&costliest| lost(costliest));
            own.retain(|&place| lost(place) >= most - CONTENDER_DISTANCE);
            own
        };
        Color::BOTH.into_iter().flat_map(of_color).collect()
    }

    /// Returns the mistake that decided the game against a colour, or against any: it costs a good part
    /// of the chance to win, and clearly more than each other mistake.
    pub(crate) fn decisive(&self, loser: Option<Color>) -> Option<usize> {
        let mistakes = self.turning_points(self.moves.len()).into_iter();
        let is_of_loser = |&place: &usize| loser.is_none_or(|it| self.moves[place].color == it);
        let mut mistakes = mistakes.filter(is_of_loser);
        let costliest = mistakes.next()?;
        let is_decisive =
            self.moves[costliest].is_decisive_beside(mistakes.next().map(|next| &self.moves[next]));
        is_decisive.then_some(costliest)
    }

    /// Returns the move since which the game has been decided for one colour, as an index, if it has.
    pub(crate) fn decided_since(&self) -> Option<usize> {
        let decided = |it: &ReviewedMove| it.after.decided_for();
        let winner = decided(self.moves.last()?)?;
        let last_open = self
            .moves
            .iter()
            .rposition(|it| decided(it) != Some(winner));
        Some(last_open.map_or(0, |place| place + 1))
    }

    /// Returns the verdict on a game with this result, and since when it was decided, in a sentence.
    pub(crate) fn headline(&self, result: Option<&str>) -> Option<String> {
        let since = |place: usize| format!("decided since move {}", self.moves[place].number);
        let parts = [self.verdict(result), self.decided_since().map(since)];
        let text = parts.into_iter().flatten().collect::<Vec<_>>().join("; ");
        (!text.is_empty()).then(|| title(&text))
    }

    /// Returns a sentence on who won according to the record and which mistake of the loser decided the
    /// game. If the record names no winner, the mistakes of both players count. Returns `None` if
    /// nothing is known.
    pub(super) fn verdict(&self, result: Option<&str>) -> Option<String> {
        let winner = result.and_then(named_winner);
        let loser = winner.map(|winner| !winner);
        let rule = match result.and_then(StatedResult::read) {
            Some(StatedResult::Win {
                by: WinMargin::Time,
                ..
            }) => " on time",
            Some(StatedResult::Win {
                by: WinMargin::Forfeit,
                ..
            }) => " by forfeit",
            _ => "",
        };
        let is_faultless = !self
            .moves
            .iter()
            .any(|it| it.mistake().is_some() && loser.is_none_or(|loser| it.color == loser));
        let at = self
            .decisive(loser)
            .map(|place| self.moves[place].cost(self.game.size()));
        let names = winner.map(|winner| (title(winner.name()), title((!winner).name())));
        match (names, at) {
            (Some((winner, loser)), Some(at)) => Some(match rule {
                "" => format!("{winner} won; {loser} lost it at {at}"),
                rule => format!("{winner} won{rule}; {loser}'s costliest mistake is {at}"),
            }),
            (Some((winner, loser)), None) if is_faultless => {
                Some(format!("{winner} won{rule}; {loser} made no mistake"))
            }
            (Some((winner, _)), None) => {
                Some(format!("{winner} won{rule}; no single move decided it"))
            }
            (None, Some(at)) => Some(format!("The costliest mistake is {at}")),
            (None, None) if is_faultless => None,
            (None, None) => Some("No single move decided the game".to_owned()),
        }
    }

    /// Totals the moves of a colour.
    pub(crate) fn summary(&self, color: Color) -> PlayerTotals {
        let area = self.game.size().area();
        let own = self.moves.iter().filter(|it| it.color == color);
        PlayerTotals::new(own, area)
    }

    /// Returns the game before the move at this index.
    pub(super) fn before(&self, place: usize) -> Game {
        let mut game = self.game.clone();
        game.undo_to(place);
        game
    }
}

/// Returns the winner that a result names: black for `B+3.5`.
pub(crate) fn named_winner(result: &str) -> Option<Color> {
    match StatedResult::read(result)? {
        StatedResult::Win { winner, .. } => Some(winner),
        _ => None,
    }
}

/// What a look has found at a position of the game.
struct Looked {
    found: Evaluation,
    /// The first choices that were not played, each with the position after it. None where the move is
    /// not judged.
    instead: Vec<(Move, Evaluation)>,
    /// The position that a setup after the same moves replaced.
    replaced: Option<Evaluation>,
}

/// Searches the positions before and after the moves at these places, each once.
fn look(
    game: &Game,
    places: &BTreeSet<usize>,
    options: &ReviewOptions,
    analyst: fn(u64, u64) -> Analyst,
    stop: &StopFlag,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Option<BTreeMap<usize, Looked>> {
    let turns = game.turns();
    let around = places.iter().flat_map(|&place| [place, place + 1]);
    let positions: BTreeSet<_> = around.filter(|&place| place <= turns.len()).collect();
    let all = positions.len();
    let work = |analyst: &mut Analyst, before: &mut Game, place: usize| {
        before.undo_to(place);
        let color = to_move(game, place);
        let found = analyst.search(before, color, stop)?;
        let mut instead = Vec::new();
        if let Some(played) = turns.get(place).map(|turn| turn.action)
            && places.contains(&place)
        {
            for &choice in found.first_choices.iter().filter(|&&it| it != played) {
                let mut other = before.clone();
                // The game may forbid a repetition that the search does not know of.
                if other.play(color, choice).is_ok() {
                    instead.push((choice, analyst.search(&other, !color, stop)?));
                }
            }
        }
        let replaced = if before.undo_setup() {
            Some(analyst.search(before, before.to_move(), stop)?)
        } else {
            None
        };
        Some(Looked {
            found,
            instead,
            replaced,
        })
    };
    let make = || analyst(options.visits, options.seed);
    let report = |done| progress(done, all);
    for_places(game, positions, options.threads, make, work, &report)
}

/// Runs `work` at several places of a game in parallel. `work` only takes moves back from a copy of the
/// game, because replaying them may be illegal under the current rules. Returns `None` if any `work`
/// did.
fn for_places<T: Send>(
    game: &Game,
    places: BTreeSet<usize>,
    threads: usize,
    make: impl Fn() -> Analyst + Sync,
    work: impl Fn(&mut Analyst, &mut Game, usize) -> Option<T> + Sync,
    report: &(dyn Fn(usize) + Sync),
) -> Option<BTreeMap<usize, T>> {
    let all = places.len();
    let threads = threads.min(all);
    let left = Mutex::new(places);
    let results = Mutex::new(BTreeMap::new());
    on_threads(threads, || {
        let (mut analyst, mut game) = (make(), game.clone());
        // In descending order, because `undo_to` cannot go forward. A guard in the loop's head would be
        // held through its body.
        let next = || lock(&left).pop_last();
        while let Some(place) = next() {
            let Some(result) = work(&mut analyst, &mut game, place) else {
                return;
            };
            let mut results = lock(&results);
            results.insert(place, result);
            report(results.len());
        }
    });
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    (results.len() == all).then_some(results)
}

/// Returns the colour that moves after this many moves.
fn to_move(game: &Game, moves: usize) -> Color {
    let turn = game.turns().get(moves);
    turn.map_or(game.to_move(), |turn| turn.color)
}
