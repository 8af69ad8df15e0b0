#!/usr/bin/env bash
# Measures how fast the built engine answers, compared with GNU Go, and prints a table.
#
#   scripts/measure/throughput.sh [SECONDS]
#
# - `play` and `clear_board` commands per second: random legal games from a file on
#   standard input, with standard output going to another file, from start to exit, best
#   of three. GNU Go reads the beginning of the same games.
# - Self-play games per second: one engine plays both colours through a pipe, each move
#   waiting for the previous answer, for SECONDS (default 5). Waking a process on
#   another core can cost more than the whole move, so this is measured twice: with the
#   two processes where the system places them, and with both on one core. An echo
#   program instead of the engine shows the cost of the pipe alone.
# - The time from the start of the process to its first answer, over 300 starts.
#
# Run it on an idle machine. A missed target does not fail the script; a refused command
# or a wrong answer does.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

need_gnugo
build_engine
cargo build --release --quiet --manifest-path scripts/measure/bench/Cargo.toml --target-dir "$work/bench"
mkdir -p "$work/throughput"
bench=$work/bench/release/ponnuki-throughput
seconds=${1:-5}

exec </dev/null
processor=$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)
echo "processor: ${processor:-$(uname -m)}; load: $(uptime | sed 's/.*load average[s]*: //')"
printf '%-58s %9s   %s\n' "" measured target
"$bench" file "$engine" "$gnugo" "$work/throughput"
"$bench" pipe "$engine" "$seconds"
if command -v taskset >/dev/null; then
    core=$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//')
    taskset -c "$core" "$bench" pipe "$engine" "$seconds" ", one core"
fi
"$bench" start "$engine"
