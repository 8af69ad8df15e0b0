//! The built program on the command line: its output, its log and its exit status.

mod analysis;
mod check;
mod generate;
mod options;
#[cfg(unix)]
mod paths;
mod regress;
mod regress_page;
mod review;
mod runner;
mod scores;
#[cfg(unix)]
mod terminal;

use std::io::{BufRead, BufReader, Write};

use runner::{Folder, InFolder, Run, assert_contains, assert_ends, assert_starts, rows};

/// Runs the program with the arguments of a line and this input.
fn ponnuki(line: &str, input: &str) -> Run {
    runner::run(&mut runner::command(line), input)
}

#[test]
fn it_speaks_gtp_under_every_name() {
    for line in ["", "--gtp", "-g", "--mode gtp", "--mode=gtp"] {
        let output = ponnuki(line, "1 protocol_version\n2 quit\n");
        assert_eq!(output.succeeds(), "=1 2\n\n=2 \n\n", "{line}");
    }
}

#[test]
fn the_seed_is_always_told_and_only_on_standard_error() {
    let run = ponnuki("--seed 42", "get_random_seed\n");
    assert_eq!(run.out, "= 42\n\n");
    assert_eq!(run.err, "[info] random seed: 42\n");
    assert_eq!(ponnuki("--seed 42 -q", "get_random_seed\n").err, "");
    let [fresh, other] = [(); 2].map(|()| ponnuki("", "quit\n").err);
    assert_starts(&fresh, "[info] random seed: ");
    assert_ne!(fresh, other);
}

/// A GUI shows the answers.
#[test]
fn names_without_a_shape_are_refused() {
    for option in ["name", "version"] {
        for text in ["", "a\u{9b}b", "a\u{7f}b", "a\u{202e}b"] {
            let refused = ponnuki(&format!("--override-{option}={text}"), "name\n");
            assert_eq!((refused.status, refused.out.as_str()), (Some(2), ""));
        }
    }
}

#[test]
fn options_reach_the_engine() {
    let answers = ponnuki(
        "--boardsize 9x13 --komi -3 --rules aga --seed 1",
        "get_komi\nplay b J13\nplay b K13\nprintsgf\n",
    );
    assert_starts(&answers.out, "= -3\n\n= \n\n? illegal move\n\n= (;");
    let root = "SZ[9:13]KM[-3]RU[AGA]C[random seed 1]";
    assert_contains(&answers.out, root);
}

#[test]
fn the_log_goes_to_its_file_and_is_appended() {
    let folder = Folder::with_files(&[("log.txt", "[warn] before\n")]);
    let run = folder.run_with("--log-file log.txt --seed 7 -vv", "play b z25\n");
    assert_eq!(run.out, "? illegal move\n\n");
    assert_eq!(run.err, "random seed: 7\n");
    let written = folder.read("log.txt");
    assert_starts(&written, "[warn] before\n[info] random seed: 7\n");
    assert_contains(&written, "[debug] ");

    folder.write("log.txt", "A thesis.\n");
    let refused = folder.run_with("--log-file log.txt", "name\n");
    refused.fails(1, "the file exists already and is no log of this program");
}

#[test]
fn commands_can_come_from_a_file() {
    let folder = Folder::with_files(&[("commands.gtp", "1 name\n2 boardsize 26")]);
    let run = folder.run_with("--gtp-input commands.gtp", "3 quit\n");
    let answers = "=1 Ponnuki\n\n?2 unacceptable size\n\n";
    assert_eq!(run.succeeds(), answers);
}

