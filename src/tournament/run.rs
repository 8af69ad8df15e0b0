//! Plays the games of a match, several at a time.

use std::collections::HashSet;
use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::sync::Mutex;
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use super::contender::Contender;
use super::handicap_ladder::HandicapLadder;
use super::plan::Plan;
use super::record::GameRecord;
use super::settings::{Beginning, Entrant, MatchSettings, Shard};
use super::umpire::{PlayedGame, Umpire, Unplayed};
use super::watchdog::{Interrupt, lock};
use crate::board::ByColor;
use crate::game::Game;

/// A match: its settings, how many games it has and which of them are played
/// here.
#[derive(Clone)]
pub struct Match {
    /// What decides the games.
    pub settings: MatchSettings,
    /// The number of games of the whole match.
    pub games: u64,
    /// The games of the match that are played here.
    pub shard: Shard,
    /// How many games are played at the same time, each by programs of its
    /// own. A ladder is played one game after another whatever this says.
    pub threads: usize,
    /// Ends the match early.
    pub interrupt: Interrupt,
}

/// What happens in a match.
#[derive(Debug)]
pub enum Event {
    /// A game has ended.
    Played(Box<PlayedGame>),
    /// A game was interrupted. It has no record and will be played again.
    Unfinished {
        /// Its number.
        game: u64,
        /// Its moves so far.
        played: Box<Game>,
    },
}

/// What follows an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The match goes on.
    Continue,
    /// No new games begin; those that are running are played to their end.
    Enough,
}

/// Why a match ends before all games are played.
#[derive(Debug, PartialEq, Eq)]
pub enum MatchError<E = Infallible> {
    /// A program that has never been ready for a game is not now either.
    Unfit(String),
    /// The games of a ladder so far are not the first ones of the match.
    Gap,
    /// Whoever sees the events cannot go on.
    Seen(E),
}

impl<E: fmt::Display> fmt::Display for MatchError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unfit(what) => write!(f, "player {what}"),
            Self::Gap => f.write_str("the games of a ladder must follow one another"),
            Self::Seen(error) => write!(f, "{error}"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> Error for MatchError<E> {}

/// What a thread tells.
enum Told {
    Event(Event),
    Unfit(String),
}

/// What the threads share.
struct Todo {
    /// The games that nobody has begun, the last first.
    games: Vec<u64>,
    ladder: HandicapLadder,
}

impl Match {
    /// The numbers of the games that are played here.
    pub fn numbers(&self) -> impl Iterator<Item = u64> {
        (0..self.games).filter(|&game| self.settings.is_in(self.shard, game))
    }

    /// Plays all games but those that are `done`, and shows `see` what happens,
    /// in the order in which games end.
    ///
    /// # Errors
    /// See [`MatchError`]. Games that are running are then given up.
    pub fn run<E>(
        &self,
        done: &[GameRecord],
        mut see: impl FnMut(Event) -> Result<Flow, E>,
    ) -> Result<(), MatchError<E>> {
        let todo = Mutex::new(self.todo(done).ok_or(MatchError::Gap)?);
        let is_ladder = matches!(self.settings.beginning, Beginning::Ladder);
        let threads = if is_ladder { 1 } else { self.threads.max(1) };
        let (teller, told) = mpsc::sync_channel(4 * threads);
        thread::scope(|scope| {
            for _ in 0..threads {
                let teller = teller.clone();
                scope.spawn(|| self.work(&todo, &{ teller }));
            }
            drop(teller);
            let mut result = Ok(());
            for event in told {
                let seen = match event {
                    Told::Event(event) => see(event).map_err(MatchError::Seen),
                    Told::Unfit(what) => Err(MatchError::Unfit(what)),
                };
                match seen {
                    Ok(Flow::Continue) => {}
                    Ok(Flow::Enough) => lock(&todo).games.clear(),
                    Err(error) => {
                        self.interrupt.raise();
                        // The first error is the cause of the others.
                        if result.is_ok() {
                            result = Err(error);
                        }
                    }
                }
            }
            result
        })
    }

    /// What is left to play; `None` when a ladder has a gap.
    fn todo(&self, done: &[GameRecord]) -> Option<Todo> {
        let known: HashSet<u64> = done.iter().map(|record| record.game).collect();
        let mut games: Vec<u64> = self
            .numbers()
            .filter(|game| !known.contains(game))
            .collect();
        games.reverse();
        let mut ladder = HandicapLadder::default();
        if matches!(self.settings.beginning, Beginning::Ladder) {
            let mut done: Vec<&GameRecord> = done.iter().collect();
            done.sort_by_key(|record| record.game);
            for (game, record) in (0..).zip(done) {
                if record.game != game || record.handicap != ladder.handicap() {
                    return None;
                }
                ladder.step(record.winner, self.most_handicap());
            }
        }
        Some(Todo { games, ladder })
    }

    /// The most handicap stones that there is room for.
    const fn most_handicap(&self) -> usize {
        self.settings.size.area() - 1
    }

    /// Plays games until none are left.
    fn work(&self, todo: &Mutex<Todo>, teller: &SyncSender<Told>) {
        let contender = |player: &Entrant| Contender::new(player.clone(), self.interrupt.clone());
        let mut contenders: Vec<_> = self.settings.players.iter().map(contender).collect();
        let mut referee = self.settings.referee.as_ref().map(|command| {
            contender(&Entrant {
                label: "referee".to_owned(),
                command: command.clone(),
            })
        });
        let fingerprint = self.settings.fingerprint();
        while !self.interrupt.is_raised() {
            let plan = {
                let mut todo = lock(todo);
                let Some(game) = todo.games.pop() else { break };
                Plan::new(&self.settings, game, todo.ladder.handicap())
            };
            let ByColor { black, white } = plan.players;
            let Ok([black, white]) = contenders.get_disjoint_mut([black, white]) else {
                break;
            };
            let contenders = ByColor { black, white };
            let umpire = Umpire::new(
                &self.settings,
                &fingerprint,
                &plan,
                &self.interrupt,
                contenders,
            );
            let told = match umpire.play(referee.as_mut()) {
                Ok(played) => {
                    let winner = played.record.winner;
                    lock(todo).ladder.step(winner, self.most_handicap());
                    Told::Event(Event::Played(Box::new(played)))
                }
                Err(Unplayed::Interrupted(played)) => Told::Event(Event::Unfinished {
                    game: plan.game,
                    played,
                }),
                Err(Unplayed::Unfit(what)) => Told::Unfit(what),
            };
            let is_unfit = matches!(told, Told::Unfit(_));
            if teller.send(told).is_err() || is_unfit {
                break;
            }
        }
        for contender in contenders.iter_mut().chain(referee.as_mut()) {
            contender.quit();
        }
    }
}
