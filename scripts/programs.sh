# Sourced by the scripts in the folders beside it: finds or installs the programs that they need.
# Changes the working directory to the top of the repository.
# shellcheck shell=bash disable=SC2034

# The folder in which the script was started, since its arguments may be paths from there.
from=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

# The folder for everything that the scripts build, install and write; never tracked.
# Relative if possible, because some programs split a command line at blanks.
work=${CARGO_TARGET_DIR:-target}

# Where Python finds the board and the GTP client that its scripts share.
export PYTHONPATH=$PWD/scripts PYTHONDONTWRITEBYTECODE=1

# missing TEXT: prints one line that says what is missing and exits with status 2.
missing() {
    echo "$(basename "$0"): $1" >&2
    exit 2
}

# Prints the version of the package.
package_version() { sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml; }

# The number of faults so far.
faults=0

# fault TEXT: prints it and counts it.
fault() {
    printf 'fault: %s\n' "$1"
    faults=$((faults + 1))
}

# give_up TEXT: prints a fault and ends the script.
give_up() {
    fault "$1"
    exit 1
}

# new_folder NAME: sets $folder to an empty folder below $work.
new_folder() {
    folder=$work/$1
    rm -rf "$folder"
    mkdir -p "$folder"
}

# run_tests LOG COMMAND...: runs tests, and sets $tests to the number of those that passed.
# No test is a fault too.
run_tests() {
    "${@:2}" >"$1" 2>&1 </dev/null || give_up "$(tail -n 40 "$1")"
    tests=$(sed -n 's/^test result: ok\. \([1-9][0-9]*\) passed.*/\1/p' "$1")
    [ -n "$tests" ] || give_up "no test ran; see $1"
}

# Sets $engine: to the program that PONNUKI names, or to one that it builds.
build_engine() {
    if [ -n "${PONNUKI:-}" ]; then
        engine=$PONNUKI
        return
    fi
    cargo build --release --quiet
    engine=$work/release/ponnuki
}

# has_target TARGET: returns whether the toolchain builds for a target, which rustup adds
# if it can.
has_target() {
    local library
    library=$(rustc --print target-libdir --target "$1" 2>/dev/null) || return 1
    [ -d "$library" ] || rustup target add "$1" >/dev/null 2>&1 </dev/null || return 1
    [ -d "$library" ]
}

# build_wasm PROFILE [OPTION...]: builds the npm package for WebAssembly; if $quick is set, one
# module for package and page that is built sooner and is larger. Sets $source to its
# folder, $target to the target, $wasm to the module, and $bindgen to the wasm-bindgen of the
# version that it was built with.
build_wasm() {
    source=scripts/packaging/npm
    target=wasm32-unknown-unknown
    local profile=("$@")
    [ -z "${quick:-}" ] || profile=(quick)
    wasm=$work/wasm/build/$target/${profile[0]}/ponnuki_js.wasm
    has_target "$target" || missing "the target is missing: rustup target add $target"
    need_bindgen
    # A tenth less to download than with the threshold that LLVM takes by itself, and as fast.
    # Every browser of today has the vectors, which make the network ten times as fast.
    RUSTFLAGS='-C llvm-args=-inline-threshold=60 -C target-feature=+simd128' cargo build --quiet --profile "${profile[@]}" \
        --manifest-path "$source/Cargo.toml" --target "$target" --target-dir "$work/wasm/build"
}

# Sets $bindgen to the wasm-bindgen of the version in the lock file of the npm package.
need_bindgen() {
    need_cargo_tool wasm-bindgen-cli \
        "$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' scripts/packaging/npm/Cargo.lock)" \
        --no-default-features
    bindgen=$work/tools/bin/wasm-bindgen
}

# need_cargo_tool TOOL VERSION [OPTION...]: puts a subcommand of cargo, or another program of a
# crate, in exactly this version on the PATH; builds it below $work if it is not there, quickly
# and not to be fast, from the packages of its lock file where the registry still has them.
need_cargo_tool() {
    local tools locked
    tools=$(mkdir -p "$work/tools" && cd "$work/tools" && pwd)
    PATH=$tools/bin:${PATH#"$tools/bin:"}
    for locked in --locked ''; do
        CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=256 \
            CARGO_PROFILE_RELEASE_DEBUG=0 CARGO_TARGET_DIR=$tools/target \
            cargo install --quiet ${locked:+"$locked"} --root "$tools" --version "$2" "${@:3}" "$1" </dev/null \
            >/dev/null 2>&1 && return
    done
    missing "$1 is missing: cargo install $1 --version $2"
}

# write_licences TARGET FILE: writes the licences of all packages in the program.
write_licences() {
    need_cargo_tool cargo-about 0.9.3 --features cli
    cargo about generate --locked --target "$1" --fail --config scripts/packaging/about.toml \
        --output-file "$2" scripts/packaging/about.hbs
}

# Installs Debian packages if we are root. Gives up soon without a network.
install_debian() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    local patience=(-o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20)
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update -qq "${patience[@]}" && apt-get install -y -qq --no-install-recommends "${patience[@]}" "$@"; } \
        >/dev/null 2>&1 </dev/null
}

