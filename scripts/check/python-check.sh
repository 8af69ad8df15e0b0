#!/usr/bin/env bash
# Builds the wheel and the source package of scripts/packaging/python, and tests the wheel:
# in an environment that holds nothing else, then with numpy, with GNU Go and with the program;
# checks the types, and the stubs against what is compiled.
#
#   scripts/check/python-check.sh [--source]
#
# --source also builds and tests the source package, which takes as long as the wheel. Fails on
# every difference, and if the wheel has 4 MB or more. Leaves both packages in
# target/python/packages. Needs Python 3.10 or newer, and packages that pip installs.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

most=4000000
package=scripts/packaging/python
packages=$work/python/packages
source=no
for argument in "$@"; do
    case $argument in
        --source) source=yes ;;
        *) missing "unknown argument $argument" ;;
    esac
done

# install PYTHON PACKAGE...: installs packages, and prints what pip says if it cannot.
install() {
    "$1" -m pip install --quiet --disable-pip-version-check "${@:2}" >"$work/python/pip.log" 2>&1 </dev/null ||
        give_up "pip: $(tail -n 5 "$work/python/pip.log")"
}

# new_environment NAME: makes an environment without packages, and sets $python to its interpreter.
new_environment() {
    python3 -m venv --clear "$work/python/$1"
    python=$PWD/$work/python/$1/bin/python
}

mapfile -t wanted <"$package/tests/requirements.txt"
need_python_packages python "${wanted[@]}"
tools=$python
build_engine
PONNUKI=$(realpath "$engine")
export PONNUKI

rm -rf "$packages"
# .ci/run keeps the symbols of the program.
env -u CARGO_PROFILE_RELEASE_STRIP CARGO_TARGET_DIR="$work/python" "$tools" -m maturin build --quiet --release --locked --manifest-path "$package/Cargo.toml" \
    --out "$packages" --sdist
wheel=$(echo "$packages"/ponnuki-*.whl) sdist=$(echo "$packages"/ponnuki-*.tar.gz)
printf '%s: %d bytes\n' "$(basename "$wheel")" "$(wc -c <"$wheel")" "$(basename "$sdist")" "$(wc -c <"$sdist")"
[ "$(wc -c <"$wheel")" -lt "$most" ] || fault "the wheel has $most bytes or more"

new_environment empty
install "$python" --no-index "$wheel"
"$python" "$package/tests/first_steps.py"
# The recipes of the README run there, too, or say what to install.
install "$python" "$(grep '^pytest==' "$package/tests/requirements.txt")"
"$python" -m pytest --quiet -p no:cacheprovider "$package/tests/test_readme.py" </dev/null
if [ "$source" = yes ]; then
    new_environment source
    install "$python" "$sdist"
    "$python" "$package/tests/first_steps.py"
fi

# The folder of the tests is not that of the package, so they import the wheel.
install "$tools" --force-reinstall --no-deps "$wheel"
"$tools" -m pytest --quiet -rs -p no:cacheprovider "$package/tests" </dev/null
"$tools" -m mypy --config-file "$package/pyproject.toml" --cache-dir "$work/python/mypy" -p ponnuki
"$tools" -m mypy.stubtest ponnuki._core --concise
"$tools" -m pyright --project "$package" --pythonpath "$tools"
[ "$faults" = 0 ]
