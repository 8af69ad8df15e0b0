//! Replays a line of play and its variations.

use super::Defect;
use crate::sgf::SgfError;
use crate::sgf::header::Header;
use crate::sgf::nodes::Property;
use crate::sgf::reader::edited;
use crate::sgf::steps::{Edit, MAX_SETUPS, Step, dead_in};
use ponnuki_core::board::{ByColor, Color, IllegalMove, PointSet};
use ponnuki_core::game::{Fingerprint, Game, Move, Start};
use ponnuki_core::rules::Rules;

/// A defect, its description, and for superko the number of the move whose position is
/// repeated.
pub(super) type Found = (Defect, String, Option<usize>);

/// The line of play up to the current node.
pub(super) struct LineOfPlay {
    pub(super) game: Game,
    pub(super) place: Location,
    /// The branching points of the open subtrees, outermost first.
    branches: Vec<Branch>,
    /// How many variations have begun so far.
    pub(super) variations: usize,
    /// The territory that the last node marks.
    territory: Option<ByColor<PointSet>>,
}

/// The state of the line that a subtree restores when it ends.
#[derive(Clone, Copy, Default)]
pub(super) struct Location {
    /// How many moves lead here from the root.
    pub(super) moves: usize,
    /// How many times stones have been set up.
    setups: usize,
    /// The colour that `PL` set to move, until the next move.
    given_turn: Option<Color>,
    /// Whether a move out of turn has been found.
    has_lost_turn: bool,
    /// Whether the line can no longer be replayed, because its later positions are unknown.
    pub(super) is_broken: bool,
    /// The index of this variation; 0 is the main line.
    pub(super) variation: usize,
}

/// The state at the start of a subtree.
struct Branch {
    place: Location,
    turns: usize,
    /// The stones, if they were set up after the last of the turns or before the first.
    set_up: Option<Box<ByColor<PointSet>>>,
    to_move: Color,
    has_children: bool,
}

impl LineOfPlay {
    /// Starts at the root of the game tree, on an empty board.
    pub(super) fn new(header: &Header, rules: Rules) -> Self {
        let start = Start {
            handicap: header.handicap,
            ..Start::default()
        };
        let mut line = Self {
            game: Game::with_start(header.size, rules, header.komi.clone(), start)
                .expect("no stones"),
            place: Location::default(),
            branches: Vec::new(),
            variations: 0,
            territory: None,
        };
        line.branch();
        line
    }

    /// Returns the number of the last move of the current node, which has `moves` moves, or
    /// `None` before the first move.
    pub(super) fn number(&self, moves: usize) -> Option<usize> {
        let number = if self.place.is_broken && moves > 0 {
            // The move that broke the line was not played.
            self.place.moves + 1
        } else {
            self.place.moves
        };
        (number > 0).then_some(number)
    }

    /// Returns the fingerprint of the game, or `None` if it has no move.
    pub(super) fn fingerprint(&self) -> Option<Fingerprint> {
        (!self.game.turns().is_empty()).then(|| Fingerprint::from_game(&self.game))
    }

    /// Begins a subtree. The first subtree of a node continues its line, and the others are
    /// variations.
    pub(super) fn branch(&mut self) {
        let place = self.place;
        if let Some(parent) = self.branches.last_mut() {
            if parent.has_children {
                self.variations += 1;
                self.place.variation = self.variations;
            }
            parent.has_children = true;
        }
        let game = &self.game;
        let was_set_up = place.setups > 0 && game.turns_since_setup().is_empty();
        self.branches.push(Branch {
            place,
            turns: game.turns().len(),
            set_up: was_set_up.then(|| Box::new(game.board().position())),
            to_move: game.to_move(),
            has_children: false,
        });
    }

