#!/usr/bin/env bash
# Checks the format of all scripts in the tree, and looks for mistakes in them: shell by
# shfmt and shellcheck, Python by ruff, JavaScript by biome.
#
#   scripts/check/lint.sh [--fix]
#
# Fails on the first tool that would change a file or has a complaint. --fix formats the
# files first. The versions of the tools and their settings are in scripts/check/lint.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

need_linters

mapfile -t shell < <({ git ls-files '*.sh' && git grep -lE '^#!/(usr/)?bin/(env )?(ba)?sh$'; } | sort -u)
mapfile -t python < <(git ls-files '*.py' '*.pyi')
mapfile -t javascript < <(git ls-files '*.js' '*.mjs' '*.ts')

# The layout of the case labels and of everything else in the shell scripts.
layout=(--indent 4 --case-indent)
ruff=(--quiet --no-cache --config scripts/check/lint/ruff.toml)
biome=(--config-path=scripts/check/lint --colors=off)
if [ "${1:-}" = --fix ]; then
    shfmt "${layout[@]}" --write "${shell[@]}"
    ruff format "${ruff[@]}" "${python[@]}"
    biome format "${biome[@]}" --write "${javascript[@]}"
fi

shfmt "${layout[@]}" --diff "${shell[@]}"
shellcheck --external-sources --source-path=SCRIPTDIR "${shell[@]}"
ruff format "${ruff[@]}" --diff "${python[@]}"
ruff check "${ruff[@]}" "${python[@]}"
biome check "${biome[@]}" --error-on-warnings "${javascript[@]}"
