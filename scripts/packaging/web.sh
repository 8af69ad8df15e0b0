#!/usr/bin/env bash
# Builds the page to play in: target/web/index.html, one file that needs no other one and
# asks no server for anything. Opens from a disk as well as from a server.
#
#   scripts/packaging/web.sh [--quick]
#
# With --quick, the page is built sooner and is larger: it is the npm package's module,
# and compressed by gzip. Needs node and zopfli, which compresses better than gzip, and for WebAssembly what
# wasm-check.sh needs.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

need_command node nodejs
quick=${1:-}
compress=(zopfli -c)
[ -z "$quick" ] || compress=(gzip -9c)
need_command "${compress[0]}" "${compress[0]}"
build_wasm page
new_folder web
# A worker of a page from a disk can be no module.
"$bindgen" --target no-modules --no-typescript --remove-name-section --out-name ponnuki \
    --out-dir "$work/wasm/page" "$wasm"
"${compress[@]}" "$work/wasm/page/ponnuki_bg.wasm" >"$work/wasm/page/ponnuki.gz"
node scripts/packaging/web/build.js src/tools/page/page.css "$work/wasm/page/ponnuki.js" "$work/wasm/page/ponnuki.gz" \
    "$folder/index.html" </dev/null
echo "$folder/index.html"
