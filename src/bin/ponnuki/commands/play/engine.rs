//! The engine's side of a game: moves and hints.

use std::convert::identity;
use std::time::Duration;

use ponnuki::game::Clocks;
use ponnuki::player::{
    Analysis, AnalysisOptions, EndingHabits, MoveAnalysis, OutOfMemory, Passing, PlayerKind,
    PlayerSettings, Question, SettledPlayer, StopFlag,
};
use ponnuki::{BoardSize, Choice, Color, Game, Move, Player};

/// How many moves of the principal variation a hint shows.
const HINT_MOVES: usize = 6;

/// A player and the settings that it was created from.
pub(super) struct TerminalEngine {
    settings: PlayerSettings,
    seed: u64,
    habits: EndingHabits,
    player: Box<dyn Player>,
}

impl TerminalEngine {
    pub(super) fn new(settings: PlayerSettings, seed: u64, habits: EndingHabits) -> Self {
        Self::with_order(settings, seed, habits, identity)
    }

    /// Creates an engine. `order` decides which side passes first in a settled game.
    fn with_order(
        settings: PlayerSettings,
        seed: u64,
        habits: EndingHabits,
        order: impl FnOnce(SettledPlayer) -> SettledPlayer,
    ) -> Self {
        let player = player(&settings, seed, habits, order);
        Self {
            settings,
            seed,
            habits,
            player,
        }
    }

    pub(super) const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the player's name for a game record.
    pub(super) fn title(&self) -> String {
        self.settings.name()
    }

    /// Describes in a sentence how the engine plays.
    pub(super) const fn style(&self) -> &'static str {
        if self.settings.searches() {
            "The engine searches for its moves."
        } else {
            "The engine plays at random, but keeps its eyes."
        }
    }

    /// Returns whether the engine answers a pass with a pass only in a settled game.
    pub(super) fn waits_for_a_settled_game(&self) -> bool {
        self.habits.passing == Passing::Settled
    }

    /// Replaces the player.
    ///
    /// # Errors
    /// When the system provides too little memory. The old player is then kept.
    pub(super) fn change(&mut self, kind: PlayerKind) -> Result<(), OutOfMemory> {
        let settings = PlayerSettings {
            kind,
            ..self.settings.clone()
        };
        settings.check_memory()?;
        *self = Self::new(settings, self.seed, self.habits);
        Ok(())
    }

    /// Creates an engine with the same settings that finishes games: it never resigns, and
    /// passes first once the game is settled.
    pub(super) fn finisher(&self, seed: u64) -> Self {
        let mut settings = self.settings.clone();
        settings.search.never_resign = true;
        Self::with_order(settings, seed, self.habits, SettledPlayer::passing_first)
    }

    /// Chooses and plays a move, or resigns.
    pub(super) fn move_in(&mut self, game: &mut Game, color: Color, clocks: Option<&Clocks>) {
        if let Some(clocks) = clocks {
            self.player.set_clocks(clocks);
        }
        let choice = self.player.choose(game, color, &StopFlag::new());
        let Choice::Move(action) = choice else {
            return game.resign(color);
        };
        if let Err(reason) = game.play(color, action) {
            // A player that chooses an illegal move has a bug, and would choose the same
            // move again. So the engine resigns.
            log::error!("the engine chose an illegal move: {reason}");
            game.resign(color);
        }
    }

    /// Returns a hint for a colour. A new player chooses it, so that the hint does not
    /// influence the engine's later moves.
    pub(super) fn hint(&self, game: &Game, color: Color) -> String {
        let is_random = !self.settings.searches();
        let question = Question::AnalyzedChoice(AnalysisOptions {
            interval: Duration::MAX,
            playouts: is_random.then(|| AnalysisOptions::picture_playouts(game.size())),
            ..AnalysisOptions::default()
        });
        let mut moves: Vec<MoveAnalysis> = Vec::new();
        let mut keep = |analysis: &Analysis| moves.clone_from(&analysis.moves);
        let mut player = player(&self.settings, self.seed, self.habits, identity);
        let stop = StopFlag::new();
        let choice = player.think(game, color, &question, &stop, &mut keep);
        let mut choice = choice.unwrap_or(Choice::Move(Move::Pass));
        // A random move is no advice, so suggest the play that wins most random games.
        // Passes are skipped while there are plays.
        let best = moves.iter().find(|entry| entry.action != Move::Pass);
        if let (true, Choice::Move(Move::Play(_)), Some(best)) = (is_random, choice, best) {
            choice = Choice::Move(best.action);
        }
        let is_chosen = |entry: &&MoveAnalysis| choice == Choice::Move(entry.action);
        let found = moves.iter().find(is_chosen);
        hint(game.size(), color, choice, found, is_random)
    }
}

/// Creates the player of these settings. `order` decides which side passes first in a settled
/// game.
fn player(
    settings: &PlayerSettings,
    seed: u64,
    habits: EndingHabits,
    order: impl FnOnce(SettledPlayer) -> SettledPlayer,
) -> Box<dyn Player> {
    let player = settings.player(seed);
    match habits.passing {
        Passing::Player => player,
        Passing::Settled => Box::new(order(SettledPlayer::new(player, habits.dead_stones))),
    }
}

/// Describes a choice, with the analysis of its move if there is one.
pub(super) fn hint(
    size: BoardSize,
    color: Color,
    choice: Choice,
    found: Option<&MoveAnalysis>,
    is_random: bool,
) -> String {
    let action = match choice {
        Choice::Resign => return "resign, as the engine would.".to_owned(),
        Choice::Move(Move::Pass) => return "pass, as the engine would.".to_owned(),
        Choice::Move(action) => action.name(size),
    };
    let Some(found) = found else {
        return format!("{action}.");
    };
    let percent = (100.0 * found.winrate).round();
    if is_random {
        return format!("{action}, {color} wins {percent} % of random games after it.");
    }
    let line = found.pv.iter().take(HINT_MOVES);
    let line: Vec<_> = line.map(|action| action.name(size)).collect();
    let line = line.join(" ");
    format!("{action}, win rate {percent} % for {color}, expected line {line}.")
}
