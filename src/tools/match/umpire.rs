//! Plays one game between two programs and checks every move against the rules.

mod scores;

use std::collections::HashSet;
use std::sync::Mutex;
use std::time::Duration;

use super::adjudication::{AtMaxMoves, PositionJudge, WinRateReports};
use super::contender::{Contender, MoveReply};
use super::end::{GameEnd, GameVerdict};
use super::plan::Plan;
use super::record::{
    Ending, GameRecord, RecordOpening, RecordStones, RefereeFault, SCHEMA, Scores, TimeSpent,
    Times, now, points,
};
use super::referee::Referee;
use super::settings::MatchSettings;
use crate::cli::clock::Countdown;
use crate::client::{Fault, FaultKind, Interrupt, excerpt};
use ponnuki_core::board::{ByColor, Color, Coordinates, PointSet};
use ponnuki_core::game::{Game, Move, Outcome};
use ponnuki_core::rules::Score;
use ponnuki_core::threads::lock;

/// The grace period after a clock has run out, because a program that still answers
/// need not be restarted.
const GRACE: Duration = Duration::from_secs(5);

/// The time to wait for an interrupt after a program has died: a cluster signals all
/// processes of a job in any order, so the signal may reach the program first.
const SIGNALS: Duration = Duration::from_millis(300);

/// A game that was played to its end, for the results file and for SGF.
#[derive(Clone, Debug)]
pub(crate) struct PlayedGame {
    pub(crate) record: GameRecord,
    pub(crate) game: Game,
}

#[derive(Clone, Debug)]
pub(super) enum UnplayedGame {
    /// The match was interrupted after these moves. No program is to blame.
    Interrupted(Box<Game>),
    /// A program cannot be made ready for its first game, or the system cannot start
    /// it. The string names the program and the reason.
    Unfit(String),
}

pub(super) struct Umpire<'a> {
    settings: &'a MatchSettings,
    fingerprint: &'a str,
    plan: &'a Plan,
    interrupt: &'a Interrupt,
    /// The programs by their colours in this game.
    contenders: ByColor<&'a mut Contender>,
    referee: Option<&'a mut Referee>,
    /// The players about which the log has warned that they report no win rates.
    warned: &'a Mutex<HashSet<usize>>,
    game: Game,
    countdowns: ByColor<Option<Countdown>>,
    /// The times of the moves that each side was asked for.
    times: ByColor<Vec<Duration>>,
    /// The colour whose program has not received the last move yet.
    uninformed: Option<Color>,
    reports: WinRateReports,
    judge: Option<PositionJudge>,
}

impl<'a> Umpire<'a> {
    pub(super) fn new(
        settings: &'a MatchSettings,
        fingerprint: &'a str,
        plan: &'a Plan,
        interrupt: &'a Interrupt,
        contenders: ByColor<&'a mut Contender>,
        referee: Option<&'a mut Referee>,
        warned: &'a Mutex<HashSet<usize>>,
    ) -> Self {
        let (size, rules, komi) = (settings.size, settings.rules, &settings.komi);
        let game = plan.opening.game(size, rules, komi);
        Self {
            settings,
            fingerprint,
            plan,
            interrupt,
            contenders,
            referee,
            warned,
            game,
            countdowns: plan
                .players
                .map(|player| settings.time_of(player).map(Countdown::new)),
            times: ByColor::default(),
            uninformed: None,
            reports: WinRateReports::default(),
            judge: settings.adjudication.judge.map(PositionJudge::new),
        }
    }

    pub(super) fn play(mut self) -> Result<PlayedGame, UnplayedGame> {
        let mut found = self.prepare()?;
        let mut end = loop {
            if let Some(end) = found {
                break end;
            }
            if self.interrupt.is_raised() {
                return Err(UnplayedGame::Interrupted(Box::new(self.game)));
            }
            found = match self.next_move() {
                None => self.judge()?,
                end => end,
            };
        };
        let mut scores = self.scores(&mut end);
        let referee_fault = self.referee_score(&mut end, &mut scores)?;
        // A program that an interrupt killed is not at fault.
        let is_remarked = !end.detail.is_empty() && !end.how.is_adjudicated();
        let has_fault = referee_fault.is_some() || is_remarked;
        let may_be_ended =
            referee_fault.is_some() || matches!(end.how, Ending::Crash | Ending::Passes);
        let wait = if may_be_ended {
            SIGNALS
        } else {
            Duration::ZERO
        };
        if has_fault && self.interrupt.is_raised_within(wait) {
            return Err(UnplayedGame::Interrupted(Box::new(self.game)));
        }
        Ok(self.record(end, scores, referee_fault))
    }

