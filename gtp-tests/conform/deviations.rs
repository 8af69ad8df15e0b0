//! Each deviation changes what it says, and nothing else.

use std::collections::BTreeSet;
use std::io::Write;

use libtest_mimic::Trial;

use crate::program::{self, rows};
use crate::{deviation, proxied};
use ponnuki_testing::trial;

/// Each deviation with commands, separated by `;`, and the answers from the first to the last
/// that differ from those of a correct engine. `...` stands for any others, `^` for a control
/// character, `~` for a byte that is not UTF-8 and `@` for 5,000 blanks.
const DEVIATIONS: &str = r"
    id-missing         | 7 name                                       | = Ponnuki\n\n
    id-narrow          | 65543 name                                   | =7 Ponnuki\n\n
    answer-unended     | komi 5;name                                  | = \n= Ponnuki\n\n
    answer-crlf        | komi 5                                       | = \r\n\r\n
    answer-glued       | name                                         | =Ponnuki\n\n
    answer-control     | name                                         | = Ponnuki\a\n\n
    answer-double      | clear_board                                  | = \n\n
    error-line         | undo                                         | \n
    list-gap           | list_commands                                | = all_legal\n\nanalyze\n...
    name-lines         | name                                         | = Ponnuki\n1.0\n\n
    line-empty         | ;# x;name                                    | = \n\n
    line-comment       | ;# x;name                                    | = \n\n
    comment-refused    | name # x                                     | ? unknown command\n\n
    cr-refused         | name\r                                       | ? unknown command\n\n
    tab-refused        | known_command\tplay                          | ? unknown command\n\n
    control-refused    | na^me                                        | ? unknown command\n\n
    long-exit          | name;@name;name                              |
    bytes-exit         | name;~name;name                              |
    case-ignored       | NAME                                         | = Ponnuki\n\n
    unknown-text       | x                                            | ? no such command\n\n
    unknown-accepted   | x                                            | = \n\n
    unknown-exit       | name;x;name                                  |
    known-yes          | known_command play                           | = yes\n\n
    list-extra         | list_commands                                | ...\nponder\n\n
    protocol-one       | protocol_version                             | = 1\n\n
    quit-silent        | name;quit                                    |
    column-i           | play b I5;list_stones b                      | = \n\n= J5\n\n
    vertex-off         | boardsize 9;play b A10;play b I5             | = \n\n
    vertex-lower       | play b d4;play b pass                        | ? illegal move\n\n
    pass-capitals      | play b pass;play b PASS                      | ? illegal move\n\n
    color-word         | play w A1;play white D4                      | ? illegal move\n\n
    resign-played      | play b resign                                | = \n\n
    boardsize-word     | boardsize foo;boardsize 26                   | = \n\n
    boardsize-zero     | boardsize 0;boardsize foo                    | = \n\n
    boardsize-kept     | boardsize 26;boardsize 0                     | = \n\n
    boardsize-clears   | play b A1;boardsize 26;list_stones b         | = \n\n
    komi-negative      | komi -5                                      | ? unknown command\n\n
    komi-cleared       | komi 5;clear_board;get_komi                  | = 0\n\n
    occupied           | play b A1;play w A1;list_stones w            | = \n\n
    suicide            | boardsize 5;play b A1;play w A2;play w B2;play w C1;play b B1;list_stones b;undo;list_stones b | = \n\n= \n\n
    ko-retake          | play b A1;play b B2;play w B1;play w D1;play w C2;play b C1;play w B1;list_stones b | = \n\n= A1 B2\n\n
    undo-history       | play b A1;play b B2;play w B1;play w D1;play w C2;play b C1;play b E5;undo;play w B1 | = \n\n
    capture-two        | play b A2;play b C2;play b D1;play w A1;play w C1;play b B1;list_stones b | = D1 A2 C2\n\n
    capture-left       | play w A1;play w B1;play w C1;play b A2;play b B2;play b C2;play b D1;list_stones w | = A1\n\n
    color-twice        | play b A1;play b A2                          | ? illegal move\n\n
    pass-refused       | play b pass                                  | ? illegal move\n\n
    corner-refused     | play b A1                                    | ? illegal move\n\n
    column-off         | boardsize 13;play b K5;list_stones b         | = J5\n\n
    refusal-undo       | play b A1;play b A1;list_stones b            | = \n\n
    refusal-exit       | play b A1;play b A1;name                     |
    undo-captures      | play b A2;play w A1;play b B1;undo;list_stones w;list_stones b | = \n\n
    undo-nothing       | play b A1;undo;list_stones b                 | = A1\n\n
    undo-twice         | play b A1;play w A2;undo;list_stones b       | = \n\n
    undo-empty         | undo                                         | = \n\n
    undo-exit          | name;undo                                    |
    stones-short       | play b A1;play b A2;list_stones b            | = A1\n\n
    legal-occupied     | play b A1;is_legal w A1;is_legal w A2        | = 1\n\n
    captures-count     | captures b                                   | = 1\n\n
    score-sign         | boardsize 5;komi 0;play b A1;final_score     | = W+25\n\n
    score-komi         | boardsize 5;komi 3;play w A1;final_score     | = W+25\n\n
    genmove-banner     | boardsize 1;genmove b                        | Thinking\n= pass\n\n
    genmove-occupied   | play b A1;genmove w                          | = A1\n\n
    genmove-unplayed   | genmove b;list_stones b                      | = \n\n
    genmove-lower      | boardsize 2;genmove b                        | = a2\n\n
    genmove-text       | boardsize 1;genmove b                        | = pass (52 %)\n\n
    genmove-registered | boardsize 2;reg_genmove b;captures b;undo    | = \n\n
    handicap-mirrored  | boardsize 9;fixed_handicap 2;list_stones b   | = G3 C7\n\n= G3 C7\n\n
    handicap-stones    | boardsize 9;play b A1;fixed_handicap 2;list_stones b | = C3 G7\n\n= C3 G7\n\n
    handicap-repeated  | set_free_handicap A1 B1 A1;list_stones b     | = \n\n= A1 B1\n\n
    size-twice         | 1 boardsize 10;2 name                         | ? unacceptable size\n\n= \n\n= Ponnuki\n\n
    size-twice-id      | 1 boardsize 26;2 name                         | = \n\n
    color-letters      | play black A1;list_stones b;play b A1;play b A1 | = Error: illegal move\n\n= \n\n= \n\n= Error: illegal move\n\n
    play-anywhere      | play b A1;play w A1;known_command play       | = \n\n? unknown command\n\n
    handicap-pass      | set_free_handicap A1 B1 pass;list_stones b   | = \n\n= A1 B1\n\n