#[test]
fn usage_errors_end_with_2_and_others_with_1() {
    for [arguments, status, reason] in rows(
        "
        --rules chess                    | 2 | cgos, tromp-taylor
        --boardsize 26                   | 2 | 1 to 25
        --mode ascii                     | 2 | gtp
        dance                            | 2 | dance
        --gtp-input no/such/file         | 1 | ponnuki: cannot read no/such/file:
        --network no/such/file           | 1 | ponnuki: cannot read no/such/file:
        --log-file no/such/file          | 1 | ponnuki: cannot write the log file no/such/file:
        --sgf-dir no/such/folder         | 1 | ponnuki: cannot write into no/such/folder:
        score no/such/file               | 1 | ponnuki: cannot score no/such/file:
        estimate no/such/file            | 1 | ponnuki: cannot estimate no/such/file:
        estimate game.sgf --playouts 0   | 2 | playouts
        --dead-stones guess              | 2 | estimate
        --pass never                     | 2 | settled
        play --boardsize 2 --handicap 4  | 1 | at most
        play --load no/such/file         | 1 | ponnuki: cannot load no/such/file:
        play --watch 1 2 --playouts 9    | 2 | neither of its players is search
        bench --core fast                | 2 | batch
        bench --ko situational           | 2 | simple, positional
        bench --simd sse2                | 2 | baseline, avx2 or avx512
        bench --size 26                  | 2 | 1 to 25
        bench --size 0                   | 2 | 1 to 25
        bench --games 0                  | 2 | --games
        bench --games many               | 2 | --games
        bench --threads 0                | 2 | --threads
        bench --seed -1                  | 2 | -1
        bench nine                       | 2 | nine
        ",
    ) {
        let refused = ponnuki(arguments, "");
        refused.fails(status.parse().unwrap(), reason);
        if status == "2" {
            assert_starts(&refused.err, "error: ");
        }
    }
}

#[test]
fn playouts_are_measured() {
    let run = ponnuki("bench --games 500", "");
    // There is no progress bar outside a terminal.
    assert_eq!(run.err, "");
    let table = run.succeeds();
    assert_starts(&table, "500 playouts on 9x9, core single (");
    for label in [
        "), ko simple, seed 1, threads 1: ",
        "\nplayouts/s ",
        "\nns/move ",
        "\nBlack wins, komi 7.5 ",
        "\nsignature ",
    ] {
        assert_contains(&table, label);
    }
}

/// Returns the JSON that `ponnuki bench --json` prints with these additional
/// arguments.
fn measured(arguments: &str) -> serde_json::Value {
    let json = ponnuki(&format!("bench --json {arguments}"), "").succeeds();
    assert_eq!(json.lines().count(), 1, "{json}");
    serde_json::from_str(&json).unwrap()
}

#[test]
fn the_measurement_is_told_as_json() {
    for core in ["single", "batch"] {
        let json = measured(&format!("--games 2000 --core {core}"));
        let numbers = "seconds elapsed_seconds search_playouts_per_second moves_per_second \
                       playouts_per_second nanoseconds_per_move mean_length mean_score \
                       black_wins_komi_0 black_wins_komi_7_5";
        for key in numbers.split(' ') {
            assert!(json[key].is_number(), "{key}: {json}");
        }
        let simd = ponnuki::playout::SimdLevel::best().to_string();
        let run = [&json["core"], &json["simd"], &json["clock"], &json["ko"]];
        assert_eq!(run, [core, &simd, "cpu", "simple"]);
        assert_eq!(json["games"], 2000);
        let length = json["mean_length"].as_f64().unwrap();
        assert!((109.0..113.0).contains(&length), "{json}");
        let wins = json["black_wins_komi_7_5"].as_f64().unwrap();
        assert!((0.35..0.5).contains(&wins), "{json}");
    }
}

/// The arguments of measurements and their signatures, recorded with version 0.1.0.
const GOLDEN_SIGNATURES: &str = "
    --size 9    --games 3000                             | bf9b9e3caeddb389
    --size 9    --games 3000              --ko positional | e054dcd7374046d8
    --size 13   --games 1000                             | e70394c80bc843b4
    --size 5x7  --games 1000 --core batch                | b7d02abad59e282f
    --size 9    --games 3000 --core batch                | c2852eab5ac48280
    --size 19   --games 1200 --core batch                | 180e592fff3ab146
    --size 9    --games 3000 --core batch --ko positional | 02cf0e43d6b55fc1
";

#[test]
fn golden_signatures_follow_from_the_seed() {
    let signature = |arguments: &str| measured(arguments)["signature"].clone();
    for [options, expected] in rows(GOLDEN_SIGNATURES) {
        for threads in [1, 2] {
            let arguments = format!("{options} --seed 7 --threads {threads}");
            assert_eq!(signature(&arguments), expected, "{arguments}");
        }
    }
    assert_ne!(signature("--games 10 --seed 7"), signature("--games 10"));
}

