#!/usr/bin/env bash
# Runs our regression suites with this engine and, given the folder of GNU Go's, all of
# those with an installed GNU Go, and compares the verdicts with those of other programs:
# of GNU Go's own script and, if it is on the PATH, of gogui-regress, which runs GNU Go
# once more.
#
#   scripts/check/regress.sh [--resume] [FOLDER [SUITE.tst...]]
#
# FOLDER is the folder `regression` of GNU Go's source (https://ftp.gnu.org/gnu/gnugo/),
# by default $GNUGO_REGRESSION; without either only our own suites run. With names of
# suites, only those of the folder run; all of them take about half an hour of one core
# (25 minutes on an AMD EPYC), and as much again with gogui-regress. JOBS gives the number
# of suites at a time, 2 by default, and LIMIT the seconds for a command, 600. --resume
# goes on after a run that was stopped.
#
# This engine also runs the tests of `unconditional_status` and `restricted_genmove`, with the
# options in PLAYER, in half a minute with the random player.
#
# Tests that GNU Go fails are no fault. Fails with status 1 if one of our own tests fails,
# if a suite was not run to its end, if GNU Go stops or hangs, if a verdict differs
# from that of another program without a reason in scripts/check/regress/differences.txt, or if
# this engine's answer contradicts GNU Go's status or is no permitted move.
# Leaves a page and the results in target/regress. Needs Python, and installs gnugo (as
# root) if it is missing.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

resume=
if [ "${1:-}" = --resume ]; then
    resume=yes
    shift
fi
folder=${1:-${GNUGO_REGRESSION:-}}
[ $# = 0 ] || shift
suites=("$@")
if [ -n "$folder" ]; then
    path=$(cd "$from" && cd "$folder" 2>/dev/null && pwd) || missing "there is no folder $folder"
    folder=$path
    [ -f "$folder/regress.awk" ] || missing "$folder is not the folder 'regression' of GNU Go's source"
    for suite in "${suites[@]}"; do
        [ -f "$folder/$suite" ] || missing "there is no suite $folder/$suite"
    done
fi

need_command python3 python3
build_engine
out=$work/regress
[ -n "$resume" ] || rm -rf "$out"
mkdir -p "$out/gogui"
out=$(cd "$out" && pwd)

echo "== our suites"
"$engine" regress "$engine --quiet --seed 1" gtp-tests/gtp/*.tst --html "$out/own.html" </dev/null

if [ -z "$folder" ]; then
    echo "GNU Go's suites are left out: no folder is given"
    exit
fi
if [ ${#suites[@]} = 0 ]; then
    mapfile -t suites < <(cd "$folder" && ls ./*.tst)
fi

# link_folders FOLDER: makes it, with the folders of game records that suites read.
link_folders() {
    mkdir -p "$1"
    find "$folder" -mindepth 1 -maxdepth 1 -type d -exec ln -sfn -t "$1" {} +
}

mapfile -t shared < <(cd "$folder" &&
    grep -lE '^[0-9]+ +(unconditional_status|restricted_genmove) ' "${suites[@]}" || true)
if [ ${#shared[@]} -gt 0 ]; then
    echo "== this engine on GNU Go's suites"
    link_folders "$out/shared"
    for suite in "${shared[@]}"; do
        awk -f scripts/check/regress/shared.awk "$folder/$suite" >"$out/shared/$suite"
    done
    # The status is 1 if tests fail.
    "$engine" regress "$engine --quiet --seed 1 ${PLAYER:-}" "${shared[@]/#/$out/shared/}" --jobs "${JOBS:-2}" \
        --save "$out/shared.jsonl" </dev/null >"$out/shared.txt" || [ $? = 1 ]
    tail -n 1 "$out/shared.txt"
    python3 scripts/check/regress/shared.py "$out/shared.jsonl"
fi

need_gnugo
command="$gnugo --mode gtp --quiet"

echo "== GNU Go's suites"
# The status is 1 if GNU Go fails tests. What is missing shows below.
"$engine" regress "$command" "${suites[@]/#/$folder/}" --jobs "${JOBS:-2}" --time-limit "${LIMIT:-600}" \
    --save "$out/gnugo.jsonl" --html "$out/gnugo.html" </dev/null >"$out/gnugo.txt" || [ $? = 1 ]
tail -n 1 "$out/gnugo.txt"

gogui=
if command -v gogui-regress >/dev/null; then
    echo "== the same with gogui-regress"
    gogui=--gogui
    # gogui-regress stops at patterns without a closing bracket, of which GNU Go has some.
    link_folders "$out/suites"
    for suite in "${suites[@]}"; do
        sed 's/^#?.*[^]*&[:space:]]$/&]/' "$folder/$suite" >"$out/suites/$suite"
    done
    # run_gogui SUITE: its verdicts go to SUITE.txt, which gets its name when it is complete.
    run_gogui() {
        local name
        name=$(basename "$2" .tst)
        [ ! -f "$1/$name.txt" ] || return 0
        gogui-regress -long -output "$1/$name" "$4" "$3/$2" </dev/null >"$1/$name.part" 2>"$1/$name.log" || true
        mv "$1/$name.part" "$1/$name.txt"
    }
    export -f run_gogui
    printf '%s\0' "${suites[@]}" |
        xargs -0 -P "${JOBS:-2}" -I SUITE bash -c 'run_gogui "$@"' - "$out/gogui" SUITE "$out/suites" "$command"
fi

echo "== the verdicts compared"
python3 scripts/check/regress/compare.py $gogui "$folder" "$out" scripts/check/regress/differences.txt "${suites[@]}"
