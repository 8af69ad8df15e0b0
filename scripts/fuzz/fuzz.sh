#!/usr/bin/env bash
# Fuzzes the engine with libFuzzer, which generates inputs guided by code coverage.
#
#   scripts/fuzz/fuzz.sh [SECONDS] [TARGET...]
#
# Runs all targets, or the named ones, for SECONDS each (default 60) and prints the
# number of inputs tried and of code edges reached. Fails on any crash, failed check,
# hang or use of more than 2 GiB, and then prints the folder that holds the input.
#
# - gtp_line: one line of GTP, alone and with noise around every byte.
# - gtp_session: whole sessions, with one well-formed answer per command.
# - analysis: arguments of analysis commands, with the lines of their answers.
# - queries: lines of KataGo's analysis protocol, with all answers to them.
# - options: arguments of the program, for every subcommand.
# - sgf: every file that can be read is written and read back unchanged; all are checked.
# - results: files of results, as reports, merging and resuming read them.
# - tournament: tournament files.
# - game: games under all rules, compared with the naive twin.
#
# Starts from scripts/fuzz/corpus/TARGET.jsonl, which `cargo test` replays too, and from what
# earlier runs have found, in target/fuzz/found.
#
# Needs a C++ compiler besides the stable toolchain, and Python. Flags turn on LLVM's coverage
# passes, so neither nightly nor cargo-fuzz is needed.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

seconds=${1:-60}
case $seconds in
    '' | *[!0-9]*) missing "SECONDS must be a number: see the head of this script" ;;
esac
[ $# = 0 ] || shift
[ $# != 0 ] || set -- gtp_line gtp_session analysis queries options sgf results tournament game
command -v "${CXX:-c++}" >/dev/null || missing "a C++ compiler is missing: install the package g++"
need_command python3 python3

host=$(rustc -vV | sed -n 's/^host: //p')
# An explicit target keeps the flags away from build scripts and macros.
export RUSTFLAGS="--cfg fuzzing -Ccodegen-units=1 -Cpasses=sancov-module \
-Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
-Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares"
cargo build --release --quiet --manifest-path scripts/fuzz/Cargo.toml \
    --target-dir "$work/fuzz" --target "$host"
programs=$work/fuzz/$host/release

# The length limit for the inputs of a target, in bytes. Short inputs find as much as
# long ones, and faster.
longest() {
    case $1 in
        gtp_line) echo 200 ;;
        gtp_session | queries | results | tournament) echo 600 ;;
        sgf | options) echo 400 ;;
        *) echo 200 ;;
    esac
}

# fuzz TARGET: runs one target and prints its row.
fuzz() {
    local kept=$work/fuzz/kept/$1 found=$work/fuzz/found/$1 crashes=$work/fuzz/crashes/$1
    local log=$work/fuzz/$1.log
    rm -rf "$kept"
    mkdir -p "$kept" "$found" "$crashes"
    python3 scripts/fuzz/corpus.py unpack "scripts/fuzz/corpus/$1.jsonl" "$kept"
    if ! "$programs/$1" -max_total_time="$seconds" -max_len="$(longest "$1")" -timeout=20 \
        -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$crashes/" \
        "$found" "$kept" >"$log" 2>&1 </dev/null; then
        tail -n 40 "$log" >&2
        echo "fuzz.sh: $1 found a defect; the input is in $crashes" >&2
        exit 1
    fi
    printf '%-12s %12s %8s %8s\n' "$1" \
        "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" \
        "$(sed -n 's/^#[0-9]*[[:space:]]DONE *cov: \([0-9]*\).*/\1/p' "$log")" \
        "$(sed -n 's/^stat::peak_rss_mb: *//p' "$log")"
}

printf '%-12s %12s %8s %8s\n' target inputs edges MiB
for target; do
    [ -x "$programs/$target" ] || missing "there is no target $target"
    fuzz "$target"
done
