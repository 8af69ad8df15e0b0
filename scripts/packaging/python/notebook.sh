#!/usr/bin/env bash
# Runs the notebook and renders it with its results as an HTML page:
#
#   scripts/packaging/python/notebook.sh [PYTHON [FOLDER]]
#
# PYTHON (python3 unless given) needs the package, numpy, nbconvert and ipykernel. The page is
# FOLDER/tour.html; FOLDER is target/python unless given.
set -euo pipefail

here=$(dirname "$0")
folder=${2:-${CARGO_TARGET_DIR:-$here/../../../target}/python}
mkdir -p "$folder"
exec "${1:-python3}" -m nbconvert --to html --execute --ExecutePreprocessor.timeout=120 \
    --output-dir "$(realpath "$folder")" "$here/tour.ipynb"
