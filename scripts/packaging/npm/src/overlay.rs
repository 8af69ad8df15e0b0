//! Reads the owners, dead stones and labels that a picture of a board shows.

use std::fmt;

use ponnuki_core::{BoardSize, Game, Point};
use ponnuki_formats::drawing::{Picture, Symbol};
use serde::Deserialize;

/// The owners of the points, the dead stones and labels; vertices are those of GTP.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Overlay {
    /// Rows from the top down, from 1 for Black to -1 for White; or no row.
    owners: Vec<Vec<f64>>,
    dead: Vec<String>,
    labels: Vec<(String, String)>,
}

/// The reason why a string is not an overlay.
#[derive(Debug)]
pub(crate) enum OverlayError {
    Json(serde_json::Error),
    Vertex(String),
    Owners(BoardSize),
}

impl fmt::Display for OverlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(f, "picture: {error}"),
            Self::Vertex(name) => write!(f, "'{name}' is no point of the board"),
            Self::Owners(size) => {
                write!(f, "owners: expected as many numbers as {size} has points")
            }
        }
    }
}

impl std::error::Error for OverlayError {}

impl Overlay {
    pub(crate) fn read(json: &str) -> Result<Self, OverlayError> {
        serde_json::from_str(json).map_err(OverlayError::Json)
    }

    /// Draws a game with the overlay.
    pub(crate) fn draw(&self, game: &Game) -> Result<Picture, OverlayError> {
        let size = game.size();
        let mut picture = Picture::from_board(game.board()).with_coordinates();
        let owners: Vec<f64> = self.owners.iter().flatten().copied().collect();
        if !owners.is_empty() && owners.len() != size.area() {
            return Err(OverlayError::Owners(size));
        }
        for (point, owner) in size.iter_top_down().zip(owners) {
            picture = picture.shade(point, owner);
        }
        for name in &self.dead {
            picture = picture.fade(point(size, name)?);
        }
        let last = game.turns().last().and_then(|turn| turn.action.point());
        if let Some(last) = last.filter(|&last| game.board().at(last).is_some()) {
            picture = picture.mark(last, Symbol::Circle);
        }
        for (name, label) in &self.labels {
            picture = picture.label(point(size, name)?, label);
        }
        Ok(picture)
    }
}

fn point(size: BoardSize, name: &str) -> Result<Point, OverlayError> {
    size.point_named(name)
        .ok_or_else(|| OverlayError::Vertex(name.to_owned()))
}
