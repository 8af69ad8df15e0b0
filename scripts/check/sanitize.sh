#!/usr/bin/env bash
# Looks for data races with ThreadSanitizer and for undefined behaviour with Miri.
#
#   scripts/check/sanitize.sh [threads] [miri]
#
# - threads: builds the program, its unit tests with threads and the standard library for
#   ThreadSanitizer, and runs sessions with shared and separate trees, interrupts and
#   parameters changed between moves, an analysis, a review, a check, regression tests, a
#   match with faults and playouts, all on several threads. Any report is a fault. At first
#   a program with a race must be reported.
# - miri: the unit tests of small modules without files: points and sets of points, rules,
#   the vectors of the playouts, the parser of GTP, threads.
#
# Runs both by default. Needs a nightly toolchain, named by PONNUKI_NIGHTLY (default
# nightly), with the components rust-src and miri.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

toolchain=${PONNUKI_NIGHTLY:-nightly}
host=$(rustc -vV | sed -n 's/^host: //p')
folder=$work/sanitize
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
export CARGO_TARGET_DIR=$folder/target

rustc "+$toolchain" --version >/dev/null 2>&1 ||
    missing "a nightly toolchain is missing: rustup toolchain install $toolchain --component rust-src,miri"
[ -d "$(rustc "+$toolchain" --print sysroot)/lib/rustlib/src/rust/library" ] ||
    missing "the source of the standard library is missing: rustup component add rust-src --toolchain $toolchain"

# A sanitizer that finds nothing here would find nothing anywhere.
check_sanitizer() {
    cat >"$folder/race.rs" <<'END'
static mut COUNT: u64 = 0;
fn main() {
    let add = || (0..1000).for_each(|_| unsafe { COUNT += 1 });
    let other = std::thread::spawn(add);
    add();
    other.join().unwrap();
}
END
    rustc "+$toolchain" -Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer -o "$folder/race" "$folder/race.rs"
    "$folder/race" >"$folder/race.log" 2>&1 || true
    grep -q 'data race' "$folder/race.log" || give_up "the sanitizer does not report a race; see $folder/race.log"
}

# scenario NAME ARGUMENT...: runs the program. It may find faults in games, but not end
# otherwise; the sanitizer ends it with status 66.
scenario() {
    local status=0
    echo "$1"
    "$program" "${@:2}" >"$folder/$1.out" 2>"$folder/$1.err" || status=$?
    [ "$status" -le 1 ] || fault "$1: status $status; see $folder/$1.err"
}

# Prints queries of an analysis, most of which still wait when others are ended.
queries() {
    local position='"boardXSize":9,"boardYSize":9,"rules":"chinese","komi":7,"moves":[["B","E5"]]' number
    for number in $(seq 40); do
        printf '{"id":"q%d",%s,"maxVisits":%d,"reportDuringSearchEvery":0.01}\n' "$number" "$position" $((20 * number))
        [ $((number % 8)) != 0 ] || printf '{"id":"t%d","action":"terminate","terminateId":"q%d"}\n' "$number" "$number"
        [ "$number" != 20 ] || printf '{"id":"c","action":"clear_cache"}\n'
    done
}

run_threads() {
    check_sanitizer
    export RUSTFLAGS=-Zsanitizer=thread CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
    local build=(-Zbuild-std --target "$host") program=$CARGO_TARGET_DIR/$host/release/ponnuki
    cargo "+$toolchain" build --release --quiet --bin ponnuki "${build[@]}"
    rm -f "$folder"/report.*
    export TSAN_OPTIONS="log_path=$folder/report"

    local moves='genmove b\ngenmove w\nreg_genmove b\nponnuki-win_rates b\nestimate_score\n'
    local size
    for size in 9 13; do
        scenario "session-$size" --quiet --playouts 2000 --threads 4 --memory 64 \
            < <(printf '%b' "boardsize $size\n" "$moves" 'kata-set-param numSearchThreads 2\ngenmove b\nundo\n' \
                'kata-set-param maxPlayouts 500\ngenmove b\nlz-analyze 5\n# interrupt\nclear_board\ngenmove b\n')
        scenario "interrupts-$size" --quiet --size "$size" --time-per-move 5 --player search --threads 4 \
            < <(printf 'genmove b\n# interrupt\ngenmove w\n# interrupt\nquit\n')
    done
    scenario analysis analysis --quiet --analysis-threads 4 --search-threads 2 < <(queries)
    scenario review review --quiet gtp-tests/gtp/sgf/game.sgf --visits 100 -j 4 </dev/null
    scenario check check --quiet gtp-tests/gtp/sgf --all --score --duplicates -j 4 </dev/null
    scenario regress regress --quiet "'$program' --quiet" gtp-tests/gtp/play.tst gtp-tests/gtp/undo.tst -j 4 </dev/null
    local faulty="'$program' test-engine --quiet --fault random --after 30"
    scenario match match --quiet --black "$faulty" --white "$faulty" --size 5 --games 24 -j 4 --move-timeout 3 </dev/null
    scenario bench bench --quiet --size 9 --games 2000 --threads 4 </dev/null
    run_tests "$folder/tests.log" cargo "+$toolchain" test --quiet --workspace --lib "${build[@]}" -- threads:: player::search \
        analysis:: io::
    echo "$tests tests"
    local reports
    mapfile -t reports < <(find "$folder" -name 'report.*')
    [ ${#reports[@]} = 0 ] || fault "${#reports[@]} reports of the sanitizer, such as ${reports[0]}"
}

run_miri() {
    cargo "+$toolchain" miri --version >/dev/null 2>&1 ||
        missing "Miri is missing: rustup component add miri --toolchain $toolchain"
    # proptest reads a file of past failures, which Miri allows without isolation only.
    MIRIFLAGS=-Zmiri-disable-isolation PROPTEST_CASES=4 \
        run_tests "$folder/miri.log" cargo "+$toolchain" miri test --quiet --package ponnuki-core --package ponnuki-play \
        --package ponnuki-gtp --lib -- board::point board::size rules:: playout::cpu parse threads::
    echo "$tests tests"
}

[ $# != 0 ] || set -- threads miri
for part; do
    case $part in
        threads | miri) "run_$part" ;;
        *) missing "there is no part $part" ;;
    esac
done
[ "$faults" = 0 ]
