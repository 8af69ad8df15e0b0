#!/usr/bin/env bash
# Plays small matches, makes their reports, opens them in a headless Chromium, clicks
# through every game and compares all positions with those of the engine, which replays
# the same records over GTP. Uses the controls of the pages, and checks them on screens of
# 360, 768 and 1280 pixels, light and dark: no text with too little contrast, no broken
# words, nothing wider than the screen. Then does the same with a page of regression tests
# and with reviews of two games.
#
#   scripts/check/report-check.sh [SEED]
#
# Leaves the pages and screenshots in target/report/pages. Installs Debian's chromium
# and gnugo (as root) and the npm package puppeteer-core if they are missing; if that
# fails, prints one line that says what to install and exits with status 2.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

seed=${1:-1}

# match NAME ARGUMENT...: plays a match and writes its report.
match() {
    local name=$1
    shift
    "$engine" match --quiet --out "$pages/$name.jsonl" --sgf-dir "$pages/$name-games" "$@" >"$pages/$name.txt"
    "$engine" match report "$pages/$name.jsonl" --html "$pages/$name.html" >/dev/null
}

need_gnugo
need_chromium
need_packages check/report
build_engine

new_folder report/pages
pages=$folder
match even --seed "$seed" --black "$engine" --white "$gnugo_player" --size 9 --games 6 --alternate --sprt 0,30
match wide --seed "$seed" --black "$engine" --name-a "The one with a name that is too long for a phone" \
    --white "$engine" --name-b Short --size 13x7 --games 6 --rules tromp-taylor --handicap 3
match faults --seed "$seed" --black "$engine" --white "$engine test-engine --fault random --after 20" --size 5 \
    --games 8 --alternate --move-timeout 1

cat >"$pages/players.toml" <<END
games = 2
size = 5
seed = $seed
[[player]]
name = "one & <two>"
command = "$engine"
[[player]]
name = "resigns"
command = "$engine --resign-after 30"
[[player]]
name = "gnugo"
command = "$gnugo_player"
END
match players --tournament "$pages/players.toml"

# A hostile answer to `name` must not run any code in the page.
sed 's/"name":"Ponnuki"/"name":"<\/script><script>alert(1)<\/script><img src=x onerror=alert(2)>"/g' \
    "$pages/even.jsonl" >"$pages/hostile.jsonl"
"$engine" match report "$pages/hostile.jsonl" --html "$pages/hostile.html" >/dev/null

# Regression tests of every verdict, with and without a picture; some fail.
cat >"$pages/verdicts.tst" <<'END'
boardsize 9
play black C3
10 list_stones black
#? [C3]
20 list_stones black
#? [D4|E5]
30 color C3
#? [white]*
40 color C3
#? [!white]*
50 version
#? [0]&
60 <script>alert(1)</script>
set_position black D4
70 name
END
status=0
"$engine" regress "$engine --quiet" "$pages/verdicts.tst" gtp-tests/gtp/time.tst --html "$pages/suites.html" \
    >/dev/null 2>&1 || status=$?
[ $status = 1 ]

for name in even wide; do
    "$engine" review --quiet "$pages/$name-games/game-000000.sgf" --visits 50 --html "$pages/$name-review.html" >/dev/null
done

# A record with words of its own, some of which look like markup.
cat >"$pages/lesson.sgf" <<'END'
(;SZ[9]KM[6.5]PB[<b>]C[A lesson.];B[ee]C[The centre.
</script><script>alert(1)</script>]TR[ee]LB[cc:a][gg:<i>]
(;W[ce];B[gc]C[Both are fine.])
(;W[cc]C[Or here];B[gg](;W[];B[cg])(;W[gc]C[Better]))
(;W[gg]))
END
"$engine" review --quiet "$pages/lesson.sgf" --visits 50 --html "$pages/lesson-review.html" >/dev/null

node scripts/check/report/main.js "$chromium" "$engine" "$pages" even wide faults players hostile \
    --suites suites --reviews even-review wide-review lesson-review </dev/null
