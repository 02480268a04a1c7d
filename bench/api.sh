#!/bin/sh
# api.sh [SECONDS] - libludc for programs that learn and search, in one run on one machine.
#
# Rows of `bench/api` (which says what it measures) for our examples and, where they are
# there, games of LUDC_SHARED (default: ../shared beside the sources).
set -u
srcdir=${srcdir:-$(dirname "$0")/..}
shared=${LUDC_SHARED:-$srcdir/../shared}
seconds=${1:-2}
api=${API:-./bench/api}

games() {
    for game; do
        [ -e "$game" ] && printf '%s\n' "$game"
    done
}

grep -m 1 'model name' /proc/cpuinfo 2>/dev/null | sed 's/.*: /# /'
games "$shared/corpus/gdl/connect4.kif" "$shared/corpus/gdl/stanford__pentago.kif" "$srcdir/examples/dropfour.kif" |
    xargs "$api" lanes "$seconds"
