//! Finds out what an engine is able to do that many checks rest on, and compares its board.

use std::collections::BTreeSet;
use std::mem;

use super::{MARK, StoneFinder, Subject};
use crate::client::{Fault, FaultKind};
use crate::conform::ability::Ability;
use crate::conform::outcome::{Unanswered, ends_run};
use crate::conform::reply::Reply;
use ponnuki_core::board::{BoardSize, Color};

/// What came of plays whose colours are written in one way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Plays {
    /// Their stones are found.
    Found(StoneFinder),
    /// They are accepted, but their stones are not found.
    Accepted,
    Refused,
}

impl Subject<'_> {
    /// Starts the engine, and finds out whether it repeats ids. They are not sent any more if it
    /// does not: then a command whose answer is known marks the end of the others.
    pub(in crate::conform) fn learn_ids(&mut self) -> Result<(), Unanswered> {
        self.last_id += 1;
        let id = self.last_id.to_string();
        let command = format!("{id} {MARK}\n");
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
        if reply.id.as_ref() != Some(&id) {
            self.lacks.insert(Ability::Ids);
            let line = reply.line();
            let sentence = format!("the answer to the command {id} begins with `{line}`");
            self.note("id-in-every-answer", sentence);
            let version = self.ask(MARK)?;
            self.mark = Some(version.text).filter(|text| version.is_success && !text.is_empty());
        }
        Ok(())
    }

    /// Returns the late answer to the first command, if it comes after a second one. If the
    /// second answer does not follow, the engine holds its answers back, and no more is asked.
    fn late_reply(&mut self) -> Option<Reply> {
        let limit = self.limits.command;
        self.write(format!("{MARK}\n").as_bytes(), limit).ok()?;
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

    /// Compares the stones of a colour with those on the engine's board, by its list if that was
    /// found correct, otherwise by plays there, which it must refuse. Returns the first
    /// difference.
    pub(in crate::conform) fn compare_stones(
        &mut self,
        color: Color,
        points: &[&str],
    ) -> Result<Option<String>, Unanswered> {
        if self.finder == StoneFinder::List {
            return self.compare_list(color, points);
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

    /// Compares the stones of a colour with the engine's list. Returns the difference.
    fn compare_list(
        &mut self,
        color: Color,
        points: &[&str],
    ) -> Result<Option<String>, Unanswered> {
        let reply = self.ask(format_args!("list_stones {color}"))?;
        let sorted = |names: &mut dyn Iterator<Item = &str>| {
            let names: BTreeSet<_> = names.map(str::to_ascii_uppercase).collect();
            Vec::from_iter(names).join(" ")
        };
        let found = sorted(&mut reply.text.split_ascii_whitespace());
        let expected = sorted(&mut points.iter().copied());
        Ok((found != expected)
            .then(|| format!("expected the {color} stones '{expected}', got '{found}'")))
    }

    /// Returns whether the stones on the board are found to be these. `None` if stones cannot be
    /// found.
    pub(in crate::conform) fn has_stones(
        &mut self,
        color: Color,
        points: &[&str],
    ) -> Result<Option<bool>, Unanswered> {
        if self.finder == StoneFinder::Nothing {
            return Ok(None);
        }
        Ok(Some(self.compare_stones(color, points)?.is_none()))
    }

    /// Returns whether a stone is found on a point. `None` if stones cannot be found.
    pub(in crate::conform) fn has_stone(
        &mut self,
        point: &str,
    ) -> Result<Option<bool>, Unanswered> {
        if self.finder != StoneFinder::List {
            return self.has_stones(Color::Black, &[point]);
        }
        let lists = self.ask_all(&["list_stones black", "list_stones white"])?;
        let mut words = lists
            .iter()
            .flat_map(|list| list.text.split_ascii_whitespace());
        Ok(Some(words.any(|word| word.eq_ignore_ascii_case(point))))
    }

    /// Finds out what the engine is able to do on a board of this side. Abilities that a death or a
    /// time-out leaves open are not lacking.
    pub(in crate::conform) fn learn_abilities(&mut self, side: usize) -> Result<(), Unanswered> {
        let known = ends_run(self.ask("known_command protocol_version"))?;
        if known.is_none_or(|reply| !reply.is_success || reply.text != "true") {
            self.lacks.insert(Ability::KnownCommand);
        }
        ends_run(self.learn_plays(side))?;
        let larger = BoardSize::square(side + 1).ok();
        let corner = larger.and_then(|size| Some(size.coordinates(size.iter().last()?)));
        let off_board = corner.map_or_else(|| format!("A{}", side + 1), |at| at.to_string());
        for (ability, plays) in [
            (Ability::SameColor, &["play black D4", "play black E4"][..]),
            (Ability::Passes, &["play black pass"]),
            (
                Ability::OffBoard,
                &[format!("play black {off_board}").as_str()],
            ),
        ] {
            if self.lacks.contains(&Ability::Plays) {
                break;
            }
            if let Some(is_accepted) = ends_run(self.last_accepted(side, plays))?.flatten()
                && is_accepted == (ability == Ability::OffBoard)
            {
                self.lacks.insert(ability);
            }
        }
        Ok(())
    }

    /// Returns whether the last of some plays is accepted, or `None` if an earlier one is not.
    fn last_accepted(&mut self, side: usize, plays: &[&str]) -> Result<Option<bool>, Unanswered> {
        if self.clear(side)?.is_some() {
            return Ok(None);
        }
        let replies = self.ask_all(plays)?;
        let mut replies = replies.iter().map(|reply| !reply.is_refusal);
        let last = replies.next_back();
        Ok(last.filter(|_| replies.all(|is_accepted| is_accepted)))
    }

    /// Finds out how colours are written, how refusals look, and how stones are found: a fault of
    /// the list of stones must not look like one of the board.
    fn learn_plays(&mut self, side: usize) -> Result<(), Unanswered> {
        let before = self.lacks.clone();
        let words = self.try_plays(side)?;
        if matches!(words, Plays::Found(_)) {
            return Ok(());
        }
        let by_words = mem::replace(&mut self.lacks, before);
        self.sends_letters = true;
        let letters = self.try_plays(side)?;
        self.sends_letters = matches!(letters, Plays::Found(_))
            || words == Plays::Refused && letters == Plays::Accepted;
        if !self.sends_letters {
            self.lacks = by_words;
        }
        let used = if self.sends_letters { letters } else { words };
        if used == Plays::Accepted {
            self.lacks.insert(Ability::StonesFound);
        }
        if self.sends_letters {
            self.lacks.insert(Ability::ColorWords);
        } else if words == Plays::Refused {
            self.lacks.insert(Ability::Plays);
        }
        Ok(())
    }

    /// Plays three stones, and a fourth on one of them. Notes whether that is refused, and how.
    fn try_plays(&mut self, side: usize) -> Result<Plays, Unanswered> {
        if let Some(reason) = self.clear(side)? {
            return Err(Unanswered::Withheld(reason));
        }
        let plays = ["play black D4", "play white E5", "play black C3"];
        let played = self.ask_all(&plays)?;
        if played.iter().any(|reply| !reply.is_success) {
            return Ok(Plays::Refused);
        }
        let is_listed = self.knows("list_stones")
            && self.compare_list(Color::Black, &["D4", "C3"])?.is_none()
            && self.compare_list(Color::White, &["E5"])?.is_none();
        let occupied = self.ask("play white D4")?;
        let is_silent = played.iter().all(|reply| reply.text.is_empty());
        let is_disguised = occupied.is_success && is_silent && !occupied.text.is_empty();
        if is_disguised {
            self.lacks.insert(Ability::ErrorStatus);
        }
        let is_refused = !occupied.is_success || is_disguised;
        if (is_listed || is_silent) && !is_refused {
            self.lacks.insert(Ability::Occupied);
        }
        self.finder = match (is_listed, is_refused) {
            (true, _) => StoneFinder::List,
            (false, true) => StoneFinder::Refusals,
            (false, false) => StoneFinder::Nothing,
        };
        Ok(match self.finder {
            StoneFinder::Nothing => Plays::Accepted,
            finder => Plays::Found(finder),
        })
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
        subject.engine = Some(Box::new(program));
        let learned = subject.learn_ids();
        assert!(matches!(learned, Err(Unanswered::Unusable(_))));
    }
}
