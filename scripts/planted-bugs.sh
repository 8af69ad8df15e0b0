#!/usr/bin/env bash
# Plants bugs one at a time and shows that the tests catch every one.
#
#   scripts/planted-bugs.sh [NAME...]
#
# Each file scripts/planted-bugs/NAME.patch is a small patch to src/ whose first line
# describes the bug. The script works on a copy of the tracked files, never on the
# checkout. The tests run in stages, beginning with those that catch most bugs fastest.
# The first stage that fails ends the search; a bug that passes all stages has
# survived. Prints a table: the bug, the first test that failed, seconds.
#
# Fails if a bug survives, if the tests fail without any bug, or if a patch does not
# apply or does not compile, since that would not be a catch.
set -euo pipefail
cd "$(dirname "$0")/.."

patches=$PWD/scripts/planted-bugs
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target/planted-bugs"
home=$(cd "$target/planted-bugs" && pwd)
tree=$home/tree
log=$home/tests.log
export CARGO_TARGET_DIR=$home/target
# Without debug information these builds link faster.
export CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_TEST_DEBUG=0 RUST_BACKTRACE=0

# The time limit for a stage in seconds: a bug may make the tests run forever.
patience=900

fail() {
    echo "planted-bugs.sh: $*" >&2
    exit 1
}

# The stages in order: the test target, and a filter on the names of its tests.
stages=(
    "--test=rules twin::positional::"
    "--test=rules positions::"
    "--test=rules eyes::"
    "--test=rules closure::2x1"
    "--lib"
    "--test=rules"
    "--test=gtp"
)

# Resets the tree to the files of the checkout. Writes only the files that differ, so
# that cargo rebuilds no more than it must.
restore() {
    local file
    git ls-files -z | while IFS= read -r -d '' file; do
        if [ -f "$file" ] && ! cmp -s "$file" "$tree/$file"; then
            mkdir -p "$tree/$(dirname "$file")"
            cp "$file" "$tree/$file"
        fi
    done
}

# run STAGE: builds and runs its tests. Sets $status, which is 0 if all pass.
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
        fail "$1: no test ran"
    fi
}

# Prints the name of the first test that the log reports as failed. If the tests could
# not even be set up, because a start position is refused for example, prints the place.
first_failed() {
    awk '/^failures:$/ { seen = 1; next }
         seen && /^    [^ ]/ { test = $1; exit }
         seen && /^---- / { test = $2; exit }
         /^thread .main. .*panicked at / { place = "setting up " $NF; sub(/:[0-9]+:$/, "", place) }
         END { print test != "" ? test : place }' "$log"
}

# judge: runs the stages in order and sets $caught to the first test that fails, or to
# the empty string.
judge() {
    local stage
    caught=
    for stage in "${stages[@]}"; do
        run "$stage"
        [ "$status" != 0 ] || continue
        caught=$(first_failed)
        if [ -z "$caught" ] && [ "$status" = 124 ]; then
            caught="$stage: timed out"
        elif [ -z "$caught" ] && grep -q 'signal: ' "$log"; then
            caught="$stage: the process died"
        elif [ -z "$caught" ]; then
            cat "$log" >&2
            fail "$stage: the run failed, but no test did"
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
# A dry run of all patches comes before the first long build.
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