    /// Ends the innermost subtree, and returns to the position before it.
    pub(super) fn end_branch(&mut self) {
        let Some(branch) = self.branches.pop() else {
            return;
        };
        let has_changed = self.place.setups > branch.place.setups;
        self.place = branch.place;
        self.game.undo_to(branch.turns);
        if has_changed {
            self.game.undo_setup();
            if let Some(stones) = branch
                .set_up
                .or_else(|| (branch.turns == 0).then(Box::default))
            {
                // The stones were on the board before.
                let restored = self.game.set_up(*stones, branch.to_move);
                debug_assert_eq!(restored, Ok(()));
            }
        }
        self.game.set_to_move(branch.to_move);
    }

    /// Replays a step of a node, and appends its defects.
    pub(super) fn step(&mut self, step: &Step, node: &[Property], found: &mut Vec<Found>) {
        if self.place.is_broken {
            return;
        }
        self.territory = None;
        match step {
            Step::Setup { edits, to_move } => self.set_up(edits, *to_move, found),
            Step::Move { color, action } => self.play(*color, *action, node, found),
            Step::Territory(territory) => self.territory = Some(**territory),
        }
    }

    /// Returns the stones that the territory of the last node marks dead.
    pub(super) fn dead(&self) -> Option<PointSet> {
        Some(dead_in(self.territory.as_ref()?, self.game.board()))
    }

    fn set_up(&mut self, edits: &[Edit], to_move: Option<Color>, found: &mut Vec<Found>) {
        let is_start = self.game.turns_since_setup().is_empty();
        let given = self.place.given_turn.filter(|_| is_start);
        self.place.given_turn = to_move.or(given);
        if edits.is_empty() {
            self.game
                .set_to_move(to_move.unwrap_or(self.game.to_move()));
            return;
        }
        let stones = edited(self.game.board().position(), edits);
        self.place.setups += 1;
        // Without PL, the first move decides whose turn it was.
        let to_move = to_move.unwrap_or(self.game.to_move());
        let result = if self.place.setups > MAX_SETUPS {
            Err(SgfError::TooManySetups)
        } else {
            self.game.set_up(stones, to_move).map_err(SgfError::Setup)
        };
        if let Err(error) = result {
            self.place.is_broken = true;
            found.push((Defect::Setup, error.to_string(), None));
        }
    }

    fn play(
        &mut self,
        color: Color,
        action: Option<Move>,
        node: &[Property],
        found: &mut Vec<Found>,
    ) {
        let is_first = self.game.turns_since_setup().is_empty();
        if is_first && self.place.given_turn.is_none() {
            // Without PL, the first move decides whose turn it was.
            if self.game.to_move() != color {
                self.game.set_to_move(color);
            }
        } else if self.game.to_move() != color && !self.place.has_lost_turn {
            // One report is enough, because all later moves may be out of turn, too.
            self.place.has_lost_turn = true;
            let message = format!("{color} moves, but it is the turn of {}", !color);
            found.push((Defect::Turn, message, None));
        }
        self.place.given_turn = None;
        let made = action
            .ok_or(IllegalMove::OffBoard)
            .and_then(|action| self.game.play(color, action).map(|_| ()));
        let Err(reason) = made else {
            self.place.moves += 1;
            return;
        };
        self.place.is_broken = true;
        let size = self.game.size();
        let name = match action {
            Some(action) => action.name(size),
            None => letters(color, node),
        };
        let mut repeats = None;
        let what = match reason {
            IllegalMove::OffBoard => format!("is not on a {size} board"),
            IllegalMove::Occupied => "already has a stone".to_owned(),
            IllegalMove::Suicide => format!("removes {color}'s own stones"),
            IllegalMove::Ko => "retakes the ko at once".to_owned(),
            IllegalMove::Superko { repeats: after } => {
                repeats = Some(after);
                match after {
                    0 => "repeats the start position".to_owned(),
                    after => format!("repeats the position after move {after}"),
                }
            }
        };
        found.push((reason.into(), format!("{name} {what}"), repeats));
    }
}

/// Returns the value of a move property as the file writes it.
fn letters(color: Color, node: &[Property]) -> String {
    let identifier = color.initial().to_string();
    let mut properties = node.iter();
    let property = properties.find(|property| property.identifier == identifier);
    property.map_or_else(String::new, |property| {
        property.values.chars().take(20).collect()
    })
}