/// A commit that changes the search or the playouts of estimates on purpose changes these, and
/// its message names them.
#[test]
fn golden_signatures_of_the_search_and_of_estimates_are_those_of_every_processor() {
    let small = ["07db7dba48836019", "e65c2265c2be4fc2"];
    let large = ["720d61984ffb2191", "9ea876c71e366816"];
    // With playouts beside the network.
    let largest = ["c18f799230ed21b9", "9aa4afb558c0d0de"];
    for (options, [search, estimate]) in [
        ("", small),
        ("--threads 2 --core batch", small),
        ("--simd baseline", small),
        ("--simd avx2", small),
        ("--simd avx512", small),
        ("--size 13", large),
        ("--size 19", largest),
    ] {
        let run = ponnuki(&format!("bench --games 10 {options}"), "");
        if run.err.contains("this processor lacks") {
            continue;
        }
        let table = run.succeeds();
        for line in [
            format!("search signature      {search}"),
            format!("estimate signature    {estimate}"),
        ] {
            assert_contains(&table, &line);
        }
    }
}

#[test]
fn the_network_is_measured_and_says_the_same_everywhere() {
    let json = measured("--core network --size 5");
    assert_eq!(json["signature"], "11a83eed43b52772");
    for level in json["levels"].as_array().unwrap() {
        let [speed, limit] = ["evaluations_per_second", "limit_per_second"];
        assert!(
            level[speed].as_f64() > Some(0.0) && level[limit].is_number(),
            "{json}"
        );
    }
}

#[test]
fn a_position_is_estimated() {
    let game = "(;SZ[5]KM[0.5];B[cc];W[aa];B[bb];W[])";
    let folder = Folder::with_files(&[("game.sgf", game)]);
    let estimate = |options: &str| folder.run(&format!("estimate game.sgf {options}"));
    let text = estimate("").succeeds();
    assert_starts(&text, "   A B C D E\n 5 ");
    for words in [
        "\nafter move 4, black to move\n",
        "\ndead: A5\n",
        "\n1000 playouts: B+",
    ] {
        assert_contains(&text, words);
    }
    assert!(!text.contains('\x1b'), "{text}");
    let earlier = estimate("--move 0").succeeds();
    assert_contains(&earlier, "\nat the start, black to move\n");
}

#[test]
fn a_game_is_saved_and_loaded_over_gtp() {
    let commands = "boardsize 9\nplay b E5\nplay w pass\nprintsgf saved.sgf\nclear_board\n\
                    loadsgf saved.sgf\nlast_move\nloadsgf saved.sgf 2\nlast_move\n";
    let answers = Folder::new().run_with("--sgf-dir .", commands).out;
    assert_contains(&answers, "= white pass\n");
    assert_ends(&answers, "= black E5\n\n");
}

#[test]
fn a_game_is_played_through_a_pipe() {
    let text = ponnuki("play --boardsize 5 --seed 3", "c3\nundo\npass\nquit\n").succeeds();
    assert_contains(&text, "black plays C3\n");
    // There are no colours outside a terminal.
    assert!(!text.contains('\x1b'));
}

#[test]
fn a_reader_who_leaves_ends_the_program_quietly() {
    let mut child = runner::start(&mut runner::command("--seed 1"));
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    input.write_all(b"name\n").unwrap();
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "= Ponnuki\n");
    drop(output);
    // The first answer after the reader left ends the program, which closes this pipe.
    while input.write_all(b"genmove b\nshowboard\n").is_ok() {}
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!(run.err, "[info] random seed: 1\n");
    run.succeeds();
}

/// `/dev/full` can be opened but not written, as on a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_for_the_log_is_told_once_and_no_end() {
    let commands = "genmove b\nplay b z99\nplay b a0\nname\n";
    let run = ponnuki("--log-file /dev/full --seed 7 -vvv", commands);
    let reason = "ponnuki: cannot write the log file /dev/full: ";
    assert_starts(&run.err, reason);
    assert_eq!(run.err.matches("ponnuki: ").count(), 1, "{}", run.err);
    assert_ends(&run.err, "\nrandom seed: 7\n");
    assert_ends(&run.succeeds(), "= Ponnuki\n\n");
}
