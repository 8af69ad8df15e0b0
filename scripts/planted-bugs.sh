#!/usr/bin/env bash
# Plants bugs, one at a time, and shows that the tests catch every one.
#
#   scripts/planted-bugs.sh [NAME...]
#
# Each file scripts/planted-bugs/NAME.patch is a small patch to src/; its first
# line says what the bug is. Works on a copy of the tracked files, never on the
# checkout. The tests run in stages, the quickest to catch most bugs first, and
# the first stage that fails ends the search; bugs that pass all of them have
# survived. Prints a table: the bug, the first test that failed, seconds.
#
# Fails when a bug survives, when the tests fail without any bug, or when a patch
# does not apply or does not compile: that is no catch.
set -euo pipefail
cd "$(dirname "$0")/.."

patches=$PWD/scripts/planted-bugs
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target/planted-bugs"
home=$(cd "$target/planted-bugs" && pwd)
tree=$home/tree
log=$home/tests.log
export CARGO_TARGET_DIR=$home/target
# Nobody debugs these builds, and linking them takes long enough.
export CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_TEST_DEBUG=0 RUST_BACKTRACE=0

# A bug may also make the tests run for ever.
patience=900

fail() {
    echo "planted-bugs.sh: $*" >&2
    exit 1
}

# What is run, in this order: the target, and a part of the names of its tests.
stages=(
    "--test=rules twin::positional::"
    "--test=rules positions::"
    "--test=rules eyes::"
    "--test=rules closure::2x1"
    "--lib"
    "--test=rules"
    "--test=gtp"
)

# Makes the tree that of the checkout again. Only files that differ are written,
# so that cargo builds no more than it must.
restore() {
    local file
    git ls-files -z | while IFS= read -r -d '' file; do
        if [ -f "$file" ] && ! cmp -s "$file" "$tree/$file"; then
            mkdir -p "$tree/$(dirname "$file")"
            cp "$file" "$tree/$file"
        fi
    done
}

# run STAGE: builds and runs its tests. Sets $status, 0 when all have passed.
run() {
    local target=${1%% *} filter=()
    [ "$target" = "$1" ] || filter=("${1#* }")
    status=0
    if ! (cd "$tree" && cargo test --quiet "$target" --no-run) >"$log" 2>&1 </dev/null; then
        cat "$log" >&2
        fail "does not compile"
    fi
    (cd "$tree" && timeout "$patience" cargo test --quiet "$target" -- "${filter[@]}") \
        >"$log" 2>&1 </dev/null || status=$?
    if [ "$status" = 0 ] && ! grep -Eq '^test result: ok\. [1-9]' "$log"; then
        cat "$log" >&2
        fail "$1: no test was run"
    fi
}

# The name of the first test that the log reports as failed, or else the place
# where the tests could not even be set up: positions that cannot stand, say.
first_failed() {
    awk '/^failures:$/ { seen = 1; next }
         seen && /^    [^ ]/ { test = $1; exit }
         seen && /^---- / { test = $2; exit }
         /^thread .main. .*panicked at / { place = "setting up " $NF; sub(/:[0-9]+:$/, "", place) }
         END { print test != "" ? test : place }' "$log"
}

# judge: tries the stages in order and sets $caught to the first test that
# fails, or to nothing.
judge() {
    local stage
    caught=
    for stage in "${stages[@]}"; do
        run "$stage"
        [ "$status" != 0 ] || continue
        caught=$(first_failed)
        if [ -z "$caught" ] && [ "$status" = 124 ]; then
            caught="$stage: no end"
        elif [ -z "$caught" ] && grep -q 'signal: ' "$log"; then
            caught="$stage: the process died"
        elif [ -z "$caught" ]; then
            cat "$log" >&2
            fail "$stage: no test has failed, but the run has"
        fi
        return
    done
}

names=("$@")
if [ ${#names[@]} = 0 ]; then
    for file in "$patches"/*.patch; do
        names+=("$(basename "$file" .patch)")
    done
fi

rm -rf "$tree"
mkdir -p "$tree"
restore
# All patches are tried before the first long build.
for name in "${names[@]}"; do
    patch --dry-run --silent --fuzz=0 -p1 -d "$tree" <"$patches/$name.patch" >/dev/null \
        || fail "$name.patch does not apply"
done
judge
if [ -n "$caught" ]; then
    cat "$log" >&2
    fail "the tests fail without any bug: $caught"
fi

survivors=0
printf '%-34s %-62s %4s\n' bug "caught by" s
for name in "${names[@]}"; do
    started=$SECONDS
    patch --silent --fuzz=0 -p1 -d "$tree" <"$patches/$name.patch" || fail "$name.patch does not apply"
    judge
    [ -n "$caught" ] || survivors=$((survivors + 1))
    printf '%-34s %-62s %4d\n' "$name" "${caught:-SURVIVED}" $((SECONDS - started))
    restore
done
echo "${#names[@]} bugs planted, $survivors survived"
[ "$survivors" = 0 ]
