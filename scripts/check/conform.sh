#!/usr/bin/env bash
# Checks engines with `ponnuki conform`: this program under each of its named rule sets, a
# searching player, and GNU Go, whose failures conform-gnugo.txt explains; none of them is a
# `must`. Then puts every deviation of gtp-tests/conform before GNU Go. Fails if a check
# fails that should pass, or a deviation is not found.
#
#   scripts/check/conform.sh [--quick]
#
# With --quick, the deviations are left out. Installs Debian's gnugo (as root) if it is
# missing; if that fails, prints one line and exits with status 2.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

need_gnugo
build_engine
new_folder conform
known=(--known scripts/check/conform-gnugo.txt)

# conform NAME ENGINE OPTION...: checks an engine and prints the counts.
conform() {
    "$engine" conform "$2" "${@:3}" </dev/null >"$folder/$1.txt" || give_up "$1: $(cat "$folder/$1.txt")"
    printf '%s:%s\n' "$1" "$(sed -nE 's/^(must|should|may) +([0-9])/ \1 \2/p' "$folder/$1.txt" | tr '\n' ';')"
}

for rules in cgos tromp-taylor chinese chinese-ogs aga new-zealand japanese japanese-playout \
    stone-scoring ancient-territory aga-button ing; do
    conform "$rules" "$engine --rules $rules"
done
conform level-5 "$engine --level 5"
conform gnugo "$gnugo --mode gtp" "${known[@]}"
[ "${1:-}" != --quick ] || exit 0

# The tests are the engine that deviates, too.
tests=$(cargo test --test conform --no-run 2>&1 | sed -n 's/^ *Executable .*(\(.*\))$/\1/p')
[ -n "$tests" ] || give_up 'the tests of conform cannot be built'
tried=0
for deviation in $("$tests" deviate | sed 's/:.*//'); do
    # Ends of lines and times are free. GNU Go splits long lines and has no live analysis. An engine
    # that never flushes has no verdict.
    [[ $deviation != @(none|answer-crlf|answer-slow|analysis-endless|long-exit|flush-missing) ]] || continue
    "$engine" conform --time-limit 2 --skip line-long "${known[@]}" "$tests deviate $deviation $gnugo --mode gtp" \
        </dev/null >"$folder/$deviation.txt" 2>/dev/null || true
    grep -Eq '^(must|should|may) +([0-9]+ [a-z ]+, )*[0-9]+ fail' "$folder/$deviation.txt" ||
        fault "$deviation is not found"
    tried=$((tried + 1))
done
[ "$faults" = 0 ] || exit 1
echo "$tried deviations before GNU Go: all found"