    /// Prepares both programs at the same time, and the referee for its first game.
    fn prepare(&mut self) -> Result<Option<GameEnd>, UnplayedGame> {
        let mut faults = ByColor::default();
        for color in Color::BOTH {
            let seed = self.plan.seeds[color];
            let contender = &mut *self.contenders[color];
            faults[color] = contender
                .prepare(self.settings, self.plan, Some(seed))
                .err();
        }
        for color in Color::BOTH {
            if faults[color].is_none() {
                faults[color] = self.contenders[color].ready().err();
            }
        }
        for color in Color::BOTH {
            if let Some(fault) = &faults[color]
                && (fault.is_unstarted || !self.contenders[color].is_proven())
            {
                let player = &self.settings.players[self.plan.players[color]];
                let who = format!("player {}", player.label);
                return Err(self.unfit(fault.explain(&who, &player.command)));
            }
        }
        if let Some(referee) = &mut self.referee
            && let Err(fault) = referee.prove(self.settings, self.plan)
        {
            return Err(self.unfit_referee(&fault));
        }
        if self.interrupt.is_raised() {
            return Err(UnplayedGame::Interrupted(Box::new(self.game.clone())));
        }
        if faults.black.is_none() && faults.white.is_none() {
            self.warn_of_silence();
        }
        // If both programs fail, Black loses.
        let lost = Color::BOTH
            .into_iter()
            .find_map(|color| Some((color, faults[color].take()?)));
        Ok(lost.map(|(color, fault)| self.lost(color, fault)))
    }

    /// Returns `what` as the reason why the game cannot be played, unless an interrupt
    /// is the cause.
    fn unfit(&self, what: String) -> UnplayedGame {
        if self.interrupt.is_raised() {
            UnplayedGame::Interrupted(Box::new(self.game.clone()))
        } else {
            UnplayedGame::Unfit(what)
        }
    }

    fn unfit_referee(&self, fault: &Fault) -> UnplayedGame {
        let command = self.settings.referee.as_deref().unwrap_or_default();
        self.unfit(fault.explain("the referee", command))
    }

    /// Ends the game because of a fault of one program, and kills that program.
    fn lost(&mut self, color: Color, fault: Fault) -> GameEnd {
        let fault = self.contenders[color].fail(fault);
        GameEnd::won(fault.kind.into(), !color).because(format!("{color} {fault}"))
    }

    fn next_move(&mut self) -> Option<GameEnd> {
        if let Some(end) = self.over() {
            return Some(end);
        }
        let color = self.game.to_move();
        let last = (self.uninformed == Some(color))
            .then(|| self.game.turns().last())
            .flatten()
            .map(|turn| turn.action.name(self.settings.size));
        let countdown = self.countdowns[color];
        let limit = countdown.map_or(self.settings.move_timeout, |clock| {
            (clock.longest_move() + GRACE).min(self.settings.move_timeout)
        });
        let time_left = countdown.map(|clock| clock.left());
        let contender = &mut *self.contenders[color];
        let wants_report = self.settings.adjudication.needs_reports();
        let asked = contender.gen_move(color, last.as_deref(), time_left, limit, wants_report);
        let (MoveReply { text, win_rate }, time) = match asked {
            Ok(answered) => answered,
            Err(fault) => {
                // Counted as a move, without time.
                self.times[color].push(Duration::ZERO);
                let ran_out = countdown.is_some_and(|clock| clock.longest_move() < limit);
                let is_late = fault.kind == FaultKind::Hang && ran_out;
                let mut end = self.lost(color, fault);
                if is_late {
                    end.how = Ending::Time;
                }
                return Some(end);
            }
        };
        self.uninformed = None;
        self.times[color].push(time);
        if let Some(clock) = &mut self.countdowns[color]
            && !clock.spend(time)
        {
            let end = GameEnd::won(Ending::Time, !color);
            return Some(end.because(format!("{color}'s clock ran out")));
        }
        self.reports.add(color, win_rate);
        self.take(color, &text).or_else(|| self.agreed())
    }

    /// Plays the move in a program's answer. Returns the end of the game, if the game is over.
    fn take(&mut self, color: Color, answer: &str) -> Option<GameEnd> {
        let action = if answer.eq_ignore_ascii_case("pass") {
            Move::Pass
        } else if answer.eq_ignore_ascii_case("resign") {
            return Some(GameEnd::won(Ending::Resign, !color));
        } else {
            let Ok(at) = answer.parse::<Coordinates>() else {
                let answer = excerpt(answer.as_bytes());
                let detail = format!("answered '{answer}', which is not a move");
                return Some(self.lost(color, Fault::malformed(detail)));
            };
            let Some(point) = self.settings.size.point(at) else {
                let detail = format!("played {at}, which is off the board");
                return Some(self.lost(color, Fault::new(FaultKind::Illegal, detail)));
            };
            Move::Play(point)
        };
        if let Err(reason) = self.game.play(color, action) {
            let name = action.name(self.settings.size);
            let detail = format!("played {name}, which is illegal: {reason}");
            return Some(self.lost(color, Fault::new(FaultKind::Illegal, detail)));
        }
        self.uninformed = Some(!color);
        self.over()
    }

