//! Players that tests ask.

use super::{Analysis, AnalysisOptions, Player, Reports, SearchOptions, StopFlag};
use ponnuki_core::board::Color;
use ponnuki_core::game::{Choice, Game};

/// Lets a player choose, and returns its choice and its last report.
pub(super) fn choose(
    player: &mut dyn Player,
    game: &Game,
    color: Color,
    options: AnalysisOptions,
) -> (Choice, Analysis) {
    let (reports, stop, mut last) = (Reports::Analysis(options), StopFlag::new(), None);
    let mut keep = |found: &Analysis| last = Some(found.clone());
    let choice = player.choose_and_report(game, color, &reports, &stop, &mut keep);
    (choice, last.expect("a report"))
}

/// Returns the last report of an analysis of this many playouts.
pub(super) fn analyze(
    player: &mut dyn Player,
    game: &Game,
    color: Color,
    playouts: u64,
) -> Analysis {
    analyze_with(player, game, color, &analyzing(playouts))
}

/// Returns the last report of an analysis.
pub(super) fn analyze_with(
    player: &mut dyn Player,
    game: &Game,
    color: Color,
    options: &AnalysisOptions,
) -> Analysis {
    let mut last = None;
    let mut keep = |found: &Analysis| last = Some(found.clone());
    player.analyze(game, color, options, &StopFlag::new(), &mut keep);
    last.expect("a report")
}

/// Returns the options of an analysis of this many playouts.
pub(super) fn analyzing(playouts: u64) -> AnalysisOptions {
    AnalysisOptions {
        playouts: Some(playouts),
        ..AnalysisOptions::default()
    }
}

/// Returns the options of a search of this many playouts for each move.
pub(super) fn searching(playouts: u32) -> SearchOptions {
    SearchOptions {
        playouts: Some(playouts),
        memory: 16,
        ..SearchOptions::default()
    }
}

/// Lets a player finish a game against itself, and returns the names of its choices.
pub(super) fn play_out(player: &mut dyn Player, game: &mut Game) -> String {
    let mut names = Vec::new();
    while game.outcome().is_none() {
        assert!(names.len() < 2_000, "the game does not end");
        let color = game.to_move();
        let choice = player.choose(game, color, &StopFlag::new());
        names.push(name(game, choice));
        match choice {
            Choice::Move(action) => drop(game.play(color, action).expect("a legal move")),
            Choice::Resign => game.resign(color),
        }
    }
    names.join(" ")
}

pub(super) fn name(game: &Game, choice: Choice) -> String {
    match choice {
        Choice::Move(action) => action.name(game.size()),
        Choice::Resign => "resign".to_owned(),
    }
}
