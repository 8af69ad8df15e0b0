//! Engines with one deviation each, and the checks that find them.

use std::collections::BTreeSet;

use libtest_mimic::Trial;

use crate::deviation;
use crate::program::rows;
use crate::{SLOW, deviating, odd, results};
use ponnuki_testing::trial;

/// Each deviation with the checks that are carried out, if not all but the slow
/// ones, and those that fail: these alone, or with `...` these and others that build on the same.
/// Engines may end lines with CR LF, so `answer-crlf` fails no check. The first five are waited for
/// longest, beside the others.
const PLANTED: &str = "
    score-hang         | score-form,score-counted,engine-answers | engine-answers
    answer-held        | commands-known,output-flushed  | output-flushed
    answer-unended     |                                | komi-numbers komi-fraction start-lizzie setup-ogs engine-answers id-in-every-answer output-no-status-inside
    end-ignored        | quit-answered,input-end,signal-term | input-end signal-term
    quit-stays         | quit-answered,quit-ends,input-end | quit-ends
    id-missing         |                                | id-in-every-answer
    id-narrow          |                                | id-largest
    answer-crlf        |                                | 
    answer-glued       | output-space,id-in-every-answer | id-in-every-answer output-space
    answer-control     |                                | output-controls
    answer-double      |                                | setup-sabaki setup-sabaki-stones setup-ogs output-one-answer
    error-line         |                                | output-one-empty-line output-one-empty-line-more
    list-gap           |                                | list-commands-required start-pipelined output-answers-only
    name-lines         |                                | name-one-line
    line-empty         |                                | line-empty line-empty-cr-lf line-blank
    line-comment       |                                | comment-line gogui-interrupt
    comment-refused    |                                | comment-after-command comment-after-tab comment-without-blank comment-bytes
    cr-refused         |                                | line-cr-lf line-cr-in-word setup-ogs
    tab-refused        |                                | line-tab comment-after-tab id-tab
    control-refused    |                                | line-control-characters
    long-exit          |                                | line-long engine-survives
    bytes-exit         |                                | line-bytes comment-bytes engine-survives
    case-ignored       |                                | command-upper-case
    unknown-text       |                                | command-unknown
    unknown-accepted   |                                | id-after-error command-unknown command-upper-case
    unknown-exit       |                                | id-after-error command-unknown command-upper-case engine-survives
    known-yes          |                                | known-command-required
    list-extra         |                                | commands-known
    protocol-one       |                                | protocol-version
    quit-silent        |                                | quit-answered
    memory-kept        | memory-bounded                 | memory-bounded
    column-i           |                                | play-column-i
    vertex-off         |                                | play-off-board
    vertex-lower       |                                | play-vertex-case setup-cgos setup-kgs setup-ogs
    pass-capitals      |                                | play-pass-case
    color-word         |                                | play-colors ...
    resign-played      |                                | play-resign
    boardsize-word     |                                | boardsize-syntax
    boardsize-zero     |                                | boardsize-zero
    boardsize-kept     |                                | boardsize-unacceptable boardsize-error-keeps-board
    boardsize-clears   |                                | boardsize-error-keeps-board
    komi-negative      |                                | komi-numbers komi-ridiculous
    komi-cleared       |                                | komi-kept
    occupied           |                                | play-occupied
    suicide            | rules-play,rules-refused       | rules-refused
    ko-retake          | rules-consistent,play-ko-error | rules-consistent
    undo-history       |                                | undo-ko
    capture-two        |                                | play-capture-two-chains
    capture-left       |                                | play-capture-chain
    color-twice        |                                | play-same-color ...
    pass-refused       |                                | play-pass ...
    corner-refused     |                                | boardsize-columns-19 play-capture-corner ...
    column-off         | rules-play                     | rules-play
    refusal-undo       |                                | play-occupied play-occupied-history ...
    refusal-exit       |                                | play-occupied engine-survives ...
    undo-captures      |                                | undo-capture
    undo-nothing       |                                | undo-one undo-nothing ...
    undo-twice         |                                | undo-one ...
    undo-empty         |                                | handicap-undo undo-nothing
    undo-exit          |                                | play-occupied-history reg-genmove-plays-nothing undo-pipelined engine-survives
    stones-short       |                                | position-list-stones
    legal-occupied     |                                | position-is-legal
    captures-count     |                                | position-captures
    score-sign         |                                | score-white-wins score-black-wins score-counted score-komi score-finished score-komi-again
    score-komi         |                                | score-white-wins score-black-wins score-komi score-finished score-komi-again
    genmove-banner     |                                | output-answers-only
    genmove-occupied   |                                | genmove-legal
    genmove-unplayed   |                                | genmove-plays undo-genmove
    genmove-lower      |                                | genmove-upper-case
    genmove-text       |                                | genmove-form ...
    genmove-late       | time-absolute                  | time-absolute
    genmove-registered |                                | reg-genmove-plays-nothing
    handicap-mirrored  |                                | handicap-fixed-19 handicap-fixed-9 handicap-fixed-even handicap-fixed-7 handicap-fixed-answer
    handicap-stones    |                                | handicap-fixed-board-not-empty
    handicap-repeated  |                                | handicap-set-repeated
    handicap-pass      |                                | handicap-set-pass
    analysis-endless   | analyze-lz,engine-answers      | analyze-lz engine-answers
";

/// Deviations that are right, or about which an engine is told before any check.
const OTHERS: [&str; 3] = ["none", "answer-slow", "flush-missing"];

pub(crate) fn trials() -> Vec<Trial> {
    let found = rows(PLANTED).map(|[deviation, only, expected]| {
        trial(format!("planted::{deviation}"), move || {
            find(deviation, only, expected);
        })
    });
    let all = trial("planted::every-deviation", every_deviation);
    found.chain([all]).collect()
}

/// Checks that an engine with a deviation fails the expected checks.
fn find(deviation: &str, only: &str, expected: &str) {
    let checks = match only {
        "" => format!("--skip {SLOW}"),
        only => format!("--only {only}"),
    };
    let json = results(&deviating(deviation), &format!("--time-limit 2 {checks}"));
    let checks = json["checks"].as_array().unwrap().iter();
    let failed = checks.filter(|check| check["verdict"] == "fail");
    let failed: Vec<_> = failed.filter_map(|check| check["name"].as_str()).collect();
    match expected.strip_suffix(" ...") {
        Some(some) => assert!(
            some.split(' ').all(|name| failed.contains(&name)),
            "{failed:?}"
        ),
        None => assert_eq!(failed.join(" "), expected),
    }
}

/// Checks that no deviation is left out.
fn every_deviation() {
    let planted = rows(PLANTED).map(|[name, _, _]| name);
    let known: BTreeSet<_> = planted.chain(odd::deviations()).chain(OTHERS).collect();
    let all: BTreeSet<_> = deviation::ALL
        .iter()
        .map(|deviation| deviation.name)
        .collect();
    assert_eq!(known, all);
}
