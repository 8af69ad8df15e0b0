//! The priors of new nodes.
//!
//! A new node begins with virtual playouts (Gelly and Silver, 2007): an even record, plus
//! wins for good moves and losses for bad ones. The wins are proportional to the square
//! root of a move's learned probability, as in Baudis's and Gailly's program Pachi, or
//! follow rules of thumb ([`rules`]).

#[cfg(feature = "learned")]
mod learned;
#[cfg(feature = "learned")]
mod opening;
mod rules;

use crate::board::BoardSize;
use crate::game::Move;

use super::options::PriorSource;
use super::tree::Prior;

#[cfg(feature = "learned")]
pub(super) use learned::learned_priors;
pub(super) use rules::{Geometry, rule_priors};

/// The virtual playouts of every move, half of them won.
const EVEN: f32 = 10.0;
/// The equivalence parameter of RAVE: the visits at which the AMAF mean weighs about as
/// much as the mean of the move itself (Gelly and Silver, 2007).
const EQUIVALENCE: f32 = 3500.0;
/// Returns the equivalence parameter of RAVE that goes with the priors.
#[cfg_attr(not(feature = "learned"), expect(unused_variables))]
pub(super) fn rave_equivalence(source: PriorSource, size: BoardSize) -> f32 {
    match source {
        #[cfg(feature = "learned")]
        PriorSource::Learned => learned::rave_equivalence(size),
        PriorSource::Rules => EQUIVALENCE,
    }
}

fn pass(stands_won: bool) -> Prior {
    Prior {
        action: Move::Pass,
        weight: EVEN,
        value: if stands_won { 0.5 } else { 0.1 },
    }
}
