//! This program, and one that refuses plays, in every form of the output.

use std::sync::LazyLock;

use libtest_mimic::Trial;
use serde_json::{Value, json};

#[cfg(unix)]
use crate::program;
use crate::program::{Folder, Run, assert_contains, assert_ends, assert_starts, rows};
use crate::{SLOW, conform, deviating, results};
use ponnuki_testing::trial;

/// Returns the tests.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("output::this-program-passes-all-checks", passes),
        trial(
            "output::a-failure-says-what-is-right-and-who-notices",
            failure,
        ),
        trial("output::the-json-obeys-its-schema", schema),
        trial(
            "output::results-have-the-form-of-test-runners",
            test_runners,
        ),
        trial("output::a-page-replaces-only-pages", page),
        trial("output::accepted-failures-do-not-count", accepted),
        #[cfg(unix)]
        trial("output::an-interrupt-ends-the-checks", interrupt),
        trial(
            "output::an-engine-that-never-flushes-is-told-how",
            unflushed,
        ),
        #[cfg(unix)]
        trial("output::a-file-that-is-no-command-is-explained", no_command),
        trial("output::a-resignation-is-no-move", resignation),
        trial(
            "output::an-engine-is-unfit-for-users-of-what-it-lists",
            unfit,
        ),
        #[cfg(unix)]
        trial("output::the-time-of-the-run-limits-each-wait", total_time),
    ]
}

/// An engine that refuses every play.
const REFUSING: &str = "ponnuki test-engine --quiet --fault refuse";

/// The first check that it fails, and that no named client notices, in the JSON of the results.
static FAILURE: LazyLock<Value> = LazyLock::new(|| {
    let json = results(REFUSING, "");
    let mut checks = json["checks"].as_array().unwrap().iter();
    let failure = checks.find(|check| check["verdict"] == "fail" && check["who"] == json!([]));
    failure.unwrap().clone()
});

/// Returns a string of the first failure.
fn failed(member: &str) -> &str {
    FAILURE[member].as_str().unwrap()
}

/// Carries out two checks. The engine fails the first one.
fn refusing(folder: &Folder, options: &str) -> Run {
    let two = format!("--only {},engine-answers", failed("name"));
    conform(folder, REFUSING, &format!("{two} {options}"))
}

fn passes() {
    let out = conform(&Folder::new(), "ponnuki --quiet --seed 1", "").succeeds();
    let start = "limits: 10 s a command, 300 s in all\nengine: Ponnuki ";
    assert_starts(&out, start);
    let learned = "\nboards: 1 to 25\nrules: ponnuki match ... --rules cgos\n";
    assert_contains(&out, learned);
    let verdict = "\n\nfit for Sabaki, GoGui, gogui-twogtp, CGOS, KGS, OGS, Lizzie\nmust ";
    assert_contains(&out, verdict);
}

fn failure() {
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

fn schema() {
    let schema = include_str!("../../src/tools/conform/schema.json");
    let schema = jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap();
    for engine in ["ponnuki --quiet", REFUSING] {
        let options = format!("--json --profile cgos --skip {SLOW}");
        let run = conform(&Folder::new(), engine, &options);
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

fn test_runners() {
    let name = failed("name");
    let folder = Folder::with_files(&[("known", &format!("{name} # not yet\n"))]);
    let xml = refusing(&folder, "--junit").out;
    let suite = "<testsuite name=\"must\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\"";
    assert_contains(&xml, suite);
    let text = failed("text").replace('"', "&quot;");
    let failure = format!("><failure message=\"{text} ");
    assert_contains(&xml, &failure);
    assert_ends(&xml, "</testsuites>\n");
    let known = refusing(&folder, "--junit --known known").succeeds();
    let skipped = format!("><skipped message=\"{text} ");
    assert_contains(&known, &skipped);
}

fn page() {
    let folder = Folder::with_files(&[("thesis", "A thesis.")]);
    for _ in 0..2 {
        assert_eq!(refusing(&folder, "--html p.html").status, Some(1));
    }
    let page = folder.read("p.html");
    assert_contains(&page, "<h1>1 of 2 checks failed</h1>");
    assert_eq!(page.matches("<article class=\"card\"").count(), 2);
    assert_contains(&page, "<option value=\"fail\">fail (1)</option>");
    assert_contains(&page, "\n&lt; ? illegal move\n");
    refusing(&folder, "--html thesis").fails(2, "--overwrite replaces it");
}

fn accepted() {
    let name = failed("name");
    let known = format!("# accepted\n{name}\nengine-answers # since 1.2\n");
    let folder = Folder::with_files(&[("known", &known), ("wrong", "play-column-j\n")]);
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
        --json --junit             | cannot be used with
        ",
    ) {
        refusing(&folder, options).fails(2, reason);
    }
    let unstarted = conform(&folder, "/no/such/engine", "--json");
    unstarted.fails(2, "\ntip: is the program installed");
}

#[cfg(unix)]
fn interrupt() {
    use std::io::{BufRead, BufReader};

    let mut child = program::start(&mut program::command("conform 'sleep 60'"));
    let mut limits = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut limits).unwrap();
    assert_starts(&limits, "limits: ");
    let begun = std::time::Instant::now();
    program::signal(&child, "-INT");
    assert_eq!(program::ended(&mut child).code(), Some(130));
    assert!(
        begun.elapsed().as_secs_f64() < 1.9,
        "the engine was waited for"
    );
}

fn unflushed() {
    let engine = deviating("flush-missing");
    let run = conform(&Folder::new(), &engine, "--time-limit 0.6 --total-time 4");
    assert_eq!(run.status, Some(2), "{}", run.err);
    assert_contains(&run.err, "waiting for the first answer of ");
    assert_contains(
        &run.err,
        "\ntip: the program must answer GTP commands on its standard output",
    );
    assert_eq!(run.err.matches("print(answer, flush=True)").count(), 2);
}

#[cfg(unix)]
fn no_command() {
    let folder = Folder::with_files(&[("mine.py", "#!/usr/bin/env python3")]);
    let run = conform(&folder, "mine.py", "--json");
    run.fails(2, "\ntip: write ./mine.py, because");
    let run = conform(&folder, "./mine.py", "--json");
    run.fails(2, "\ntip: the file is not executable: chmod +x ./mine.py");
}

fn resignation() {
    let only = "--only undo-genmove,analyze-genmove-plays,genmove-plays";
    let out = conform(&Folder::new(), "ponnuki --resign-after 0", only).succeeds();
    let open =
        "not determined: genmove-plays, undo-genmove, analyze-genmove-plays: the engine resigned";
    assert_contains(&out, open);
}

fn unfit() {
    let engine = deviating("analysis-endless");
    let out = conform(&Folder::new(), &engine, "--time-limit 1 --only analyze-lz").out;
    assert_contains(&out, "; not for Sabaki (1 failure), Lizzie (1 failure)\n");
}

#[cfg(unix)]
fn total_time() {
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
