//! The clean-up phases, in which a game under territory rules is played out: the phase, the
//! blocked kos, and the plays that lift a block.
//!
//! The rules are KataGo's (<https://lightvector.github.io/KataGo/rules.html>). The end of the
//! main phase begins the first clean-up, the end of that the second, and the end of that the
//! game. A ko that is taken in a clean-up stays *blocked*, as with the pass for a ko of the
//! Japanese rules of 1989:
//!
//! ```text
//! . X O .        . X O .        The white stone at B2 has taken a ko. Black's play at B2
//! X . X O        X O . O        or C2 lifts the block: the board stays, the turn passes,
//! . X O .        . X O .        and it is no pass. After that Black may retake.
//! ```

use std::fmt;

use super::history::HistoryEntry;
use super::{Game, Move, Turn};
use crate::board::{ByColor, Color, IllegalMove, Point, PointSet, Preview};
use crate::rules::{KoRule, Rules};

/// The phase of a game. Only games under rules with clean-up phases leave the main phase.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::game::Phase;
/// use ponnuki::{BoardSize, Game, Komi, Move, Preset};
///
/// let rules = Preset::JapanesePlayout.rules();
/// let mut game = Game::new(BoardSize::square(9)?, rules, Komi::default());
/// while game.phase() < Phase::SecondCleanup {
///     game.play(game.to_move(), Move::Pass)?;
/// }
/// assert_eq!(game.turns().len(), 4);
/// assert_eq!(game.phase().to_string(), "second clean-up");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Play by the ko rule of the game.
    #[default]
    Main,
    /// Plays without a ko rule except for blocked kos. They cost a point each, as in the main
    /// phase.
    FirstCleanup,
    /// Plays as in the first clean-up, but free of cost.
    SecondCleanup,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Main => "main",
            Self::FirstCleanup => "first clean-up",
            Self::SecondCleanup => "second clean-up",
        })
    }
}

/// The occurrences of the same position after which a game has no result.
const MAX_OCCURRENCES: usize = 3;

/// The clean-up of a game: its state after each turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Cleanup(Vec<CleanupState>);

/// The state of the clean-up between two turns.
#[derive(Clone, Copy, Debug, Default)]
struct CleanupState {
    phase: Phase,
    /// The number of turns before the phase began.
    begun: usize,
    /// The stones that took a ko and that no ko capture may take.
    blocked: PointSet,
    /// The stones that Black has played in excess of White in the second clean-up.
    free_excess: i32,
    /// Whether the turn before took a ko in a clean-up.
    took_ko: bool,
    is_over: bool,
}

impl Cleanup {
    /// Returns the clean-up, if the rules have one, of a game that has had this many turns, all
    /// in the main phase, which has `begun` after some of them.
    pub(super) fn under(rules: Rules, turns: usize, begun: usize) -> Option<Box<Self>> {
        let state = CleanupState {
            begun,
            ..CleanupState::default()
        };
        let played_out = rules.is_played_out();
        played_out.then(|| Box::new(Self(vec![state; turns])))
    }

    fn after(&self, turns: usize) -> CleanupState {
        turns
            .checked_sub(1)
            .map_or_else(CleanupState::default, |last| self.0[last])
    }

    fn now(&self) -> CleanupState {
        self.after(self.0.len())
    }

    pub(super) fn is_over(&self) -> bool {
        self.now().is_over
    }

    pub(super) fn take_back(&mut self) {
        self.0.pop();
    }
}

