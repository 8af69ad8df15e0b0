#!/usr/bin/env bash
# Makes the pictures of the README:
#
#   scripts/pictures/picture.sh [FOLDER]
#
#   game.svg    a game of gtp-tests/examples, move by move, and its count
#   review.png  the page of a review of another game there
#   match.png   the page of a match, 20 games of level 9 against GNU Go's level 0
#
# FOLDER is scripts/pictures unless given. Takes two minutes. Installs Debian's chromium and
# gnugo (as root) if they are missing.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

pictures=$(cd "$from" && realpath "${1:-$OLDPWD/scripts/pictures}")
examples=$(realpath gtp-tests/examples)
need_gnugo
need_chromium
build_engine

new_folder picture
# The pages name the programs as they were called.
PATH=$(realpath "$work/release"):$(dirname "$gnugo"):$PATH

# shot NAME HEIGHT: pictures the upper part of the page NAME in a browser.
shot() {
    local options=(--headless --hide-scrollbars --force-device-scale-factor=1 "--window-size=1100,$2")
    [ "$(id -u)" != 0 ] || options+=(--no-sandbox)
    "$chromium" "${options[@]}" --screenshot="$pictures/$1.png" "file://$(realpath "$folder/$1.html")" \
        >/dev/null 2>&1 </dev/null
}

python3 scripts/pictures/animate.py ponnuki "$examples/finished.sgf" >"$pictures/game.svg"
ponnuki review --quiet --visits 100 "$examples/game.sgf" --html "$folder/review.html" >/dev/null
shot review 860
ponnuki match --quiet --black "ponnuki --level 9" \
    --white "gnugo --mode gtp --level 0 --chinese-rules --positional-superko --capture-all-dead" \
    --name-b "GNU Go 3.8 level 0" --size 9 --games 20 --alternate --random-opening 4 -j 2 \
    --out "$folder/match.jsonl" >/dev/null </dev/null
ponnuki match report "$folder/match.jsonl" --html "$folder/match.html" >/dev/null
shot match 815
ls -l "$pictures"/{game.svg,review.png,match.png}
