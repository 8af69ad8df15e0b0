#!/usr/bin/env bash
# Checks the engine on other systems: everything, tests included, compiles there without
# warnings, and where a linker and an emulator can be had, the program runs: games with
# the same seeds, an analysis query and a match of the program against itself must be
# those of this system.
#
#   scripts/check/cross-check.sh [--compile] [TARGET...]
#
# With --compile nothing is run, by default for Windows and one of the two kinds of Mac.
# Fails on a warning and on every difference. rustup adds the targets if it is there, and
# apt the linkers, qemu and wine (as root). Names the parts that it left out; exits with
# status 2 if no target is left.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"
set -E
trap 'exit 1' ERR

targets=(x86_64-pc-windows-gnu aarch64-apple-darwin)
compile_only=
if [ "${1:-}" = --compile ]; then
    compile_only=1
    shift
else
    targets+=(x86_64-apple-darwin aarch64-unknown-linux-gnu x86_64-unknown-linux-musl)
fi
[ $# = 0 ] || targets=("$@")
build=$work/cross
# The parts that it has left out, each with the reason.
left_out=()
# Debug information takes most of the time and of the disk.
export CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_TEST_DEBUG=0 CARGO_PROFILE_DEV_OPT_LEVEL=1
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc

# Sets $runner, the words before the program, $program, and $player, the words with which
# a match starts the program as a player. Fails and says why if the
# program of a target cannot be linked or run here.
prepare() {
    runner=() program=$build/$1/debug/ponnuki player=ponnuki
    case $1 in
        *-apple-*) reason='no linker and no emulator for macOS' && return 1 ;;
        *-windows-*)
            program+=.exe
            reason='mingw-w64 is missing'
            have x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64-win32 mingw-w64-x86-64-dev || return 1
            reason='wine is missing'
            have wine wine wine64 || return 1
            runner=(env WINEDEBUG=-all "WINEPREFIX=$(mkdir -p "$build" && cd "$build" && pwd)/wine" wine)
            ;;
        aarch64-*-linux-gnu)
            reason='gcc-aarch64-linux-gnu is missing'
            have aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu libc6-dev-arm64-cross || return 1
            reason='qemu-user is missing'
            have qemu-aarch64 qemu-user || return 1
            runner=(qemu-aarch64 -L /usr/aarch64-linux-gnu)
            player="${runner[*]} '$program'"
            ;;
        x86_64-*-linux-musl) ;;
        *) reason='no linker and no emulator known' && return 1 ;;
    esac
}

# exercise FOLDER COMMAND...: writes what the program answers to FOLDER.
exercise() {
    local folder=$1 games query
    shift
    mkdir -p "$folder"
    games='boardsize 9\n'$(printf 'genmove b\\ngenmove w\\n%.0s' {1..8})'showboard\nfinal_score\nquit\n'
    for options in '' '--level 3' '--level 7' '--playouts 200'; do
        # shellcheck disable=SC2086,SC2059
        printf "$games" | timeout 300 "$@" --quiet --seed 5 $options
    done | tr -d '\r' >"$folder/games"
    query='{"id":"a","moves":[["B","E5"],["W","C3"]],"rules":"chinese","boardXSize":9,"boardYSize":9,"maxVisits":100}'
    timeout 300 "$@" analysis --quiet --seed 5 <<<"$query" 2>"$folder/analysis.log" | tr -d '\r' >"$folder/analysis"
    timeout 300 "$@" match --quiet --size 5 --games 4 --alternate --seed 5 --out "$folder/match.jsonl" \
        --black "$player --quiet" --white "$player --quiet --level 3" >/dev/null
    grep -o '"moves":\[[^]]*]' "$folder/match.jsonl" >"$folder/match"
}

# check_target TARGET: compiles everything, and compares the program if it runs here.
check_target() {
    if ! has_target "$1"; then
        left_out+=("$1: the target is missing: rustup target add $1")
        return
    fi
    checked=$((checked + 1))
    cargo clippy --quiet --all-targets --target "$1" --target-dir "$build" -- -D warnings
    if [ $compile_only ]; then
        echo "$1: compiles without warnings"
        return
    fi
    if ! prepare "$1"; then
        left_out+=("running the program on $1: $reason")
        echo "$1: compiles without warnings"
        return
    fi
    cargo build --quiet --bin ponnuki --target "$1" --target-dir "$build"
    # Wine 8 lacks bcryptprimitives.dll, from which Rust takes its random numbers.
    if [[ $1 = *-windows-* ]] && ! timeout 120 "${runner[@]}" "$program" --version >/dev/null 2>&1; then
        left_out+=("running the program on $1: wine does not start it")
        echo "$1: compiles without warnings, and links"
        return
    fi
    rm -rf "$build/answers/$1"
    exercise "$build/answers/$1" "${runner[@]}" "$program"
    for part in games analysis match; do
        if ! [ -s "$build/answers/native/$part" ] || ! cmp "$build/answers/native/$part" "$build/answers/$1/$part"; then
            echo "$1: other $part than here: see $build/answers"
            return 1
        fi
    done
    echo "$1: compiles without warnings, and the program plays, analyses and matches as here"
}

if [ -z "$compile_only" ]; then
    build_engine
    rm -rf "$build/answers"
    player=ponnuki
    exercise "$build/answers/native" "$engine"
fi
checked=0
for target in "${targets[@]}"; do
    check_target "$target"
done
[ ${#left_out[@]} = 0 ] || printf 'left out: %s\n' "${left_out[@]}"
[ $checked -gt 0 ] || missing "no target is installed: rustup target add ${targets[*]}"
