#!/usr/bin/env bash
# Measures how fast an analysis stops, from the line that stops it to the end of its response.
#
#   scripts/measure/stop-latency.sh [TIMES]
#
# Starts analyses on several boards, stops each at a random moment with one of several kinds
# of lines in turn, 200 times unless given, and prints the latency in milliseconds. The rows
# `name` show how long an idle engine takes to answer `name` in between, which is the cost of
# the machine and its load. Fails if an analysis does not stop, or if a median is 20 ms or more.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

need_command python3 python3
build_engine
exec python3 scripts/measure/stop_latency.py "$engine" "${1:-200}"