impl Game {
    /// Returns the phase of the game.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::game::Phase;
    /// use ponnuki::{BoardSize, Color, Game, Komi, Move, Outcome, Preset};
    ///
    /// let rules = Preset::JapanesePlayout.rules();
    /// let mut game = Game::new(BoardSize::square(5)?, rules, Komi::default());
    /// for phase in [Phase::Main, Phase::FirstCleanup, Phase::SecondCleanup] {
    ///     assert_eq!((game.phase(), game.outcome()), (phase, None));
    ///     game.play(Color::Black, Move::Pass)?;
    ///     game.play(Color::White, Move::Pass)?;
    /// }
    /// assert_eq!(game.outcome(), Some(Outcome::TwoPasses));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn phase(&self) -> Phase {
        self.cleanup
            .as_ref()
            .map_or(Phase::Main, |cleanup| cleanup.now().phase)
    }

    /// Returns the stones of both colours that have taken a ko in the current clean-up and
    /// may not be retaken.
    pub fn blocked(&self) -> PointSet {
        self.cleanup
            .as_ref()
            .map_or(PointSet::EMPTY, |cleanup| cleanup.now().blocked)
    }

    /// Returns the points where a play of a colour is legal now: those where it may put a stone,
    /// and those where it lifts the block of a ko.
    pub fn playable_points(&self, color: Color) -> PointSet {
        self.legal_points(color) | self.lifting_points(color)
    }

    /// Returns the points, empty or occupied, where a play of a colour now lifts the block of
    /// a ko and leaves the board alone.
    pub fn lifting_points(&self, color: Color) -> PointSet {
        let blocked = self.blocked() & self.board.stones(!color);
        if blocked.is_empty() {
            return PointSet::EMPTY;
        }
        let points = (blocked | blocked.neighbours(self.size())) & self.board.points();
        let lifts = |point: &Point| self.lifted_block(color, *point).is_some();
        points.iter().filter(lifts).collect()
    }

    /// Returns the blocked stone whose block a play would lift: the stone itself if it is
    /// alone and in atari, or the stone that the play would take as a ko.
    pub(super) fn lifted_block(&self, color: Color, point: Point) -> Option<Point> {
        let blocked = self.cleanup.as_ref()?.now().blocked;
        if !self.board.points().contains(point) {
            return None;
        }
        let stone = if let Some(owner) = self.board.at(point) {
            (owner != color && self.is_lone_in_atari(point)).then_some(point)
        } else {
            let around = PointSet::single(point).neighbours(self.size()) & self.board.points();
            if !around.is_subset(&self.board.stones(!color)) {
                return None;
            }
            self.board.removed_by(color, point).captured.only()
        };
        stone.filter(|&stone| blocked.contains(stone))
    }

    /// Previews a play in a clean-up if it is legal. A play that lifts a block leaves the
    /// board as it is, even on a stone.
    pub(super) fn judge_cleanup(
        &self,
        cleanup: &Cleanup,
        color: Color,
        point: Point,
    ) -> Result<Preview, IllegalMove> {
        if self.lifted_block(color, point).is_some() {
            return Ok(Preview {
                captured: 0,
                suicided: 0,
                hash: self.board.hash(),
            });
        }
        let preview = self.board.preview(color, point)?;
        if !self.rules.suicide.permits(preview.suicided) {
            return Err(IllegalMove::Suicide);
        }
        // A player may take the same ko on the same board only once in a phase.
        let now = self.latest_recorded();
        let begun = cleanup.now().begun;
        let has_taken = (begun..self.turns.len()).any(|before| {
            let turn = &self.turns[before];
            cleanup.0[before].took_ko
                && (turn.color, turn.action) == (color, Move::Play(point))
                && self.recorded_after(before).is_same_position(now)
        });
        if has_taken {
            return Err(IllegalMove::Ko);
        }
        Ok(preview)
    }

    /// Brings the clean-up up to date with the last turn.
    pub(super) fn follow_cleanup(&mut self) {
        let (Some(cleanup), Some(turn)) = (&self.cleanup, self.turns.last()) else {
            return;
        };
        let before = cleanup.now();
        let mut state = CleanupState {
            took_ko: false,
            is_over: false,
            ..before
        };
        let turns = self.turns.len();
        if let Move::Play(point) = turn.action {
            if let Some(stone) = turn.lifted {
                state.blocked.remove(stone);
            } else if before.phase > Phase::Main {
                state.blocked -= self.board.empty();
                state.took_ko = turn.captured.len() == 1 && self.is_lone_in_atari(point);
                if state.took_ko {
                    state.blocked.insert(point);
                }
                if before.phase == Phase::SecondCleanup {
                    state.free_excess += turn.color.sign();
                }
            }
        } else if self.pass_ends_phase(turn.color, turns - 1) {
            let next = match before.phase {
                Phase::Main => Some(Phase::FirstCleanup),
                Phase::FirstCleanup => Some(Phase::SecondCleanup),
                Phase::SecondCleanup => None,
            };
            state.is_over = next.is_none();
            if let Some(phase) = next {
                state = CleanupState {
                    phase,
                    begun: turns,
                    ..CleanupState::default()
                };
            }
        }
        let is_play = turn.action != Move::Pass;
        if let Some(cleanup) = &mut self.cleanup {
            cleanup.0.push(state);
        }
        let repeats = self.third_occurrence().filter(|_| is_play);
        if let Some(turn) = self.turns.last_mut() {
            turn.repeats = repeats;
        }
    }

    /// Returns whether the stone on a point is a chain by itself with one liberty.
    fn is_lone_in_atari(&self, stone: Point) -> bool {
        let chain = self.board.chain(stone);
        chain.is_some_and(|chain| chain.stones.len() == 1 && chain.liberties.len() == 1)
    }

    /// Returns whether repetitions in this phase end it, or the game.
    fn counts_repetitions(&self, phase: Phase) -> bool {
        phase > Phase::Main || self.rules.ko == KoRule::Simple
    }

    /// Returns whether a pass of a colour after this many turns ends the phase: it follows
    /// another pass, or the colour has passed in the same position before. The pass for the
    /// button counts for nothing.
    pub(super) fn pass_ends_phase(&self, color: Color, turns: usize) -> bool {
        let Some(cleanup) = &self.cleanup else {
            return false;
        };
        let state = cleanup.after(turns);
        let button = match &self.before_button {
            Some((taken, _)) => *taken,
            None if self.rules.has_button && self.button().is_none() => return false,
            None => 0,
        };
        if button > turns {
            return false;
        }
        let is_pass = |turn: usize| self.turns[turn].action == Move::Pass;
        let begun = state.begun.max(button);
        let follows_pass = turns > begun && is_pass(turns - 1);
        let is_same = |before: usize| {
            is_pass(before)
                && self.turns[before].color == color
                && cleanup.after(before).blocked == state.blocked
                && self
                    .recorded_after(before)
                    .is_same_position(self.recorded_after(turns))
        };
        follows_pass || self.counts_repetitions(state.phase) && (begun..turns).any(is_same)
    }

    /// Returns the number of turns before the first occurrence of the current position since
    /// the last pass, if this is the third. Blocks and the side to move belong to the position.
    fn third_occurrence(&self) -> Option<usize> {
        let cleanup = self.cleanup.as_ref()?;
        let now = cleanup.now();
        let (turns, recorded) = (self.turns.len(), self.latest_recorded());
        if recorded.is_new() || !self.counts_repetitions(now.phase) {
            return None;
        }
        let is_pass = |turns: &usize| self.turns[*turns - 1].action == Move::Pass;
        let mut since_begun = (now.begun + 1..=turns).rev();
        let since = since_begun.find(is_pass).unwrap_or(now.begun);
        let to_move = |turns: usize| match turns.checked_sub(1) {
            Some(last) if turns > self.begun => !self.turns[last].color,
            _ => self.began_with(),
        };
        let mut occurrences = (since..=turns).filter(|&earlier| {
            to_move(earlier) == to_move(turns)
                && cleanup.after(earlier).blocked == now.blocked
                && self.recorded_after(earlier).is_same_position(recorded)
        });
        let first = occurrences.next();
        first.filter(|_| occurrences.count() + 1 >= MAX_OCCURRENCES)
    }

    /// Returns the turns of the main phase, with the pass that ended it.
    pub(super) fn main_turns(&self) -> &[Turn] {
        let Some(Cleanup(states)) = self.cleanup.as_deref() else {
            return &self.turns;
        };
        let is_later = |state: &CleanupState| state.phase > Phase::Main;
        let end = states.iter().position(is_later);
        end.map_or(&self.turns, |last| &self.turns[..=last])
    }

    /// Returns the stones that Black has played in excess of White free of cost.
    pub(super) fn free_excess(&self) -> i32 {
        self.cleanup
            .as_ref()
            .map_or(0, |cleanup| cleanup.now().free_excess)
    }

    /// Returns the stones on the board when the second clean-up began, if it has.
    pub(super) fn second_cleanup_stones(&self) -> Option<ByColor<PointSet>> {
        let state = self.cleanup.as_ref()?.now();
        let entry = self.recorded_after(state.begun);
        (state.phase == Phase::SecondCleanup).then(|| self.history.stones(entry))
    }

    /// Returns the history's entry for the position after a number of turns, not less than
    /// that of the turns before the last setup.
    pub(super) fn recorded_after(&self, turns: usize) -> HistoryEntry {
        if turns == self.begun {
            self.start_recorded
        } else {
            self.recorded[turns - 1].0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::testing::{play, position};
    use crate::game::{Outcome, Passes, perft};
    use crate::rules::Preset;

    /// Returns a game that is played out from a diagram, without komi.
    fn game(rows: &str, to_move: Color) -> Game {
        let mut game = position(rows, to_move, "0");
        game.set_rules(Preset::JapanesePlayout.rules());
        game
    }

    fn lifting(game: &Game, color: Color) -> String {
        game.lifting_points(color).names(game.size())
    }

    /// A ko that White takes at B2, and Black at C2.
    const KO: &str = ".XO./X.XO/.XO.";

    #[test]
    fn a_play_on_a_blocked_ko_only_lifts_the_block() {
        for lift in ["B2", "C2"] {
            let mut game = game(KO, Color::Black);
            play(&mut game, "pass pass pass B2");
            assert_eq!(game.phase(), Phase::FirstCleanup);
            assert_eq!(game.blocked().names(game.size()), "B2");
            assert_eq!(lifting(&game, Color::Black), "B2 C2");
            assert_eq!(lifting(&game, Color::White), "");
            let stones = game.board().position();
            play(&mut game, lift);
            assert_eq!(
                (game.board().position(), game.to_move()),
                (stones, Color::White)
            );
            assert_eq!(
                (game.blocked(), game.captures(Color::Black)),
                (PointSet::EMPTY, 0)
            );
            // The lift was no pass, so this pass does not end the phase.
            play(&mut game, "pass C2");
            assert_eq!(game.captures(Color::Black), 1);
            assert_eq!(game.blocked().names(game.size()), "C2");
        }
    }

    /// Counts the sequences of turns by trying every point.
    fn count(game: &Game, depth: usize) -> u64 {
        if depth == 0 || game.outcome().is_some() {
            return u64::from(depth == 0);
        }
        let plays = game.size().iter().map(Move::Play);
        plays
            .chain([Move::Pass])
            .map(|action| {
                let mut after = game.clone();
                match after.play(game.to_move(), action) {
                    Ok(_) => count(&after, depth - 1),
                    Err(_) => 0,
                }
            })
            .sum()
    }

    #[test]
    fn perft_counts_the_plays_that_lift_a_block() {
        let mut game = game(KO, Color::Black);
        play(&mut game, "pass pass pass B2");
        let counts = perft(&game, 3, Passes::Counted, 1);
        // A1, A3 and the point and the stone of the ko.
        assert_eq!(counts[0].plays, 4);
        for (depth, counts) in (1..).zip(&counts) {
            assert_eq!(counts.nodes, count(&game, depth), "depth {depth}");
        }
    }

    #[test]
    fn a_ko_is_taken_once_on_the_same_board_in_a_phase() {
        let mut game = game(KO, Color::White);
        let b2 = game.size().point_named("B2").unwrap();
        play(&mut game, "pass pass B2 C2 pass C2 C2 pass");
        assert_eq!(game.check(Color::White, b2), Err(IllegalMove::Ko));
        play(&mut game, "pass");
        assert_eq!(game.phase(), Phase::SecondCleanup);
        assert_eq!(game.check(Color::White, b2), Ok(()));
    }

    #[test]
    fn a_pass_repeated_in_the_same_position_ends_the_phase() {
        let mut game = game(KO, Color::Black);
        play(&mut game, "pass pass pass B2 B2 pass C2 C2");
        assert_eq!(
            (game.phase(), game.to_move()),
            (Phase::FirstCleanup, Color::Black)
        );
        play(&mut game, "pass");
        assert_eq!(game.phase(), Phase::SecondCleanup);
        assert_eq!(game.undo().map(|turn| turn.color), Some(Color::Black));
        assert_eq!(game.phase(), Phase::FirstCleanup);
    }

    /// Every stone lives. Black surrounds 8 points and White 4.
    const LIVE: &str = ".X.XO.O/XXXXOOO/.X.XO.O/XXXXOOO/.X.XO.O/XXXXOOO/.X.XO.O";

    #[test]
    fn plays_are_free_in_the_second_cleanup_only() {
        let mut game = game(LIVE, Color::Black);
        for (moves, margin) in [
            ("", "B+4"),
            ("A7 pass", "B+3"),
            ("pass pass A5 pass", "B+2"),
            ("pass pass A3 pass", "B+2"),
            ("C3 pass", "B+2"),
        ] {
            play(&mut game, moves);
            assert_eq!(game.score().to_string(), margin, "{moves}");
        }
        assert!(game.would_end_by_pass() && game.outcome().is_none());
        play(&mut game, "pass");
        assert_eq!(game.outcome(), Some(Outcome::TwoPasses));
    }

    #[test]
    fn moves_before_the_rules_change_belong_to_the_main_phase() {
        let mut game = game(LIVE, Color::Black);
        let changed = |scoring| Rules {
            scoring,
            ..Preset::JapanesePlayout.rules()
        };
        play(&mut game, "pass pass A7 pass");
        game.set_rules(changed(crate::rules::Scoring::Area));
        assert_eq!((game.phase(), game.outcome()), (Phase::Main, None));
        play(&mut game, "pass");
        assert_eq!(game.outcome(), Some(Outcome::TwoPasses));
        game.set_rules(Rules {
            ko: KoRule::Positional,
            ..changed(crate::rules::Scoring::Territory)
        });
        assert_eq!((game.phase(), game.outcome()), (Phase::Main, None));
        play(&mut game, "pass");
        assert_eq!(game.phase(), Phase::FirstCleanup);
        game.undo_to(0);
        assert_eq!((game.phase(), game.outcome()), (Phase::Main, None));
    }
}
