//! Questions to engines that answer in odd ways.

use super::scripted::{altered, right, without_ids};
use super::*;
use ponnuki::board::Color;

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
