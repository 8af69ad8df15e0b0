//! The engine for JavaScript: what `api.js` exports, with arguments and results as
//! JSON.
//!
//! wasm-bindgen passes the strings and turns errors into exceptions, so that this
//! package needs no `unsafe` code and no tables of addresses.

mod overlay;
mod position;
mod settings;

use ponnuki_core::board::PointSet;
use ponnuki_core::game::{Choice, Game, Move};
use ponnuki_formats::sgf::{Games, ReadOptions, SgfError};
use ponnuki_gtp::{EngineOptions, Responder};
use ponnuki_play::estimate::{ChainStatus, Estimate};
use ponnuki_play::player::StopFlag;
use serde::Serialize;
use serde_json::{Value, json};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use overlay::Overlay;
use position::{Position, vertex};
use settings::{EstimateSettings, PlayerChoice};

/// Returns the dead stones of a position, as if the game were over.
///
/// # Errors
/// If the JSON holds anything but a legal position and settings.
#[wasm_bindgen(js_name = deadStones)]
pub fn dead_stones(position: &str, settings: &str) -> Result<String, JsError> {
    let game = Position::read(position)?.game()?;
    let options = EstimateSettings::read(settings)?.status();
    let estimate = Estimate::new(&game, &options);
    Ok(vertices(&game, &estimate.dead()).to_string())
}

/// The result of [`estimate`]; values from Black's point of view.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EstimateResult {
    score: f64,
    score_deviation: f64,
    win_rate: f64,
    ownership: Vec<Vec<f64>>,
    dead: Value,
    seki: Value,
    settled: bool,
}

/// Estimates a position: the score, the owners of the points, the dead stones.
///
/// # Errors
/// If the JSON holds anything but a legal position and settings.
#[wasm_bindgen]
pub fn estimate(position: &str, settings: &str) -> Result<String, JsError> {
    let game = Position::read(position)?.game()?;
    let options = EstimateSettings::read(settings)?.picture();
    let estimate = Estimate::new(&game, &options);
    let rows = (0..game.size().height()).rev();
    let row = |row| game.size().row(row);
    let result = EstimateResult {
        score: estimate.score().value(),
        score_deviation: estimate.score_deviation(),
        win_rate: estimate.black_win_rate(),
        ownership: rows
            .map(|number| row(number).map(|point| estimate.ownership(point)).collect())
            .collect(),
        dead: vertices(&game, &estimate.dead()),
        seki: vertices(&game, &estimate.stones(ChainStatus::Seki)),
        settled: estimate.is_settled(),
    };
    Ok(serde_json::to_string(&result)?)
}

/// Returns the first game of a file as SGF, whatever its encoding.
///
/// # Errors
/// If the bytes hold no game.
#[wasm_bindgen(js_name = decodeSgf)]
pub fn decode_sgf(bytes: &[u8]) -> Result<String, JsError> {
    let game = Games::new(bytes).next().ok_or(SgfError::NoGame)??;
    if game.bytes.is_empty() {
        return Err(SgfError::NoGame.into());
    }
    Ok(game.text().into_owned())
}

/// Returns the player's move in a position: a vertex, "pass" or "resign".
///
/// # Errors
/// If the JSON holds anything but a legal position and a player.
#[wasm_bindgen]
pub fn genmove(position: &str, player: &str) -> Result<String, JsError> {
    let game = Position::read(position)?.game()?;
    let choice = PlayerChoice::read(player)?;
    let mut player = choice.settings()?.player(choice.seed);
    let chosen = match player.choose(&game, game.to_move(), &StopFlag::new()) {
        Choice::Move(Move::Play(point)) => json!(vertex(game.size(), point)),
        Choice::Move(Move::Pass) => json!("pass"),
        Choice::Resign => json!("resign"),
    };
    Ok(chosen.to_string())
}

/// An engine that speaks GTP.
#[wasm_bindgen]
pub struct Engine(Responder);

#[wasm_bindgen]
impl Engine {
    /// Creates an engine with a player.
    ///
    /// # Errors
    /// If the JSON holds anything but a player.
    #[wasm_bindgen(constructor)]
    pub fn new(player: &str) -> Result<Self, JsError> {
        let choice = PlayerChoice::read(player)?;
        let options = EngineOptions {
            player: choice.settings()?,
            ..EngineOptions::new(choice.seed)
        };
        Ok(Self(Responder::new(ponnuki_gtp::Engine::new(options))))
    }

    /// Answers lines of GTP.
    pub fn gtp(&mut self, lines: &str) -> String {
        String::from_utf8_lossy(&self.0.answer(lines.as_bytes())).into_owned()
    }

    /// Loads a game record up to the position before a move, as `loadsgf` does a file, and returns
    /// what is wrong with the record, a sentence for each defect. Rules that the record does not name are
    /// those that it suggests, and a komi that it does not state is the default, whatever the session has.
    ///
    /// # Errors
    /// If nothing of the record can be read.
    #[wasm_bindgen(js_name = loadSgf)]
    pub fn load_sgf(&mut self, record: &str, until: Option<usize>) -> Result<Vec<String>, JsError> {
        let options = ReadOptions::default();
        let engine = self.0.engine_mut();
        Ok(engine.load_record(record.as_bytes(), until, &options)?)
    }

    /// Draws the position as SVG, with coordinates and a ring on the last move.
    ///
    /// # Errors
    /// If the JSON holds anything but an overlay for a board of this size.
    pub fn picture(&self, overlay: &str) -> Result<String, JsError> {
        Ok(Overlay::read(overlay)?.draw(self.0.engine().game())?.svg())
    }
}

/// Returns the points of a set, from the top row down.
fn vertices(game: &Game, points: &PointSet) -> Value {
    let size = game.size();
    let members = size.iter_top_down().filter(|&point| points.contains(point));
    members.map(|point| json!(vertex(size, point))).collect()
}
