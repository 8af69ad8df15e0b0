#!/usr/bin/env bash
# Makes the pictures of GoGui and KaTrain: their windows, with their default settings, on a
# virtual display.
#
#   scripts/pictures/windows.sh [gogui] [katrain]
#
# Opens the first 108 moves of gtp-tests/examples/game.sgf, and writes
# scripts/pictures/gogui.jpg, a live analysis, and scripts/pictures/katrain.jpg, with the owners
# of the points. Takes two minutes. As root it installs Xvfb, openbox, xdotool, xwininfo and
# ImageMagick, and it installs KaTrain; GoGui must be on the PATH.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

programs=("$@")
[ $# -gt 0 ] || programs=(gogui katrain)
need_command Xvfb xvfb
need_command openbox openbox
need_command xdotool xdotool
need_command xwininfo x11-utils
need_command import imagemagick
case ${programs[*]} in *gogui*) command -v gogui >/dev/null || missing "gogui is not on the PATH" ;; esac
case ${programs[*]} in *katrain*) need_katrain ;; esac
build_engine
engine=$(realpath "$engine")
# Settings of the programs stay below $work.
new_folder windows
HOME=$(realpath "$folder")
game=$HOME/game.sgf
{ tr -d '\n' | cut -d ';' -f 1-110 && echo ')'; } <gtp-tests/examples/game.sgf >"$game"
# Java does not read HOME.
JAVA_TOOL_OPTIONS="-Duser.home=$HOME -Djava.util.prefs.userRoot=$HOME"
export HOME JAVA_TOOL_OPTIONS SDL_AUDIODRIVER=dummy LIBGL_ALWAYS_SOFTWARE=1 KIVY_NO_CONSOLELOG=1

set -m
coproc screen { exec Xvfb -displayfd 1 -screen 0 1400x1000x24 2>/dev/null; }
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
read -r number <&"${screen[0]}" || give_up "Xvfb did not start"
export DISPLAY=:$number
openbox >/dev/null 2>&1 &

# find_window TITLE: waits for a window whose title begins so, and sets $window.
find_window() {
    local _
    for _ in {1..180}; do
        window=$(xwininfo -root -tree | sed -n "s/^ *\(0x[0-9a-f]*\) \"$1.*/\1/p" | head -n 1)
        [ -z "$window" ] || return 0
        sleep 1
    done
    give_up "no window has the title $1: $(tail -n 5 "$folder/log")"
}

# open_window TITLE COMMAND...: starts a program and waits for its window.
open_window() {
    "${@:2}" >"$folder/log" 2>&1 </dev/null &
    find_window "$1"
    sleep 5
    xdotool windowactivate "$window"
}

# press KEY SECONDS: presses a key and waits.
press() {
    xdotool key "$1"
    sleep "$2"
}

picture() {
    timeout 30 import -window "$window" -quality 88 "scripts/pictures/$1.jpg"
    ls -l "scripts/pictures/$1.jpg"
}

for program in "${programs[@]}"; do
    case $program in
        gogui)
            open_window Ponnuki gogui -program "$engine --level 7" "$game"
            board=$window
            xdotool windowsize "$window" 900 760
            press ctrl+End 2
            press F8 3
            find_window Analyze
            xdotool mousemove --window "$window" 60 351 click --repeat 2 --delay 60 1
            xdotool windowmove "$window" 1000 0
            sleep 10
            window=$board
            ;;
        katrain)
            mkdir "$folder/.katrain"
            "$python" - "$engine" "$folder/.katrain/config.json" <<'END'
import json
import pathlib
import sys

import katrain

engine, file = sys.argv[1:]
settings = json.loads((pathlib.Path(katrain.__file__).parent / "config.json").read_text())
settings["engine"]["katago"] = engine
pathlib.Path(file).write_text(json.dumps(settings))
END
            open_window KaTrain "$(dirname "$python")/katrain" "$game"
            sleep 30
            press End 20
            ;;
        *) missing "there is no picture of $program" ;;
    esac
    picture "$program"
    kill %% 2>/dev/null || true
done
