//! Finds out whether an engine repeats ids and lists its stones, and compares its board.

use std::collections::BTreeSet;

use super::{Subject, Unanswered};
use crate::client::{Fault, FaultKind};
use crate::conform::reply::Reply;
use ponnuki::board::Color;

impl Subject<'_> {
    /// Starts the engine, and finds out whether it repeats ids. They are not sent any more if it
    /// does not.
    pub(in crate::conform) fn learn_ids(&mut self) -> Result<(), Unanswered> {
        self.last_id += 1;
        let id = self.last_id.to_string();
        let command = format!("{id} protocol_version\n");
        let sent = self.write(command.as_bytes(), self.limits.command);
        let reply = sent.and_then(|()| {
            self.next_reply(true)
                .or_else(|stop| self.late_reply().ok_or(stop))
        });
        let reply = reply.map_err(|stop| match stop {
            Unanswered::Fault(fault) => Unanswered::Unusable(fault),
            Unanswered::Budget => {
                let seconds = self.limits.total.as_secs_f64();
                let detail = format!("gave no answer within {seconds} s");
                Unanswered::Unusable(Box::new(Fault::new(FaultKind::Hang, detail)))
            }
            stop => stop,
        })?;
        self.sends_ids = reply.id.as_ref() == Some(&id);
        if !self.sends_ids {
            let line = reply.line();
            let sentence = format!("the answer to the command {id} begins with `{line}`");
            self.note("id-in-every-answer", sentence);
        }
        Ok(())
    }

    /// Returns the late answer to the first command, if it comes after a second one. If the
    /// second answer does not follow, the engine holds its answers back, and no more is asked.
    fn late_reply(&mut self) -> Option<Reply> {
        let limit = self.limits.command;
        self.write(b"protocol_version\n", limit).ok()?;
        let reply = self.next_reply(true).ok()?;
        let follows = self.write(&[], limit).and_then(|()| self.next_reply(true));
        if follows.is_err() {
            self.note(
                "output-flushed",
                "the first answer came only after the next command",
            );
            self.withheld = Some("the engine holds its answers back");
        }
        Some(reply)
    }

    /// Compares the stones of a colour with those on the engine's board: all of them if it can
    /// list stones rightly, else whether plays on these points are refused. Returns what differs.
    pub(in crate::conform) fn compare_stones(
        &mut self,
        color: Color,
        points: &[&str],
    ) -> Result<Option<String>, Unanswered> {
        if self.lists_stones {
            let reply = self.ask(format_args!("list_stones {color}"))?;
            let sorted = |names: &mut dyn Iterator<Item = &str>| {
                let names: BTreeSet<_> = names.map(str::to_ascii_uppercase).collect();
                Vec::from_iter(names).join(" ")
            };
            let found = sorted(&mut reply.text.split_ascii_whitespace());
            let expected = sorted(&mut points.iter().copied());
            return Ok((found != expected)
                .then(|| format!("expected the {color} stones '{expected}', got '{found}'")));
        }
        for point in points {
            if self.accepts(format_args!("play {} {point}", !color))? {
                return Ok(Some(format!(
                    "expected a {color} stone on {point}, but a play there is accepted"
                )));
            }
        }
        Ok(None)
    }

    /// Finds out whether the engine lists stones, and rightly: a fault of its list must not look
    /// like one of its board.
    pub(in crate::conform) fn learn_listing(&mut self) -> Result<(), Unanswered> {
        if self.clear(9)?.is_some() {
            return Ok(());
        }
        self.ask_all(&["play black D4", "play white E5", "play black C3"])?;
        self.lists_stones = self.knows("list_stones");
        self.lists_stones &= self.compare_stones(Color::Black, &["D4", "C3"])?.is_none()
            && self.compare_stones(Color::White, &["E5"])?.is_none();
        Ok(())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::client::{Interrupt, Program, command};
    use crate::conform::subject::Limits;

    #[test]
    fn an_engine_that_has_ended_before_its_first_command_is_unusable() {
        let limit = Duration::from_secs(60);
        let limits = Limits {
            command: limit,
            total: limit,
            is_thorough: false,
        };
        let (words, interrupt) = (["false".to_owned()], Interrupt::default());
        let mut subject = Subject::new(&words, limits, &interrupt);
        let program = Program::start(command(&words, None), &interrupt).unwrap();
        assert!(program.ends_within(limit));
        subject.program = Some(program);
        let learned = subject.learn_ids();
        assert!(matches!(learned, Err(Unanswered::Unusable(_))));
    }
}
