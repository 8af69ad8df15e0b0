#!/usr/bin/env bash
# Builds the page to play in and uses it in a headless Chromium, opened from the disk: a
# game against level 3 to two passes, whose score must be the program's for the same
# moves, dead stones, superko, records, addresses, a review, keyboard, touch and labels.
# Looks at it on screens of 360, 768 and 1280 pixels, light and dark. Prints the size of
# the page and the time of the first moves, and fails above the limit of the size.
#
#   scripts/check/web-check.sh [--quick]
#
# With --quick, the page is built sooner, and its size is not judged.
# Leaves the page in target/web and screenshots in target/web/screenshots. Needs what
# web.sh and report-check.sh need, without gnugo.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

need_chromium
need_packages check/report
build_engine
scripts/packaging/web.sh "$@"
mkdir -p "$work/web/screenshots"
node scripts/check/web/main.js "$chromium" "$engine" "$work/web/index.html" "$work/web/screenshots" "$@" </dev/null
