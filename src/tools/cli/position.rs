//! Reads a position from a game record, and prints a result about it as text, JSON or SVG,
//! for `ponnuki score` and `ponnuki estimate`. `src/manual/json.md` describes the JSON.

pub(crate) mod count;
pub(crate) mod estimate;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use ponnuki_core::rules::{Axis, AxisForm, Decides, KoRule, Suicide};
use ponnuki_core::{Game, Point, PointSet, Preset, Rules};
use ponnuki_formats::files::open_stream;
use ponnuki_formats::sgf::{self, ReadGame, ReadOptions, RulesBasis};
use ponnuki_formats::text::counted;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::cli::args::{LogArgs, OverwriteArgs, RecordArgs, conflict};
use crate::cli::failure::Failure;
use crate::cli::json::merged;
use crate::cli::outputs;
use crate::cli::terminal;
use ponnuki_formats::drawing::{Picture, TextBoard};

/// The file of a position, and the form of the output.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    /// The game record
    #[arg(value_name = "FILE.sgf", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// Print one JSON object instead of the text
    #[arg(long)]
    json: bool,
    /// Also write an SVG picture to FILE; with - print it instead of the text
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

/// Returns the most permissive rules, to follow the game of an engine with unknown rules.
pub(crate) fn lenient() -> Rules {
    Rules {
        ko: KoRule::Unrestricted,
        suicide: Suicide::Allowed,
        ..Rules::default()
    }
}

/// Reads the position of a game record after some moves, or the final one.
pub(crate) fn read_after(
    file: &Path,
    after: Option<usize>,
    record: RecordArgs,
) -> Result<ReadGame, Failure> {
    let until = after.map(|moves| moves.saturating_add(1));
    let options = ReadOptions {
        is_strict: record.strict,
        ..ReadOptions::default()
    };
    let read = read(file, until, &options)?;
    let moves = read.game.turns().len();
    if after.is_some_and(|after| after > moves) {
        let moves = counted(moves as u64, "move");
        return Err(Failure::new(format_args!("the game has only {moves}")));
    }
    Ok(read)
}

/// Reads a game from a file, and logs its defects and its settings.
pub(crate) fn read(
    file: &Path,
    until: Option<usize>,
    options: &ReadOptions,
) -> Result<ReadGame, Failure> {
    let read = sgf::read_logged(open_stream(file)?, until, options)?;
    log_game(&read.game);
    Ok(read)
}

/// Logs the settings of a game.
pub(crate) fn log_game(game: &Game) {
    log::info!(
        "{} on {}, komi {}, ko {}, suicide {}",
        counted(game.turns().len() as u64, "move"),
        game.size(),
        game.komi(),
        game.rules().ko,
        game.rules().suicide
    );
}

/// A result about a position in every form in which it is printed.
pub(crate) struct PositionReport {
    pub(crate) text: Vec<u8>,
    pub(crate) json: Value,
    pub(crate) picture: Picture,
}

impl PositionArgs {
    /// Checks that only one of the outputs goes to standard output.
    pub(crate) fn check(&self) -> Result<(), clap::Error> {
        if self.json && self.prints_svg() {
            return Err(conflict(
                "--svg -",
                "--json",
                "both print to standard output",
            ));
        }
        Ok(())
    }

    /// Returns whether the picture is printed to standard output.
    fn prints_svg(&self) -> bool {
        self.svg.as_deref() == Some(Path::new("-"))
    }

    /// Computes a result, writes the picture to its file, then prints the text, the JSON or the
    /// picture. `purpose` is the verb for error messages, as in "cannot score game.sgf".
    ///
    /// # Errors
    /// When an output fails. If the picture's file cannot be written, nothing is printed.
    pub(crate) fn run(
        &self,
        purpose: &'static str,
        log: &LogArgs,
        find: impl FnOnce(TextBoard) -> Result<PositionReport, Failure>,
    ) -> Result<(), Failure> {
        let svg = self.svg.as_deref().filter(|_| !self.prints_svg());
        let outputs = [("--svg", svg), ("--log-file", log.log_file.as_deref())];
        let mut output = io::stdout().lock();
        let found = outputs::check([self.file.as_path()], &outputs)
            .and_then(|()| find(terminal::text_board()))
            .map_err(Failure::file(purpose, &self.file))?;
        if let Some(path) = svg {
            self.overwrite
                .write_picture(path, &(found.picture.svg() + "\n"), purpose)
                .map_err(Failure::file("write", path))?;
        }
        if self.prints_svg() {
            writeln!(output, "{}", found.picture.svg())?;
        } else if self.json {
            writeln!(output, "{}", found.json)?;
        } else {
            output.write_all(&found.text)?;
        }
        Ok(output.flush()?)
    }
}

/// Returns the JSON object about the position of a file, whose first members describe the game
/// and whose others are those of `more`.
pub(crate) fn json_object(file: &Path, game: &Game, basis: RulesBasis, more: Value) -> Value {
    let rules = game.rules();
    merged([
        json!({
            "file": file.display().to_string(),
            "size": game.size().to_string(),
            "moves": game.turns().len(),
            "to_move": game.to_move().name(),
            "rules": rules.preset().filter(|_| basis != RulesBasis::Default).map(Preset::name),
            "rules_note": basis.is_assumed().then(|| basis.describe(rules)),
        }),
        json!(RuleAxes(Some(rules))),
        json!({ "komi": game.komi().value() }),
        more,
    ])
}

/// The members of a JSON object that name the axes of the rules, White's points for handicap
/// stones left out; `null` if the rules are unknown.
#[derive(Debug)]
pub(crate) struct RuleAxes(pub(crate) Option<Rules>);

impl Serialize for RuleAxes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let axes = Axis::ALL.iter();
        let axes = axes.filter(|axis| axis.decides != Decides::Handicap);
        let value = |axis: &Axis| self.0.map(|rules| axis_value(axis, rules));
        serializer.collect_map(axes.map(|axis| (axis.name, value(axis))))
    }
}

/// Returns the value of an axis in JSON: a name, `true` or `false`.
pub(crate) fn axis_value(axis: &Axis, rules: Rules) -> Value {
    let value = (axis.get)(&rules);
    match axis.form {
        AxisForm::Flag(_) => Value::from(value == "true"),
        AxisForm::Names(_) => Value::from(value),
    }
}

/// Rounds a value to thousandths, well below the error of most estimates.
pub(crate) fn rounded(value: f64) -> f64 {
    // Adding 0 turns -0 into 0.
    (value * 1000.0).round() / 1000.0 + 0.0
}

/// Returns the names of points, in the order of the set.
pub(crate) fn names(game: &Game, points: &PointSet) -> Vec<String> {
    let size = game.size();
    let name = |point| size.coordinates(point).to_string();
    points.iter().map(name).collect()
}

/// Says after how many moves the position arose, and who is to move.
pub(crate) fn place(game: &Game) -> String {
    match game.turns().len() {
        0 => format!("at the start, {} to move", game.to_move()),
        moves => format!("after move {moves}, {} to move", game.to_move()),
    }
}

/// Returns the point of the last move, unless it was a pass.
pub(crate) fn last_point(game: &Game) -> Option<Point> {
    game.turns().last().and_then(|turn| turn.action.point())
}
