#!/usr/bin/env bash
# Installs what the scripts of the continuous integration need, so that they find it ready.
#
#   scripts/prepare.sh
#
# Prints a line for each program that is missing and cannot be installed. The scripts
# that need it then say so themselves.
set -euo pipefail
. "$(dirname "$0")/programs.sh"

# In shells of their own, since the first thing missing would end this one.
(need_gnugo) || true
(need_parallel) || true
(need_chromium) || true
(need_linters) || true
(need_packages check/interop) || true
(need_packages check/report) || true
(need_sgfmill) || true
(need_katrain) || true
(need_torch) || true
(need_shells) || true
(need_command strace strace) || true
