#!/usr/bin/env bash
# Measures how fast the built engine answers, GNU Go beside it, and prints a table.
#
#   scripts/throughput.sh [SECONDS]
#
# - `play` and `clear_board` commands a second: random legal games as a file on
#   standard input, another file as standard output, from start to exit, the best
#   of three; GNU Go reads the beginning of the same games.
# - Self-play: games a second with one engine playing both colours through a pipe,
#   each move waiting for the one before it, for SECONDS (default 5).
# - Time from the start of the process to its first answer, 300 starts.
#
# Run it on an idle machine. A missed target does not fail the script; a refused
# command or a wrong answer does.
set -euo pipefail
. "$(dirname "$0")/programs.sh"

need_gnugo
build_engine
cargo build --release --quiet --manifest-path scripts/bench/Cargo.toml --target-dir "$work/bench"
mkdir -p "$work/throughput"
echo "processor: $(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1), load $(cut -d ' ' -f 1 /proc/loadavg 2>/dev/null)"
"$work/bench/release/ponnuki-throughput" "$engine" "$gnugo" "$work/throughput" "${1:-5}" </dev/null
