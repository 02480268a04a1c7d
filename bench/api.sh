#!/bin/sh
# api.sh [SECONDS] - libludc for programs that learn and search, in one run on one machine.
#
# Tables of `bench/api` (which says what it measures) for our examples and, where they are
# there, games of LUDC_SHARED (default: ../shared beside the sources).
set -u
srcdir=${srcdir:-$(dirname "$0")/..}
shared=${LUDC_SHARED:-$srcdir/../shared}
seconds=${1:-2}
api=${API:-./bench/api}

# bench TABLE GAME..: of those that are there
bench() {
    table=$1
    shift
    for game; do
        [ -e "$game" ] && printf '%s\0' "$game"
    done | xargs -0 "$api" "$table" "$seconds"
}

grep -m 1 'model name' /proc/cpuinfo 2>/dev/null | sed 's/.*: /# /'
examples=$srcdir/examples
chess="$shared/corpus/ludii/lud/board/war/replacement/checkmate/chess/Chess.lud"
pentago=$shared/corpus/gdl/stanford__pentago.kif
bench loop "$examples/dropfour.lud" "$examples/breakthrough.lud" "$examples/hex.lud" "$examples/gomoku.lud" "$chess" "$pentago"
bench batch "$examples/dropfour.lud" "$examples/breakthrough.lud" "$examples/hex.lud" "$chess"
bench key "$examples/dropfour.lud" "$examples/hex.lud" "$examples/gomoku.lud" "$chess" "$pentago"
# with neither LLVM nor a C compiler at hand
LUDC_TCC=${LUDC_TCC:-./ludc-tcc} LUDC_LIBDIR=/nowhere LUDC_CC=/nowhere LUDC_CACHE='' bench ready "$examples/hex.lud" "$examples/breakthrough.lud" "$chess"
bench lanes "$shared/corpus/gdl/connect4.kif" "$pentago" "$examples/dropfour.kif"