";

/// Deviations that show in time or memory, or end only when they are killed.
const OTHERS: &str = "none answer-held answer-slow quit-stays end-ignored memory-kept score-hang \
                      genmove-late analysis-endless flush-missing";

pub(crate) fn trials() -> Vec<Trial> {
    let rows = rows(DEVIATIONS).map(|[deviation, commands, expected]| {
        trial(format!("deviation::{deviation}"), move || {
            change(deviation, commands, expected);
        })
    });
    let all = trial("deviation::every-deviation", every_deviation);
    rows.chain([all]).collect()
}

/// Returns the answers of an engine with this deviation.
fn answers(deviation: &str, commands: &str) -> Vec<String> {
    let input = commands.replace(';', "\n").replace(r"\r", "\r");
    let input = input.replace(r"\t", "\t").replace('^', "\u{1}");
    let mut input = input.replace('@', &" ".repeat(5000)).into_bytes();
    input.push(b'\n');
    for byte in input.iter_mut().filter(|byte| **byte == b'~') {
        *byte = 0xff;
    }
    let mut child = program::start(&mut proxied(deviation));
    // A deviation may end the program before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(&input);
    let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    output.split_inclusive("\n\n").map(str::to_owned).collect()
}

/// Checks the answers of a session, from the first that a correct engine would not give to the
/// last.
fn change(deviation: &str, commands: &str, expected: &str) {
    let (right, mut wrong) = (answers("none", commands), answers(deviation, commands));
    let is_same = |(one, other): &(&String, &String)| one == other;
    let before = right.iter().zip(&wrong).take_while(is_same).count();
    wrong.drain(..before);
    let ends = right[before..].iter().rev().zip(wrong.iter().rev());
    wrong.truncate(wrong.len() - ends.take_while(is_same).count());
    let shown = wrong.concat().replace('\n', r"\n");
    let shown = shown.replace('\r', r"\r").replace('\u{7}', r"\a");
    let is_expected = match expected.split_once("...") {
        Some((start, end)) => shown.starts_with(start) && shown.ends_with(end),
        None => shown == expected,
    };
    assert!(is_expected, "{shown}");
}

/// Checks that no deviation is left out.
fn every_deviation() {
    let shown = rows(DEVIATIONS).map(|[name, _, _]| name);
    let known: BTreeSet<_> = shown.chain(OTHERS.split(' ')).collect();
    let all: BTreeSet<_> = deviation::ALL.iter().map(|it| it.name).collect();
    assert_eq!(known, all);
}
