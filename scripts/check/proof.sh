#!/usr/bin/env bash
# Runs the long proof of the rules core in the release profile: the tests that
# `cargo test` runs in seconds, and the cases that take minutes. Prints a table of
# figures and fails on any difference.
#
#   scripts/check/proof.sh [PART...]
#
# - twin: a million moves of random games against a naive twin; PONNUKI_TWIN_MOVES
#   changes the number.
# - sessions: a million commands in random GTP sessions, every answer of which the twin
#   predicts; PONNUKI_SESSION_COMMANDS changes the number.
# - traces, positions, eyes: recorded games and positions with known verdicts.
# - closure: reachable positions, up to the 24,318,165 of 4x4, within 2 GiB.
# - games: complete games, up to the 2,098,407,841 of 1x4.
# - perft: every row of the tables, on one core; perft-weak-hash: the small rows with
#   hashes that collide.
# - playouts: the statistics of a million random playouts for each core and size.
# - life: unconditional life against every sequence of the opponent's plays, under every
#   rule on suicide: all positions up to 5x3, random ones up to 5x4.
# - moves: 10,000 playouts for each core and size, followed move by move on the rules
#   core: legal plays, captures, boards, ko bans, areas.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

export PONNUKI_PROOF=full
export PONNUKI_TWIN_MOVES=${PONNUKI_TWIN_MOVES:-1000000}
export PONNUKI_SESSION_COMMANDS=${PONNUKI_SESSION_COMMANDS:-1000000}

logs=$work/proof
mkdir -p "$logs"
cargo test --release --quiet --package ponnuki-core --package ponnuki-play --lib --no-run
cargo test --release --quiet --test rules --no-run

# prove PART TARGET ARGUMENTS...: runs the tests of one part, of a package or of `rules`. The
# arguments include the filter on test names.
prove() {
    local log=$logs/$1.log started=$SECONDS
    run_tests "$log" cargo test --release --quiet "$2" -- "${@:3}"
    printf '\n%s: %s tests, %s s\n' "$1" "$tests" $((SECONDS - started))
    awk -F '\t' '$1 == "figure" { printf "  %-44s %s\n", $3, $4 }' "$log"
}

if [ $# = 0 ]; then
    set -- traces positions eyes perft-weak-hash closure twin sessions perft games playouts moves life
fi
for part; do
    case $part in
        life) prove life --package=ponnuki-core pass_alive::tests::exhaustive --show-output ;;
        moves) prove moves --package=ponnuki-play every_move_is_the_games --show-output ;;
        perft) prove perft --test=rules perft:: --test-threads=1 ;;
        *) prove "$part" --test=rules "$part::" ;;
    esac
done
