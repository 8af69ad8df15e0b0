//! The review as JSON. `src/manual/json.md` describes the format.

use std::path::Path;

use ponnuki_core::{BoardSize, Color};
use serde_json::{Value, json};

use super::ReviewRecord;
use crate::cli::json::merged;
use crate::cli::position::{json_object, rounded};
use crate::review::{
    Mistake, PhaseSummary, PositionValue, Review, ReviewedMove, named_winner, names,
};

/// Converts a review to a JSON object. At most `most` turning points are included.
pub(super) fn json(file: &Path, most: usize, record: &ReviewRecord, review: &Review) -> Value {
    let size = review.game.size();
    let options = review.options;
    let moves = review.moves.iter().map(|it| reviewed(it, size));
    let number = |place: usize| review.moves[place].number;
    let numbers = review.turning_points(most).into_iter().map(number);
    let winner = record.words.about.result.as_deref().and_then(named_winner);
    let more = json!({
        "game": record.text.number,
        "result": record.words.about.result,
        "visits": options.visits,
        "level": Value::Null,
        "seed": options.seed,
        "start": value(review.start),
        "black": player(Color::Black, record, review),
        "white": player(Color::White, record, review),
        "decided_since": review.decided_since().map(number),
        "decisive": review.decisive(winner.map(|winner| !winner)).map(number),
        "turning_points": numbers.collect::<Vec<_>>(),
        "reviewed": moves.collect::<Vec<_>>(),
    });
    json_object(file, &review.game, record.words.rules, more)
}

/// Converts a player with the totals of the moves.
fn player(color: Color, record: &ReviewRecord, review: &Review) -> Value {
    let totals = review.summary(color);
    let [opening, middle_game, endgame] = totals.phases.map(phase);
    merged([
        json!({"name": record.words.about.players[color], "rank": record.words.about.ranks[color]}),
        phase(totals.all),
        json!({
            "first_choices": totals.first_choices,
            "inaccuracies": totals.number_of(Mistake::Inaccuracy),
            "mistakes": totals.number_of(Mistake::Mistake),
            "blunders": totals.number_of(Mistake::Blunder),
            "opening": opening,
            "middle_game": middle_game,
            "endgame": endgame,
        }),
    ])
}

fn phase(totals: PhaseSummary) -> Value {
    json!({
        "moves": totals.moves,
        "points_lost": rounded(totals.points_lost),
        "chance_lost": rounded(totals.chance_lost),
    })
}

fn value(value: PositionValue) -> Value {
    json!({"black_wins": rounded(value.black_wins), "score": rounded(value.lead)})
}

fn reviewed(it: &ReviewedMove, size: BoardSize) -> Value {
    let better = it.better.as_ref().map(|better| {
        let line = json!({ "line": names(&better.line, size) });
        merged([line, value(better.value)])
    });
    json!({
        "number": it.number,
        "color": it.color.name(),
        "move": it.action.name(size),
        "before": value(it.before),
        "after": value(it.after),
        "rank": it.rank,
        "points_lost": rounded(it.points_lost),
        "chance_lost": rounded(it.chance_lost),
        "mistake": it.mistake().map(Mistake::name),
        "line": names(&it.line, size),
        "better": better,
    })
}
