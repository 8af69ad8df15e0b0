//! Engines that are functions of this program, for the tests.

use std::sync::LazyLock;
use std::time::Duration;

use super::transport::{EndCause, Transport};
use super::{Limits, Subject};
use crate::client::{Fault, FaultKind, Interrupt};
use ponnuki::gtp::{Engine, EngineOptions, Responder};

/// How an engine answers a line: all that it writes, or `None` if it ends.
type Answerer = Box<dyn FnMut(&str) -> Option<String>>;

/// An engine that answers by a function.
struct ScriptedEngine {
    answer: Answerer,
    output: String,
    has_ended: bool,
}

impl Transport for ScriptedEngine {
    fn send(&mut self, bytes: &[u8], _: Duration) -> Result<(), Fault> {
        for line in String::from_utf8_lossy(bytes).split_inclusive('\n') {
            match (self.answer)(line) {
                Some(answer) if !self.has_ended => self.output += &answer,
                _ => self.has_ended = true,
            }
        }
        Ok(())
    }

    fn receive(&mut self) -> Result<Vec<u8>, Fault> {
        let begin = self.output.len() - self.output.trim_start().len();
        match self.output[begin..].find("\n\n") {
            Some(end) => Ok(self
                .output
                .drain(..begin + end + 2)
                .collect::<String>()
                .into()),
            None if self.has_ended => Err(Fault::new(FaultKind::Crash, "ended")),
            None => Err(Fault::new(FaultKind::Hang, "gave no answer")),
        }
    }

    fn rest(&self) -> Option<String> {
        let rest = self.output.trim();
        (!rest.is_empty()).then(|| rest.to_owned())
    }

    fn quit(self: Box<Self>) {}

    fn ends_after(self: Box<Self>, cause: EndCause, _: Duration) -> bool {
        self.has_ended || cause == EndCause::InputEnd
    }
}

/// Returns our own engine, whose answers are altered by a function of the line and the answer.
/// The function may let the engine end, by `None`.
pub(in crate::conform) fn altered(
    alter: impl Fn(&str, String) -> Option<String> + Copy + 'static,
) -> Subject<'static> {
    static INTERRUPT: LazyLock<Interrupt> = LazyLock::new(Interrupt::default);
    let limits = Limits {
        command: Duration::from_secs(60),
        total: Duration::from_secs(600),
        is_thorough: false,
    };
    let start = move || -> Result<super::Engine, Fault> {
        let mut responder = Responder::new(Engine::new(EngineOptions::new(1)));
        let answer = move |line: &str| {
            let answer = responder.answer(line.as_bytes());
            alter(line.trim(), String::from_utf8(answer).unwrap_or_default())
        };
        Ok(Box::new(ScriptedEngine {
            answer: Box::new(answer),
            output: String::new(),
            has_ended: false,
        }))
    };
    Subject::started_by(Box::new(start), limits, &INTERRUPT)
}

/// Returns our own engine as it is.
pub(in crate::conform) fn right() -> Subject<'static> {
    altered(|_, answer| Some(answer))
}

/// Returns our own engine with ids left out of its answers.
pub(in crate::conform) fn without_ids() -> Subject<'static> {
    altered(|_, answer| {
        let (status, rest) = answer.split_at_checked(1)?;
        let rest = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
        Some(format!("{status}{rest}"))
    })
}
