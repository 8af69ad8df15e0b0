#!/usr/bin/env bash
# Replays KataGo's own conversations of its analysis engine with `ponnuki analysis`, and
# compares every answer with the recorded one: errors, warnings and actions word by word,
# analyses by their members, the JSON types of these, and all values that do not depend on
# a network.
#
#   scripts/check/katago.sh FOLDER
#
# FOLDER is KataGo's source (https://github.com/lightvector/KataGo), by default
# $KATAGO_SOURCE. Its script cpp/runcmdtests.sh says how each recorded answer came to be;
# the engine is started with the same options. The moves of every answer are replayed on a
# board that shares no code with the engine. All conversations run again with several
# threads, which must not change an answer. Takes seconds.
#
# Fails with status 1 if anything differs without a reason in
# scripts/check/katago/differences.txt, or if a line of that file matches nothing. Needs Python.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

folder=${1:-${KATAGO_SOURCE:-}}
[ -n "$folder" ] || missing "name the folder of KataGo's source"
folder=$(cd "$from" && cd "$folder" 2>/dev/null && pwd) || missing "there is no such folder"
[ -f "$folder/cpp/runcmdtests.sh" ] && [ -d "$folder/cpp/tests/results/analysis" ] ||
    missing "$folder is not KataGo's source: cpp/runcmdtests.sh or cpp/tests/results/analysis is missing"
need_command python3 python3
build_engine
python3 scripts/check/katago/main.py "$engine" "$folder/cpp" scripts/check/katago/differences.txt
