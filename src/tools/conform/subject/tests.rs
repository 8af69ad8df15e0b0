//! Engines that are functions of the tests, and questions to some that answer in odd ways.

use std::sync::LazyLock;

use super::*;
use ponnuki_core::board::Color;
use ponnuki_gtp::{EngineOptions, Responder};

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

/// Returns our own engine with answers altered by a function of the line and the answer.
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
    let start = move || -> Result<Engine, Fault> {
        let mut responder = Responder::new(ponnuki_gtp::Engine::new(EngineOptions::new(1)));
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

/// Returns what a standing check found, or nothing if it passes.
fn standing(subject: &mut Subject<'_>, name: &str) -> String {
    match subject.standing(name) {
        CheckVerdict::Fail(sentence) => sentence,
        verdict => {
            assert_eq!(verdict, CheckVerdict::Pass);
            String::new()
        }
    }
}

#[test]
fn an_answer_has_its_text_and_a_place_in_the_dialogue() {
    let mut subject = right();
    subject.learn_ids().unwrap();
    subject.forget();
    assert_eq!(subject.ask("name").unwrap().text, "Ponnuki");
    assert!(subject.ask("x").unwrap().is_refusal);
    let replies = subject.ask_all(&["play b A1", "list_stones b"]).unwrap();
    assert_eq!(replies[1].text, "A1");
    // Of several commands, an answer without a text is not shown.
    let dialogue = "> name|< = Ponnuki|> x|< ? unknown command|> play b A1|> list_stones b|< = A1";
    assert_eq!(subject.dialogue().join("|"), dialogue);
    assert!(subject.sends_ids() && subject.faults() == 0);
}

#[test]
fn answers_without_ids_are_told_apart_by_a_mark() {
    let mut subject = without_ids();
    subject.learn_ids().unwrap();
    assert!(!subject.sends_ids());
    let sentence = standing(&mut subject, "id-in-every-answer");
    assert_eq!(sentence, "the answer to the command 1 begins with `= 2`");
    assert_eq!(subject.ask("name").unwrap().text, "Ponnuki");
    assert!(subject.strays().unwrap().is_empty());
    assert_eq!(standing(&mut subject, "output-one-answer"), "");
}

#[test]
fn a_second_answer_is_noted_with_its_command() {
    for mut subject in [
        altered(|line, answer| {
            let is_doubled = line.ends_with("clear_board");
            Some(if is_doubled { answer.repeat(2) } else { answer })
        }),
        altered(|line, answer| {
            let is_doubled = line.ends_with("clear_board");
            Some(if is_doubled {
                answer + "= \n\n"
            } else {
                answer
            })
        }),
    ] {
        subject.learn_ids().unwrap();
        subject.ask("clear_board").unwrap();
        assert_eq!(subject.ask("name").unwrap().text, "Ponnuki");
        let sentence = standing(&mut subject, "output-one-answer");
        assert_eq!(
            sentence,
            "after the answer to `clear_board`, another one: = "
        );
    }
}

#[test]
fn an_engine_that_ends_is_started_again_until_the_command_is_withheld() {
    let mut subject = altered(|line, answer| (!line.ends_with("undo")).then_some(answer));
    subject.learn_ids().unwrap();
    for _ in 0..MAX_FAULTS {
        assert!(matches!(subject.ask("undo"), Err(Unanswered::Fault(_))));
        assert_eq!(subject.ask("name").unwrap().text, "Ponnuki");
    }
    assert_eq!(subject.faults(), MAX_FAULTS);
    let Err(Unanswered::Withheld(why)) = subject.ask("undo") else {
        panic!("undo is sent")
    };
    assert_eq!(why, "undo is not sent any more, after 2 faults");
    let sentence = standing(&mut subject, "engine-survives");
    assert_eq!(sentence, "after `undo`, the engine ended");
    assert_eq!(standing(&mut subject, "engine-answers"), "");
}

#[test]
fn what_must_be_asked_is_never_withheld() {
    let mut subject = altered(|line, answer| (!line.contains("play")).then_some(answer));
    subject.learn_ids().unwrap();
    for _ in 0..=MAX_FAULTS {
        assert!(matches!(
            subject.ask("play b A1"),
            Err(Unanswered::Fault(_))
        ));
    }
}

#[test]
fn an_engine_that_does_not_answer_is_noted() {
    let silent = |line: &str, answer| {
        Some(if line.ends_with("komi") {
            String::new()
        } else {
            answer
        })
    };
    let mut subject = altered(silent);
    subject.learn_ids().unwrap();
    assert!(subject.ask("komi").is_err());
    let sentence = standing(&mut subject, "engine-answers");
    assert_eq!(sentence, "after `komi`, the engine gave no answer");
}

#[test]
fn answers_to_bytes_are_read_one_by_one_and_the_rest_are_strays() {
    let mut subject = right();
    subject.learn_ids().unwrap();
    subject.send_bytes(b"7 name\nversion\nundo\n").unwrap();
    let reply = subject.read_any().unwrap();
    assert!(subject.answers_to(&reply, "7") && reply.text == "Ponnuki");
    let strays = subject.strays().unwrap();
    let statuses: Vec<_> = strays.iter().map(|stray| stray.is_success).collect();
    assert_eq!(statuses, [true, false]);
}

#[test]
fn the_form_of_answers_is_judged() {
    let mut subject = altered(|line, answer| {
        Some(match line.rsplit(' ').next() {
            Some("name") => format!("noise\n{answer}\n"),
            Some("7.5") => answer.replace("\n\n", "one\ntwo\n\n"),
            _ => answer,
        })
    });
    subject.learn_ids().unwrap();
    for command in ["name", "version", "komi 7.5"] {
        subject.ask(command).unwrap();
    }
    for (name, sentence) in [
        (
            "output-answers-only",
            "outside any answer, the engine writes: noise",
        ),
        ("output-one-line", "`komi` is answered in several lines"),
        (
            "output-one-empty-line-more",
            "two empty lines end the answer to `name`",
        ),
        ("output-controls", ""),
    ] {
        assert_eq!(standing(&mut subject, name), sentence, "{name}");
    }
}

#[test]
fn abilities_are_found_and_stones_with_them() {
    let mut subject = right();
    subject.learn_ids().unwrap();
    subject.commands.insert("list_stones".to_owned());
    subject.learn_abilities(9).unwrap();
    assert!(subject.lacks.is_empty(), "{:?}", subject.lacks);
    assert_eq!(subject.finder, StoneFinder::List);
    subject.clear(9).unwrap();
    subject.ask("play black D4").unwrap();
    assert_eq!(subject.has_stone("d4").unwrap(), Some(true));
    assert_eq!(
        subject.has_stones(Color::Black, &["E5"]).unwrap(),
        Some(false)
    );
    let difference = subject.compare_stones(Color::White, &["E5"]).unwrap();
    assert_eq!(
        difference.unwrap(),
        "expected the white stones 'E5', got ''"
    );
}

#[test]
fn colours_are_sent_as_letters_to_an_engine_that_knows_no_others() {
    let mut subject = altered(|line, answer| {
        let is_word = line.contains(" black") || line.contains(" white");
        Some(if is_word {
            "?".to_owned() + &answer[1..]
        } else {
            answer
        })
    });
    subject.learn_ids().unwrap();
    subject.learn_abilities(9).unwrap();
    assert_eq!(Vec::from_iter(&subject.lacks), [&Ability::ColorWords]);
    assert!(subject.sends_letters);
    subject.clear(9).unwrap();
    subject.forget();
    assert!(subject.accepts("play black D4").unwrap());
    assert_eq!(subject.dialogue()[0], "> play b D4");
}

#[test]
fn errors_with_the_status_of_a_success_are_refusals() {
    let mut subject = altered(|_, answer| {
        Some(match answer.strip_prefix('?') {
            Some(rest) => format!("={rest}"),
            None => answer,
        })
    });
    subject.learn_ids().unwrap();
    subject.learn_abilities(9).unwrap();
    assert!(subject.lacks.contains(&Ability::ErrorStatus));
    subject.clear(9).unwrap();
    assert!(subject.accepts("play black D4").unwrap());
    assert!(!subject.accepts("play white D4").unwrap());
}
