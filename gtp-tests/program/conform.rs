//! `ponnuki conform`: this program, and one that refuses plays, in every form of the output.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{LazyLock, Mutex};
use std::thread;

use serde_json::{Value, json};

use crate::runner::{Folder, Run, assert_contains, assert_ends, assert_starts, rows};

/// An engine that refuses every play.
const REFUSING: &str = "ponnuki test-engine --quiet --fault refuse";

/// The first check that it fails, and that no named client notices, in the JSON of the results.
static FAILURE: LazyLock<Value> = LazyLock::new(|| {
    let run = conform(&Folder::new(), REFUSING, "--json");
    let json: Value = serde_json::from_str(&run.out).unwrap();
    let mut checks = json["checks"].as_array().unwrap().iter();
    let failure = checks.find(|check| check["verdict"] == "fail" && check["who"] == json!([]));
    failure.unwrap().clone()
});

fn conform(folder: &Folder, engine: &str, options: &str) -> Run {
    folder.run(&format!("conform '{engine}' {options}"))
}

/// Returns a string of the first failure.
fn failed(member: &str) -> &str {
    FAILURE[member].as_str().unwrap()
}

/// Carries out two checks, of which the engine fails the first.
fn refusing(folder: &Folder, options: &str) -> Run {
    let two = format!("--only {},engine-answers", failed("name"));
    conform(folder, REFUSING, &format!("{two} {options}"))
}

#[test]
fn this_program_passes_all_checks() {
    let out = conform(&Folder::new(), "ponnuki --quiet --seed 1", "").succeeds();
    let start = "limits: 10 s a command, 300 s in all\nengine: Ponnuki ";
    assert_starts(&out, start);
    let learned = "\nboards: 1 to 25\nrules: ponnuki match ... --rules cgos\n";
    assert_contains(&out, learned);
    let verdict = "\n\nfit for Sabaki, GoGui, gogui-twogtp, CGOS, KGS, OGS, Lizzie\nmust ";
    assert_contains(&out, verdict);
}

#[test]
fn a_failure_says_what_is_right_what_came_and_who_notices() {
    let run = refusing(&Folder::new(), "--profile cgos");
    let [name, text, finding, source] = ["name", "text", "finding", "source"].map(failed);
    let failure = format!(
        "
must    {name}: {text}
        {finding}
        noticed by no named client; source: {source}"
    );
    assert_contains(&run.out, &failure);
    assert_contains(&run.out, "\n        < ? illegal move\n");
    let verdict = "\n\nas far as checked, fit for CGOS\nmust    1 fail, 1 pass\n\nmust    ";
    assert_contains(&run.out, verdict);
    assert_eq!(run.err, "ponnuki: 1 check failed\n");
    assert_eq!(run.status, Some(1));
    let all = refusing(&Folder::new(), "--all").out;
    for line in FAILURE["dialogue"].as_array().unwrap() {
        assert_contains(&all, &format!("\n        {}\n", line.as_str().unwrap()));
    }
}

#[test]
fn the_json_obeys_its_schema() {
    let schema = include_str!("../../src/bin/ponnuki/conform/schema.json");
    let schema = jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap();
    for engine in ["ponnuki --quiet", REFUSING] {
        let run = conform(&Folder::new(), engine, "--json --profile cgos");
        let mut json: Value = serde_json::from_str(&run.out).unwrap();
        let errors = schema.iter_errors(&json).map(|error| error.to_string());
        let errors: Vec<_> = errors.collect();
        assert!(errors.is_empty(), "{errors:?}");
        let status = i32::from(engine == REFUSING);
        assert_eq!(run.status, Some(status));
        json["checks"][0]["level"] = "can".into();
        assert!(!schema.is_valid(&json));
    }
}

