//! Reviewing a game: every position is searched, every move judged.

use std::sync::{Mutex, PoisonError};

use super::analyst::{Analyst, Evaluation};
use super::judgement::{PositionValue, ReviewedMove, title};
use super::summary::PlayerTotals;
use ponnuki::board::Color;
use ponnuki::game::Game;
use ponnuki::player::StopFlag;
use ponnuki::threads::{lock, on_threads};

/// The settings of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReviewOptions {
    /// The number of visits for each position.
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
/// `progress` is called with the
/// number of searched positions and the total so far, which grows with the second look.
pub(crate) fn review(
    game: Game,
    options: &ReviewOptions,
    stop: &StopFlag,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Option<Review> {
    let searched = first_look(&game, options, stop, progress)?;
    let turns = game.turns().iter().zip(searched.windows(2)).enumerate();
    let moves = turns.map(|(index, (turn, around))| {
        let (found, next) = match &around[1].replaced {
            Some(replaced) => (replaced, !turn.color),
            None => (&around[1].found, to_move(&game, index + 1)),
        };
        let (found, action) = ([&around[0].found, found], (turn.color, turn.action));
        ReviewedMove::new(index + 1, action, found, around[0].better, next)
    });
    let mut moves: Vec<_> = moves.collect();
    for (place, [better, after]) in second_look(&game, &moves, options, stop, progress)? {
        moves[place].revise(better.value, &after);
        if let Some(next) = moves.get_mut(place + 1)
            && game.setup_after(place + 1).is_none()
        {
            next.before = after.value;
        }
    }
    Some(Review {
        start: searched[0].found.value,
        moves,
        game,
        options: *options,
    })
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

    /// Returns who won by the result in the record, and the costliest mistake of the loser; or
    /// the costliest mistake of both if the record names no winner.
    pub(crate) fn verdict(&self, result: Option<&str>) -> Option<String> {
        let (winner, how) = result
            .and_then(|result| result.split_once('+'))
            .unwrap_or_default();
        let winner = Color::named(winner.trim());
        let rule = match how.trim() {
            "T" | "Time" => " on time",
            "F" | "Forfeit" => " by forfeit",
            _ => "",
        };
        let is_of_loser = |it: &&ReviewedMove| winner.is_none_or(|winner| it.color != winner);
        let points = self.turning_points(self.moves.len()).into_iter();
        let costliest = points.map(|place| &self.moves[place]).find(is_of_loser);
        let at = costliest.map(|it| {
            format!(
                "move {} ({}, -{:.0} %)",
                it.number,
                it.action.name(self.game.size()),
                100.0 * it.chance_lost
            )
        });
        let names = winner.map(|winner| (title(winner.name()), title((!winner).name())));
        match (names, at) {
            (Some((winner, loser)), Some(at)) => Some(match rule {
                "" => format!("{winner} won; {loser} lost it at {at}"),
                rule => format!("{winner} won{rule}; {loser}'s costliest mistake is {at}"),
            }),
            (Some((winner, loser)), None) => {
                Some(format!("{winner} won{rule}; {loser} made no mistake"))
            }
            (None, Some(at)) => Some(format!("The costliest mistake is {at}")),
            (None, None) => None,
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

/// The searches of a position and of its first choice.
struct SearchedGame {
    found: Evaluation,
    /// The value after the first choice, unless that was played or no move follows.
    better: Option<PositionValue>,
    /// The position that a setup after the same moves replaced.
    replaced: Option<Evaluation>,
}

/// Searches the positions before and after each move, and those replaced by a setup.
fn first_look(
    game: &Game,
    options: &ReviewOptions,
    stop: &StopFlag,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Option<Vec<SearchedGame>> {
    let last = game.turns().len();
    let work = |analyst: &mut Analyst, before: &mut Game, place: usize| {
        before.undo_to(place);
        let color = to_move(game, place);
        let found = analyst.search(before, color, stop)?;
        let best = found.moves[0];
        let played = game.turns().get(place).map(|turn| turn.action);
        let mut better = None;
        if played.is_some_and(|played| played != best) {
            let mut after = before.clone();
            // The game may forbid a repetition that the search does not know of.
            if after.play(color, best).is_ok() {
                better = Some(analyst.search(&after, !color, stop)?.value);
            }
        }
        let replaced = if before.undo_setup() {
            Some(analyst.search(before, before.to_move(), stop)?)
        } else {
            None
        };
        Some(SearchedGame {
            found,
            better,
            replaced,
        })
    };
    let make = || Analyst::new(options.visits, options.seed);
    let report = |done| progress(done, last + 1);
    let places = (0..=last).collect();
    let found = for_places(game, places, options.threads, make, work, &report)?;
    Some(found.into_iter().map(|(_, searched)| searched).collect())
}

/// Searches suspected mistakes again, for longer. Returns the positions after the first
/// choice and after the move, by the index of the move.
fn second_look(
    game: &Game,
    moves: &[ReviewedMove],
    options: &ReviewOptions,
    stop: &StopFlag,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Option<Vec<(usize, [Evaluation; 2])>> {
    let suspects = (0..moves.len()).filter(|&place| moves[place].is_suspect());
    let places: Vec<_> = suspects.collect();
    let work = |analyst: &mut Analyst, before: &mut Game, place: usize| {
        let ReviewedMove { color, better, .. } = &moves[place];
        before.undo_to(place + 1);
        let next = if before.undo_setup() {
            before.to_move()
        } else {
            to_move(game, place + 1)
        };
        let after = analyst.search(before, next, stop)?;
        before.undo_to(place);
        let mut instead = before.clone();
        // The first search has played this move, so it is legal.
        instead.play(*color, better.as_ref()?.line[0]).ok()?;
        Some([analyst.search(&instead, !*color, stop)?, after])
    };
    let make = || Analyst::for_second_look(options.visits, options.seed);
    let first = moves.len() + 1;
    let all = first + places.len();
    let report = |done| progress(first + done, all);
    for_places(game, places, options.threads, make, work, &report)
}

/// Runs `work` at several indices of a game in parallel, and returns the results in order.
/// `work` only takes moves back from a copy of the game, because replaying them may be
/// illegal under the current rules. Returns `None` if any `work` did.
fn for_places<T: Send>(
    game: &Game,
    places: Vec<usize>,
    threads: usize,
    make: impl Fn() -> Analyst + Sync,
    work: impl Fn(&mut Analyst, &mut Game, usize) -> Option<T> + Sync,
    report: &(dyn Fn(usize) + Sync),
) -> Option<Vec<(usize, T)>> {
    let all = places.len();
    let threads = threads.min(all);
    let left = Mutex::new(places);
    let results = Mutex::new(Vec::new());
    on_threads(threads, || {
        let (mut analyst, mut game) = (make(), game.clone());
        // Popped in descending order, because `undo_to` cannot go forward. A guard in the
        // loop's head would be held through its body.
        let next = || lock(&left).pop();
        while let Some(place) = next() {
            let Some(result) = work(&mut analyst, &mut game, place) else {
                return;
            };
            let mut results = lock(&results);
            results.push((place, result));
            report(results.len());
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|&(place, _)| place);
    (results.len() == all).then_some(results)
}

/// Returns the colour that moves after this many moves.
fn to_move(game: &Game, moves: usize) -> Color {
    let turn = game.turns().get(moves);
    turn.map_or(game.to_move(), |turn| turn.color)
}
