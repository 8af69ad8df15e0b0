//! The review as comments and variations in the game record.

use std::fmt::Write;

use super::judgement::{Better, Mistake, ReviewedMove, names, title};
use super::run::Review;
use super::value::PositionValue;
use ponnuki_core::board::Color;
use ponnuki_core::game::Move;
use ponnuki_formats::files::UNSEALED;
use ponnuki_formats::sgf::{self, Remark, Remarks, SgfError, Variation, Verdict};
use ponnuki_formats::text::counted;

/// The label of the better move in the position after a mistake.
const BETTER: char = 'A';

impl Review {
    /// Returns an annotated copy of the record: comments and values of all moves, and the better
    /// line of each mistake as a variation. The game must be the first one in `record`.
    ///
    /// # Errors
    /// Never, if the game was read from the record.
    pub(crate) fn annotated(&self, record: &[u8]) -> Result<String, SgfError> {
        let root = Remark {
            comment: self.about(),
            value: Some(self.start.into()),
            ..Remark::default()
        };
        let remarks = Remarks {
            size: self.game.size(),
            root,
            moves: self.moves.iter().map(|it| self.remark(it)).collect(),
        };
        remarks.copy(record)
    }

    /// Formats the comment of the root: the settings and both players' totals.
    fn about(&self) -> String {
        let mut text = format!(
            "Review by Ponnuki {}{UNSEALED}: {} per position, seed {}.",
            env!("CARGO_PKG_VERSION"),
            counted(self.options.visits, "visit"),
            self.options.seed
        );
        for color in Color::BOTH {
            let summary = self.summary(color);
            let Some(mean) = summary.all.mean_points_lost() else {
                continue;
            };
            let mistakes =
                Mistake::ALL.map(|it| format!("{} {}", it.plural(), summary.number_of(it)));
            let _ = write!(
                text,
                "\n{}: {mean:.2} points lost per move; {}; {:.0} % first choices.",
                title(color.name()),
                mistakes.join(", "),
                100.0 * summary.first_choice_share().unwrap_or_default(),
            );
        }
        text
    }

    fn remark(&self, reviewed: &ReviewedMove) -> Remark {
        let mistake = reviewed.mistake();
        let better = reviewed.better.as_ref();
        let shown = better.filter(|_| mistake.is_some());
        Remark {
            comment: self.comment(reviewed),
            value: Some(reviewed.after.into()),
            verdict: mistake.map(|class| match class {
                Mistake::Inaccuracy => Verdict::Doubtful,
                Mistake::Mistake => Verdict::Bad,
                Mistake::Blunder => Verdict::VeryBad,
            }),
            label: shown.and_then(|better| Some((better.line[0].point()?, BETTER))),
            variations: shown
                .into_iter()
                .map(|better| Variation {
                    first: reviewed.color,
                    moves: better.line.clone(),
                    comment: format!("Better for {}: {}.", reviewed.color, better.value.words()),
                })
                .collect(),
        }
    }

    /// Formats the comment of a move.
    pub(super) fn comment(&self, reviewed: &ReviewedMove) -> String {
        let mut text = format!("{}.", reviewed.after.words());
        match &reviewed.better {
            None => text.push_str("\nThe engine's first choice."),
            Some(better) => self.add_better(&mut text, reviewed, better),
        }
        text
    }

    fn add_better(&self, text: &mut String, reviewed: &ReviewedMove, better: &Better) {
        if let Some(mistake) = reviewed.mistake() {
            let _ = write!(
                text,
                "\n{}: loses {:.1} points and {:.1} % of the chance to win.",
                title(mistake.name()),
                reviewed.points_lost,
                100.0 * reviewed.chance_lost
            );
        }
        let label = match better.line[0] {
            Move::Play(_) if reviewed.mistake().is_some() => format!(" ({BETTER})"),
            _ => String::new(),
        };
        let names = names(&better.line, self.game.size());
        let _ = write!(text, "\nFirst choice: {}{label}", names[0]);
        if names.len() > 1 {
            let _ = write!(text, ", then {}", names[1..].join(" "));
        }
        let _ = write!(text, ". {}.", better.value.words());
    }
}

impl From<PositionValue> for sgf::Value {
    fn from(value: PositionValue) -> Self {
        Self {
            black_wins: value.black_wins,
            lead: value.lead,
        }
    }
}