    fn over(&self) -> Option<GameEnd> {
        let (how, verdict) = match self.game.outcome() {
            Some(Outcome::TwoPasses) => (Ending::Passes, GameVerdict::Counted),
            Some(Outcome::NoResult { .. }) => (Ending::Repetition, GameVerdict::Void),
            Some(Outcome::Resignation { winner }) => (Ending::Resign, GameVerdict::Won(winner)),
            None => return self.at_max_moves(),
        };
        Some(GameEnd::new(how, verdict))
    }

    fn record(
        self,
        end: GameEnd,
        scores: Scores,
        referee_fault: Option<RefereeFault>,
    ) -> PlayedGame {
        let (result, winner) = end.result(&scores);
        let size = self.settings.size;
        let named = |stones: &PointSet| {
            let names = stones.names(size);
            names.split_whitespace().map(str::to_owned).collect()
        };
        let game = self.game;
        let start = game.start();
        let opening = &self.plan.opening;
        let moves = game.turns().iter().map(|turn| turn.action.name(size));
        let record = GameRecord {
            schema: SCHEMA,
            fingerprint: self.fingerprint.to_owned(),
            game: self.plan.game,
            pair: self.settings.pair_of_games(self.plan.game),
            black: self.contenders.black.participant(self.plan.seeds.black),
            white: self.contenders.white.participant(self.plan.seeds.white),
            size,
            rules: self.settings.rules,
            komi: self.settings.komi.clone(),
            handicap: start.handicap,
            stones: RecordStones {
                black: named(&start.stones.black),
                white: named(&start.stones.white),
            },
            first: start.to_move,
            opening: (!opening.from.is_empty()).then(|| RecordOpening {
                from: opening.from.clone(),
                moves: opening.moves.len(),
            }),
            moves: moves.collect(),
            result,
            winner,
            end: end.how,
            detail: end.detail,
            scores,
            referee_fault,
            time: Times {
                black: TimeSpent::new(&self.times.black),
                white: TimeSpent::new(&self.times.white),
                ended: Some(now()),
            },
            run: None,
        };
        PlayedGame { record, game }
    }
}

/// The rules of the match that end a game before the players do, or at the move limit.
impl Umpire<'_> {
    /// Warns, once per player, that the player reports no win rates although a rule needs them.
    fn warn_of_silence(&self) {
        if !self.settings.adjudication.needs_reports() {
            return;
        }
        for color in Color::BOTH {
            let contender = &self.contenders[color];
            if contender.style().is_none() && lock(self.warned).insert(self.plan.players[color]) {
                contender.warn_of_silence();
            }
        }
    }

    /// Returns the end of the game, if the win rates reported by both sides decide it.
    fn agreed(&self) -> Option<GameEnd> {
        self.reports.end(&self.settings.adjudication)
    }

    fn at_max_moves(&self) -> Option<GameEnd> {
        let settings = self.settings;
        let verdict = match settings.adjudication.at_max_moves {
            AtMaxMoves::Void => GameVerdict::Void,
            AtMaxMoves::Score => GameVerdict::Counted,
        };
        let is_at_limit = self.game.turns().len() >= settings.max_moves;
        is_at_limit.then(|| GameEnd::new(Ending::MaxMoves, verdict))
    }

    /// Judges the position, if a judgement is due. Returns the end of the game, if the
    /// last two judgements agree. The clocks are stopped meanwhile.
    fn judge(&mut self) -> Result<Option<GameEnd>, UnplayedGame> {
        let moves = self.game.turns().len();
        let judge = self.judge.as_mut().filter(|judge| judge.is_due(moves));
        let (Some(judge), Some(referee)) = (judge, &mut self.referee) else {
            return Ok(None);
        };
        match referee.judge(self.settings, self.plan, &self.game) {
            Ok(score) => {
                let score = Score::from_points(points(&score).unwrap_or(0.0));
                Ok(judge.hear(moves, score))
            }
            Err(fault) => {
                let RefereeFault { end, detail } = self.referee_fault(&fault)?;
                let detail = format!("at move {moves}: {detail}");
                if !self.interrupt.is_raised() {
                    let game = self.plan.game;
                    log::warn!("referee: {detail}; it judges game {game} no further");
                }
                if let Some(judge) = &mut self.judge {
                    judge.fault = Some(RefereeFault { end, detail });
                }
                Ok(None)
            }
        }
    }
}