#[test]
fn results_have_the_forms_of_test_runners() {
    let name = failed("name");
    let folder = Folder::of(&[("known", &format!("{name} # not yet\n"))]);
    let tap = refusing(&folder, "--tap").out;
    let start = format!("TAP version 14\n1..2\nnot ok 1 - must:{name}\n  ---\n  message: \"");
    assert_starts(&tap, &start);
    assert_ends(&tap, "\nok 2 - must:engine-answers\n");
    let known = refusing(&folder, "--tap --known known").succeeds();
    let todo = format!("\nnot ok 1 - must:{name} # TODO known to fail\nok 2");
    assert_contains(&known, &todo);
    let xml = refusing(&folder, "--junit").out;
    let suite = "<testsuite name=\"must\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\"";
    assert_contains(&xml, suite);
    let text = failed("text").replace('"', "&quot;");
    let failure = format!("><failure message=\"{text} ");
    assert_contains(&xml, &failure);
}

#[test]
fn a_page_shows_all_checks_and_replaces_only_pages() {
    let folder = Folder::of(&[("thesis", "A thesis.")]);
    for _ in 0..2 {
        assert_eq!(refusing(&folder, "--html p.html").status, Some(1));
    }
    let page = folder.read("p.html");
    assert_contains(&page, "<h1>1 of 2 checks failed</h1>");
    assert_eq!(page.matches("<article class=\"test\"").count(), 2);
    assert_contains(&page, "<option value=\"fail\">fail (1)</option>");
    assert_contains(&page, "\n&lt; ? illegal move\n");
    refusing(&folder, "--html thesis").fails(2, "--overwrite replaces it");
}

#[test]
fn accepted_failures_and_left_out_checks_do_not_count() {
    let name = failed("name");
    let known = format!("# accepted\n{name}\nengine-answers # since 1.2\n");
    let folder = Folder::of(&[("known", &known), ("wrong", "play-column-j\n")]);
    let out = refusing(&folder, "--known known").succeeds();
    let passes = "\nengine-answers passes now: take it out of --known\n";
    assert_contains(&out, passes);
    assert_contains(&out, "\nmust    1 unexpected pass, 1 known fail\n");
    let out = refusing(&folder, &format!("--skip {name}")).succeeds();
    assert_contains(&out, "\nmust    1 pass\n");
    for [options, reason] in rows(
        "
        --skip play-column-j       | --skip names no check: 'play-column-j'
        --known wrong              | --known names no check: 'play-column-j'
        --known missing            | cannot read missing
        --known known --html known | --html known would overwrite known
        --profile chess            | sabaki, gogui
        --json --tap               | cannot be used with
        ",
    ) {
        refusing(&folder, options).fails(2, reason);
    }
    let unstarted = conform(&folder, "/no/such/engine", "--json");
    unstarted.fails(2, "\ntip: is the program installed");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_checks() {
    use std::io::{BufRead, BufReader};

    use crate::runner;

    let mut child = runner::start(&mut runner::command("conform 'sleep 60'"));
    let mut limits = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut limits).unwrap();
    assert_starts(&limits, "limits: ");
    let begun = std::time::Instant::now();
    runner::signal(&child, "-INT");
    assert_eq!(runner::ended(&mut child).code(), Some(130));
    assert!(
        begun.elapsed().as_secs_f64() < 1.9,
        "the engine was waited for"
    );
}

#[test]
fn an_engine_that_never_flushes_is_told_how() {
    let engine = "ponnuki test-engine --quiet --seed 1 --deviation flush-missing";
    let run = conform(&Folder::new(), engine, "--time-limit 0.6 --total-time 4");
    assert_eq!(run.status, Some(2), "{}", run.err);
    assert_contains(&run.err, "waiting for the first answer of ");
    assert_contains(
        &run.err,
        "\ntip: the program must answer GTP commands on its standard output",
    );
    assert_eq!(run.err.matches("print(answer, flush=True)").count(), 2);
}

#[cfg(unix)]
#[test]
fn a_file_that_is_no_command_is_explained() {
    let folder = Folder::of(&[("mine.py", "#!/usr/bin/env python3")]);
    let run = conform(&folder, "mine.py", "--json");
    run.fails(2, "\ntip: write ./mine.py, because");
    let run = conform(&folder, "./mine.py", "--json");
    run.fails(2, "\ntip: the file is not executable: chmod +x ./mine.py");
}

