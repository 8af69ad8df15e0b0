#!/usr/bin/env bash
# Makes the picture of the README: the page of a match against GNU Go, in a browser.
#
#   scripts/picture.sh [FILE]
#
# Plays the match of the README, 20 games of level 9 against GNU Go's level 0, and writes
# a PNG picture of its page to FILE (default scripts/report/match.png). Takes less than a
# minute. Installs Debian's chromium and gnugo (as root) if they are missing.
set -euo pipefail
. "$(dirname "$0")/programs.sh"

file=${1:-scripts/report/match.png}
need_gnugo
need_chromium
build_engine

new_folder picture
# The page names the programs as they were called.
PATH=$(realpath "$work/release"):$(dirname "$gnugo"):$PATH
ponnuki match --quiet --black "ponnuki --level 9" --name-a "Ponnuki level 9" \
    --white "gnugo --mode gtp --level 0 --chinese-rules --positional-superko --capture-all-dead" \
    --name-b "GNU Go 3.8 level 0" --size 9 --games 20 --alternate --random-opening 4 -j 2 \
    --out "$folder/results.jsonl" >/dev/null </dev/null
ponnuki match report "$folder/results.jsonl" --html "$folder/match.html" >/dev/null
options=(--headless --hide-scrollbars --force-device-scale-factor=1 "--window-size=1100,1540")
[ "$(id -u)" != 0 ] || options+=(--no-sandbox)
"$chromium" "${options[@]}" --screenshot="$(realpath "$file")" "file://$(realpath "$folder/match.html")" \
    >/dev/null 2>&1 </dev/null
ls -l "$file"
