//! Plays the games of a match, several at the same time.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use super::contender::Contender;
use super::plan::Plan;
use super::referee::Referee;
use super::schedule::Shard;
use super::settings::{Entrant, MatchSettings};
use super::umpire::{PlayedGame, Umpire, UnplayedGame};
use crate::cli::failure::Failure;
use crate::client::Interrupt;
use ponnuki_core::board::ByColor;
use ponnuki_core::game::Game;
use ponnuki_core::threads::{lock, warn_of_missing, with_helpers};

/// A match, and the part of it that is played here.
#[derive(Clone)]
pub(crate) struct Match {
    pub(crate) settings: MatchSettings,
    pub(crate) games: u64,
    pub(crate) shard: Shard,
    /// The number of games played at the same time, each with its own processes.
    pub(crate) threads: usize,
    pub(crate) interrupt: Interrupt,
}

#[derive(Debug)]
pub(crate) enum MatchEvent {
    Played(Box<PlayedGame>),
    /// A game was interrupted. It has no record and will be played again when
    /// the match continues.
    Unfinished {
        game: u64,
        played: Box<Game>,
    },
}

/// The state that the threads of a match share.
struct Schedule<'a> {
    /// The next game to consider. All games from this number on are left to play,
    /// except those in `done`; `None` if no game is to begin.
    next: Option<u64>,
    done: &'a HashSet<u64>,
    /// The first error of the match, the cause of the others.
    result: Result<(), Failure>,
}

impl Match {
    pub(crate) fn games_here(&self) -> u64 {
        self.settings.games_in(self.shard, self.games)
    }

    pub(crate) fn plays(&self, game: u64) -> bool {
        game < self.games && self.settings.is_in(self.shard, game)
    }

    fn next(&self, from: u64) -> Option<u64> {
        let next = self.settings.next_in(self.shard, from)?;
        (next < self.games).then_some(next)
    }

    /// Plays all games except those in `done`, and passes the events to `on_event` one
    /// at a time, in the order in which games end. After a break no new games begin, and
    /// running ones are played to their end. Fewer games run at the same time if
    /// the system cannot start all threads.
    ///
    /// # Errors
    /// If a program cannot be made ready for its first game, or if `on_event` fails. Running
    /// games are then abandoned.
    pub(crate) fn run(
        &self,
        done: &HashSet<u64>,
        on_event: impl FnMut(MatchEvent) -> Result<ControlFlow<()>, Failure> + Send,
    ) -> Result<(), Failure> {
        let warned = Mutex::default();
        let todo = Mutex::new(Schedule {
            next: self.next(0),
            done,
            result: Ok(()),
        });
        let threads = self.threads.max(1);
        let on_event = Mutex::new(on_event);
        let work = || self.work(&todo, &warned, &on_event);
        with_helpers(threads - 1, work, |started| {
            warn_of_missing(threads, started + 1);
            work();
        });
        todo.into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .result
    }

    /// Takes the next game to play.
    fn take(&self, todo: &Mutex<Schedule<'_>>) -> Option<Plan> {
        let after = |game: u64| self.next(game.checked_add(1)?);
        let mut todo = lock(todo);
        while !self.interrupt.is_raised() {
            let game = todo.next?;
            todo.next = after(game);
            if !todo.done.contains(&game) {
                return Some(Plan::new(&self.settings, game));
            }
        }
        None
    }

    /// Plays games on one thread until none are left. `warned` holds the players about
    /// which the log has warned.
    fn work(
        &self,
        todo: &Mutex<Schedule<'_>>,
        warned: &Mutex<HashSet<usize>>,
        on_event: &Mutex<impl FnMut(MatchEvent) -> Result<ControlFlow<()>, Failure>>,
    ) {
        let contender = |player: &Entrant| Contender::new(player.clone(), self.interrupt.clone());
        let mut contenders: Vec<_> = self.settings.players.iter().map(contender).collect();
        let mut referee = Referee::new(&self.settings, &self.interrupt);
        let fingerprint = self.settings.fingerprint();
        while let Some(plan) = self.take(todo) {
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
                referee.as_mut(),
                warned,
            );
            let event = match umpire.play() {
                Ok(played) => Ok(MatchEvent::Played(Box::new(played))),
                Err(UnplayedGame::Interrupted(played)) => Ok(MatchEvent::Unfinished {
                    game: plan.game,
                    played,
                }),
                Err(UnplayedGame::Unfit(what)) => Err(unplayable(&what)),
            };
            let is_unfit = event.is_err();
            self.handle(event, todo, &mut *lock(on_event));
            if is_unfit {
                break;
            }
        }
        for contender in &mut contenders {
            contender.quit();
        }
        if let Some(referee) = &mut referee {
            referee.quit();
        }
    }

    /// Passes an event on. Ends the match if the handler fails or has enough games.
    fn handle(
        &self,
        event: Result<MatchEvent, Failure>,
        todo: &Mutex<Schedule<'_>>,
        on_event: &mut impl FnMut(MatchEvent) -> Result<ControlFlow<()>, Failure>,
    ) {
        match event.and_then(on_event) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => lock(todo).next = None,
            Err(error) => {
                self.interrupt.raise();
                let result = &mut lock(todo).result;
                if result.is_ok() {
                    *result = Err(error);
                }
            }
        }
    }
}

fn unplayable(reason: &str) -> Failure {
    Failure::new(format_args!("the match cannot be played: {reason}"))
}