/// Each engine like one that people have written, with the facts that are learned about it, and
/// the checks that it fails, except for the slow ones. What rests on its faults is no failure.
const ODD_ENGINES: &str = "
    ponnuki --quiet --seed 1       | 1 to 25   | --rules cgos                        | fit for Sabaki, GoGui | 
    ponnuki --quiet --resign-after 0 | 1 to 25 | --rules cgos                        | as far as checked, fit for Sabaki, GoGui | 
    --deviation size-twice         | 9, 13, 19 | --ko positional --suicide forbidden | not for Sabaki (1 failure), OGS (1 failure), Lizzie (1 failure) | id-in-every-answer output-one-answer
    --deviation size-twice-id      | 1 to 25   | --rules cgos                        | fit for Sabaki, GoGui | output-one-answer
    --deviation color-letters      | 1 to 25   | --ko positional --suicide forbidden | not for GoGui (1 failure), OGS (1 failure) | play-colors play-occupied
    --deviation play-anywhere      | 1 to 25   | unknown                             | not for | known-command-required play-occupied known-undo known-clock known-final-score known-final-status-list known-place-free-handicap known-set-free-handicap rules-refused
";

#[test]
fn a_fault_of_an_odd_engine_is_one_failure_and_no_false_fact() {
    for [engine, boards, rules, verdict, failing] in rows(ODD_ENGINES) {
        let engine = match engine.strip_prefix("--") {
            Some(options) => format!("ponnuki test-engine --quiet --seed 1 --{options}"),
            None => engine.to_owned(),
        };
        let skipped = SLOW
            .replace("rules-refused,", "")
            .replace("analyze-genmove-plays,", "");
        let options = format!("--time-limit 2 --all --skip {skipped}");
        let out = conform(&Folder::new(), &engine, &options).out;
        assert_contains(&out, &format!("\nboards: {boards}\n"));
        assert_contains(&out, rules);
        assert_contains(&out, verdict);
        let failed = out.lines().filter(|line| {
            ["must    ", "should  "]
                .iter()
                .any(|level| line.starts_with(level))
        });
        let failed = failed.filter_map(|line| line[8..].split_once(": "));
        let mut failed: Vec<_> = failed.map(|(name, _)| name).collect();
        let mut expected: Vec<_> = failing.split_ascii_whitespace().collect();
        failed.sort_unstable();
        expected.sort_unstable();
        assert_eq!(failed, expected, "{engine}");
    }
}

#[test]
fn the_dialogue_of_a_random_game_replays_to_the_failure() {
    let folder = Folder::new();
    for (deviation, check) in [
        ("column-off", "rules-play"),
        ("undo-captures", "rules-undo"),
    ] {
        let engine = format!("test-engine --quiet --seed 1 --deviation {deviation}");
        let options = format!("--json --only {check}");
        let out = conform(&folder, &format!("ponnuki {engine}"), &options).out;
        let json: Value = serde_json::from_str(&out).unwrap();
        let lines = json["checks"][0]["dialogue"].as_array().unwrap();
        let lines: Vec<_> = lines.iter().map(|line| line.as_str().unwrap()).collect();
        let sent: Vec<_> = lines
            .iter()
            .filter_map(|line| line.strip_prefix("> "))
            .collect();
        assert!(sent[0].starts_with("boardsize "), "{lines:?}");
        let replayed = folder.run_with(&engine, &(sent.join("\n") + "\n")).out;
        let last = replayed.split_terminator("\n\n").last().unwrap();
        // Answers without text are not shown.
        let shown = lines.last().unwrap().strip_prefix("< ").unwrap_or("=");
        assert_eq!(last.trim(), shown.trim(), "{lines:?}");
    }
}

#[test]
fn a_second_answer_is_shown_with_the_command_before_it() {
    let engine = "ponnuki test-engine --quiet --seed 1 --deviation size-twice";
    let out = conform(&Folder::new(), engine, "--only output-one-answer").out;
    let sentence = "\n        after the answer to `boardsize 1`, another one: = \n";
    assert_contains(&out, sentence);
}

#[test]
fn a_resignation_is_no_move() {
    let only = "--only undo-genmove,analyze-genmove-plays,genmove-plays";
    let out = conform(&Folder::new(), "ponnuki --resign-after 0", only).succeeds();
    let open =
        "not determined: genmove-plays, undo-genmove, analyze-genmove-plays: the engine resigned";
    assert_contains(&out, open);
}

