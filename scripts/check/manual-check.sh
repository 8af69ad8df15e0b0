#!/usr/bin/env bash
# Checks what `ponnuki generate` makes: manual pages without complaints of mandoc and man,
# and completions that the shells accept and that complete commands, options, the names of
# values, and files.
#
#   scripts/check/manual-check.sh
#
# PowerShell parses its file if pwsh is installed; otherwise a line says that it did not.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

need_shells
build_engine
new_folder manual

# quiet TITLE COMMAND...: a fault unless the command succeeds and prints nothing.
quiet() {
    local output
    if ! output=$("${@:2}" 2>&1 </dev/null) || [ -n "$output" ]; then
        fault "$1: $output"
    fi
}

# linted PAGE: prints what mandoc complains of. Until a version is released, its pages have the
# word Unreleased for a date. Long lines of the source trouble nobody.
linted() {
    mandoc -T lint "$1" 2>&1 | grep -v -e 'cannot parse date, using it verbatim: TH Unreleased$' \
        -e 'STYLE: input text line longer than 80 bytes' || true
}

# rendered PAGE: prints what man complains of.
rendered() {
    # shellcheck disable=SC2069
    LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$1" 2>&1 >/dev/null
}

"$engine" generate man "$folder/man1"
pages=0
for page in "$folder"/man1/*.1; do
    quiet "$page" linted "$page"
    quiet "$page" rendered "$page"
    pages=$((pages + 1))
done
[ "$pages" -gt 10 ] || fault "only $pages pages"
# The index of a manual finds the pages by their names and descriptions.
for page in "$folder"/man1/*.1; do
    name=$(basename "$page" .1)
    lexgrog "$page" 2>&1 | grep -q ": \"$name - " || fault "$page: no name and description"
done

write_completions "$engine" "$folder" ponnuki.ps1
quiet bash bash -n "$folder/ponnuki.bash"
quiet zsh zsh -n "$folder/_ponnuki"
quiet fish fish -n "$folder/ponnuki.fish"
if command -v pwsh >/dev/null; then
    quiet PowerShell pwsh -NoProfile -Command "\$errors = \$null
        [void][System.Management.Automation.Language.Parser]::ParseFile('$folder/ponnuki.ps1', [ref]\$null, [ref]\$errors)
        \$errors"
else
    echo 'not run: the parser of PowerShell, since pwsh is missing'
fi

# completed_by_bash WORD...: prints the completions of the last word.
completed_by_bash() {
    # shellcheck disable=SC2016
    bash --norc -c '. "$1"
        shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _ponnuki "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf "%s\n" "${COMPREPLY[@]}"' bash "$folder/ponnuki.bash" "$@" 2>/dev/null
}

completed_by_fish() {
    # shellcheck disable=SC2016
    fish --no-config -c 'source $argv[1]; complete -C "$argv[2..]"' "$folder/ponnuki.fish" "$@" | cut -f 1
}

# completes EXPECTED WORD...: the last word has these completions in bash and fish.
completes() {
    local expected=$1 shell found
    shift
    for shell in bash fish; do
        found=$("completed_by_$shell" "$@" | sort | tr '\n' ' ')
        [ "$found" = "$expected " ] || fault "$shell: '$*' is completed to '$found', not '$expected'"
    done
}

completes 'match' ponnuki ma
completes 'merge' ponnuki match me
completes '--openings' ponnuki match --openi
completes '--search-threads --seed' ponnuki analysis --se
completes 'chinese chinese-ogs' ponnuki --rules chi
completes '0 1 2 3 4 5 6 7 8 9' ponnuki play --level ''
completes 'own-diagonals' ponnuki --eyes o
completes 'test-engine' ponnuki test
completes 'scripts/check/manual-check.sh' ponnuki score --svg scripts/check/manual-c
completes 'scripts/check/manual-check.sh' ponnuki match --out scripts/check/manual-c
# shellcheck disable=SC2016
loaded=$(zsh -f -c 'fpath=($1 $fpath); autoload -Uz compinit; compinit -u -d $1/dump; print -r -- $_comps[ponnuki]' \
    zsh "$folder")
[ "$loaded" = _ponnuki ] || fault "zsh does not load the completions: '$loaded'"

printf '%d pages, completions for 4 shells, %d faults\n' "$pages" "$faults"
[ "$faults" = 0 ]
