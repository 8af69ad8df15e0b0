//! What comes of a question to the engine, and of a check.

use super::ability::Ability;
use crate::client::Fault;

/// Why a question got no answer.
#[derive(Debug)]
pub(super) enum Unanswered {
    /// The engine died, hung or wrote no GTP.
    Fault(Box<Fault>),
    /// The command is not sent any more, after earlier faults.
    Withheld(String),
    /// The time for all checks is used up.
    Budget,
    /// The user has interrupted the run.
    Interrupted,
    /// The engine cannot be started, or does not speak GTP.
    Unusable(Box<Fault>),
}

/// Lets a run end if it must, and takes a fault of the engine for an unknown fact.
pub(super) fn ends_run<T>(asked: Result<T, Unanswered>) -> Result<Option<T>, Unanswered> {
    match asked {
        Ok(found) => Ok(Some(found)),
        Err(Unanswered::Fault(_) | Unanswered::Withheld(_)) => Ok(None),
        Err(stop) => Err(stop),
    }
}

/// The verdict on a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CheckVerdict {
    /// The engine is right.
    Pass,
    /// The engine is wrong: what was expected, and what came.
    Fail(String),
    /// The check does not concern this engine.
    NotApplicable(String),
    /// The check could not be carried out.
    NotDetermined(String),
    /// The check rests on an ability that the engine lacks.
    RestsOn(Ability),
}

/// The verdict on a check, unless a question to the engine got no answer.
pub(super) type Judgement = Result<CheckVerdict, Unanswered>;

/// Returns the failure of an expectation.
pub(super) fn fail(text: impl Into<String>) -> CheckVerdict {
    CheckVerdict::Fail(text.into())
}

/// Returns the verdict on an answer that is not the expected one.
pub(super) fn wrong(expected: &str, given: &str) -> CheckVerdict {
    fail(format!("expected `{expected}`, got `{given}`"))
}

/// Returns that a check could not be carried out.
pub(super) fn undetermined(text: impl Into<String>) -> CheckVerdict {
    CheckVerdict::NotDetermined(text.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::FaultKind;

    #[test]
    fn a_fault_leaves_a_fact_unknown_and_an_interrupt_ends_the_run() {
        let fault = Fault::new(FaultKind::Crash, "ended");
        assert_eq!(ends_run(Ok(1)).unwrap(), Some(1));
        let unknown = ends_run::<()>(Err(Unanswered::Fault(Box::new(fault))));
        assert!(matches!(unknown, Ok(None)));
        let withheld = ends_run::<()>(Err(Unanswered::Withheld("undo".to_owned())));
        assert!(matches!(withheld, Ok(None)));
        for stop in [Unanswered::Budget, Unanswered::Interrupted] {
            assert!(ends_run::<()>(Err(stop)).is_err());
        }
    }
}