#[test]
fn a_listed_command_that_fails_makes_the_engine_unfit_for_those_who_use_it() {
    let engine = "ponnuki test-engine --quiet --deviation analysis-endless";
    let out = conform(&Folder::new(), engine, "--time-limit 1 --only analyze-lz").out;
    assert_contains(&out, "; not for Sabaki (1 failure), Lizzie (1 failure)\n");
}

#[cfg(unix)]
#[test]
fn the_time_of_the_run_limits_the_wait_for_one_answer() {
    let begun = std::time::Instant::now();
    let run = conform(
        &Folder::new(),
        "sleep 1000",
        "--time-limit 5 --total-time 1",
    );
    assert_eq!(run.status, Some(2));
    assert_contains(&run.err, "the engine gave no answer within 1 s\n");
    assert!(begun.elapsed().as_secs() < 5);
}

/// The slow checks. In most of these engines, they find nothing that others miss.
const SLOW: &str = "rules-play,rules-refused,rules-undo,rules-captures,rules-legal,time-absolute,\
                    time-canadian,analyze-lz,analyze-kata,analyze-genmove-lz,\
                    analyze-genmove-kata,analyze-genmove-cgos,analyze-genmove-plays,\
                    analyze-raw-nn,memory-bounded";

/// Each deviation of `test-engine` with the checks that are carried out, if not all but the slow
/// ones, and those that fail: these alone, or with `...` these and others that build on the same.
/// Engines may end lines with CR LF, so `answer-crlf` fails no check.
const PLANTED: &str = "
    id-missing         |                                | id-in-every-answer
    id-narrow          |                                | id-largest
    answer-unended     |                                | komi-numbers komi-fraction start-lizzie setup-ogs engine-answers id-in-every-answer output-no-status-inside
    answer-crlf        |                                | 
    answer-glued       | output-space,id-in-every-answer | id-in-every-answer output-space
    answer-control     |                                | output-controls
    answer-double      |                                | setup-sabaki setup-sabaki-stones setup-ogs output-one-answer
    answer-held        | commands-known,output-flushed  | output-flushed
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
    quit-stays         | quit-answered,quit-ends,input-end | quit-ends
    end-ignored        | quit-answered,input-end,signal-term | input-end signal-term
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
    score-hang         | score-form,score-counted,engine-answers | engine-answers
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

/// Returns the checks that fail with a deviation.
fn found(deviation: &str, only: &str) -> Vec<String> {
    let engine = format!("ponnuki test-engine --quiet --seed 1 --deviation {deviation}");
    let checks = if only.is_empty() {
        format!("--skip {SLOW}")
    } else {
        format!("--only {only}")
    };
    let options = format!("--json --time-limit 2 {checks}");
    let run = conform(&Folder::new(), &engine, &options);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    let checks = json["checks"].as_array().unwrap().iter();
    let failed = checks.filter(|check| check["verdict"] == "fail");
    let name = |check: &Value| check["name"].as_str().unwrap().to_owned();
    failed.map(name).collect()
}

#[test]
fn every_planted_deviation_is_found_by_the_right_checks() {
    let rows: Vec<[&str; 3]> = rows(PLANTED).collect();
    let (next, mismatches) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        // Most of the time they wait.
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some([deviation, only, expected]) = rows.get(next.fetch_add(1, Relaxed)) {
                    let found = found(deviation, only);
                    let is_right = match expected.strip_suffix(" ...") {
                        Some(some) => some
                            .split(' ')
                            .all(|name| found.iter().any(|it| it == name)),
                        None => found.join(" ") == *expected,
                    };
                    if !is_right {
                        let wrong = format!("{deviation}: {}", found.join(" "));
                        mismatches.lock().unwrap().push(wrong);
                    }
                }
            });
        }
    });
    let mismatches = mismatches.into_inner().unwrap();
    assert!(mismatches.is_empty(), "{}", mismatches.join("\n"));
    assert!(rows.len() > 70);
}
