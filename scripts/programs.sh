# Sourced by the scripts beside it: finds or installs the programs that they need.
# Changes the working directory to the top of the repository.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

# The folder for everything that the scripts build, install and write; never tracked.
# Relative if possible, because some programs split a command line at blanks.
work=${CARGO_TARGET_DIR:-target}

# missing TEXT: prints one line that says what is missing and exits with status 2.
missing() {
    echo "$(basename "$0"): $1" >&2
    exit 2
}

# Builds the engine and sets $engine to it.
build_engine() {
    cargo build --release --quiet
    engine=$work/release/ponnuki
}

# Prints the path of GNU Go. Debian keeps games off root's PATH.
gnugo_path() {
    command -v gnugo || { [ -x /usr/games/gnugo ] && echo /usr/games/gnugo; }
}

# Sets $gnugo. Installs Debian's package if it is missing and we are root.
need_gnugo() {
    if ! gnugo=$(gnugo_path) && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        export DEBIAN_FRONTEND=noninteractive
        apt-get update -qq >/dev/null && apt-get install -y -qq --no-install-recommends gnugo >/dev/null || true
    fi
    gnugo=$(gnugo_path) || missing "GNU Go is missing: install the package gnugo"
}

# need_packages FOLDER: installs the JavaScript packages of scripts/FOLDER outside the
# tracked tree, without a lock file, and sets NODE_PATH so that node finds them.
need_packages() {
    command -v node >/dev/null || missing "Node.js is missing: install node 18 or newer"
    command -v npm >/dev/null || missing "npm is missing: install it beside node"
    local packages=$work/$1 wanted=scripts/$1/package.json
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

# Sets $sgfmill to a Python interpreter that has the package sgfmill, installed outside
# the tracked tree.
need_sgfmill() {
    command -v python3 >/dev/null || missing "Python 3 is missing: install python3"
    local folder=$work/sgfmill
    sgfmill=$folder/bin/python
    if ! "$sgfmill" -c 'import sgfmill' 2>/dev/null; then
        { python3 -m venv --clear "$folder" && "$sgfmill" -m pip install --quiet 'sgfmill==1.1.1'; } \
            >/dev/null 2>&1 </dev/null || missing "pip could not install sgfmill"
    fi
}