# have COMMAND PACKAGE...: returns whether there is such a command, after an attempt to
# install Debian packages.
have() {
    command -v "$1" >/dev/null || install_debian "${@:2}" || true
    command -v "$1" >/dev/null
}

# need_command COMMAND PACKAGE...: ends the script if there is no such command.
need_command() { have "$@" || missing "$1 is missing: install the package $2"; }

# The formatters of manual pages, and the shells other than bash.
need_shells() {
    need_command mandoc mandoc
    need_command man man-db groff-base
    need_command zsh zsh
    need_command fish fish
}

# write_completions PROGRAM FOLDER POWERSHELL: writes completions under the names that bash, zsh
# and fish expect, and those of PowerShell to a file.
write_completions() {
    "$1" generate completions bash >"$2/ponnuki.bash"
    "$1" generate completions zsh >"$2/_ponnuki"
    "$1" generate completions fish >"$2/ponnuki.fish"
    "$1" generate completions powershell >"$2/$3"
}

# Sets $gnugo, and $gnugo_player, the command of its fastest level under our rules.
need_gnugo() {
    # Debian keeps games off root's PATH.
    PATH=$PATH:/usr/games need_command gnugo gnugo
    gnugo=$(PATH=$PATH:/usr/games command -v gnugo)
    gnugo_player="$gnugo --mode gtp --level 0 --chinese-rules --positional-superko --capture-all-dead"
}

# Sets $chromium.
need_chromium() {
    chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome) && return
    need_command chromium chromium
    chromium=$(command -v chromium)
}

# GNU parallel, not the program of that name in moreutils.
need_parallel() {
    is_gnu() { { parallel --version 2>/dev/null || true; } | grep -q 'GNU parallel'; }
    is_gnu || install_debian parallel || true
    is_gnu || missing "GNU parallel is missing: install the package parallel"
}

# need_packages FOLDER: installs the JavaScript packages of scripts/FOLDER outside the
# tracked tree, without a lock file, and sets NODE_PATH so that node finds them.
need_packages() {
    need_command node nodejs
    need_command npm npm
    local packages=$work/${1##*/} wanted=scripts/$1/package.json
    mkdir -p "$packages"
    if ! [ -d "$packages/node_modules" ] || ! cmp -s "$wanted" "$packages/package.json"; then
        cp "$wanted" "$packages/package.json"
        if ! npm install --prefix "$packages" --no-save --no-package-lock --no-audit --no-fund \
            --loglevel=error </dev/null; then
            rm "$packages/package.json"
            missing "npm could not install the packages of $wanted"
        fi
    fi
    NODE_PATH=$(cd "$packages" && pwd)/node_modules
    export NODE_PATH
}

# need_python_packages FOLDER PACKAGE...: installs Python packages below $work/FOLDER, with
# their versions, and sets $python to an interpreter that has them.
need_python_packages() {
    need_command python3 python3 python3-venv
    local folder=$work/$1/python
    python=$folder/bin/python
    if [ "$(cat "$folder/installed" 2>/dev/null)" != "${*:2}" ]; then
        { python3 -m venv --clear "$folder" && "$python" -m pip install --quiet "${@:2}" &&
            echo "${*:2}" >"$folder/installed"; } >/dev/null 2>&1 </dev/null || missing "pip could not install ${*:2}"
    fi
}

# Sets $python to an interpreter with PyTorch and NumPy: $PYTHON, or the first of those of the system.
need_torch() {
    finds() {
        for python in "${PYTHON:-python3}" /usr/bin/python3; do
            ! "$python" -c 'import numpy, torch' 2>/dev/null || return 0
        done
        return 1
    }
    finds || install_debian python3-torch python3-numpy || true
    finds || missing 'PyTorch is missing: install python3-torch and python3-numpy, or set PYTHON'
}

# Puts the linters of the scripts on the PATH, in the versions of scripts/check/lint.
need_linters() {
    need_packages check/lint
    local wanted
    mapfile -t wanted <scripts/check/lint/requirements.txt
    need_python_packages lint "${wanted[@]}"
    PATH=$(cd "$(dirname "$python")" && pwd):$NODE_PATH/.bin:$PATH
}

need_sgfmill() { need_python_packages sgfmill sgfmill==1.1.1; }

need_katrain() { need_python_packages katrain katrain==1.20.0; }
