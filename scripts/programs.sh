# Sourced by the scripts beside it: where the programs they need are found.
# After it, the working directory is the top of the repository.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

# Where the scripts put what they build, install and write; never tracked. Relative
# where possible: some programs split a command line at blanks.
work=${CARGO_TARGET_DIR:-target}

# missing TEXT: ends the script with one line that says what is missing.
missing() {
    echo "$(basename "$0"): $1" >&2
    exit 2
}

# Builds the engine and sets $engine to it.
build_engine() {
    cargo build --release --quiet
    engine=$work/release/ponnuki
}

# Prints where GNU Go is. Debian keeps games off the PATH of root.
gnugo_path() {
    command -v gnugo || { [ -x /usr/games/gnugo ] && echo /usr/games/gnugo; }
}

# Sets $gnugo; installs Debian's package when it is missing and we may.
need_gnugo() {
    if ! gnugo=$(gnugo_path) && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        export DEBIAN_FRONTEND=noninteractive
        apt-get update -qq >/dev/null && apt-get install -y -qq --no-install-recommends gnugo >/dev/null || true
    fi
    gnugo=$(gnugo_path) || missing "GNU Go is missing: install the package gnugo"
}
