#!/bin/sh
# hand.sh [SECONDS [REPEATS]] - playouts by code that ludc wrote beside programs
# written by hand for one game each, in one run on one machine.
#
# Needs a folder of hand-written programs with a script `run` that prints
# `name TAB playouts/s TAB moves/s TAB mean length TAB compiler`, and the library
# of games those programs play: LUDC_SHARED/limits and LUDC_SHARED/corpus
# (default: ../shared beside the sources).  Without them it says so and is done.
# Rates are per second of processor time of one thread; of REPEATS runs of ours
# the median counts, as it does in `run`.
set -u
srcdir=${srcdir:-$(dirname "$0")/..}
LUDC=${LUDC:-ludc}
shared=${LUDC_SHARED:-$srcdir/../shared}
seconds=${1:-2}
repeats=${2:-3}
library=$shared/corpus/ludii

[ -x "$shared/limits/run" ] || {
    echo "bench: skipped, there are no hand-written programs (LUDC_SHARED)"
    exit 0
}

# number KEY JSON
number() { printf '%s' "$2" | sed -n "s/.*\"$1\":\([-0-9.e+]*\).*/\1/p"; }

# ours GAME [OPTION]: "playouts/s mean-length" of the median run
ours() {
    case $1 in
    ./*) game=$srcdir/$1 ;; # an example of our own
    *) game=$library/lud/$1 ;;
    esac
    shift
    i=0
    while [ "$i" -lt "$repeats" ]; do
        i=$((i + 1))
        json=$("$LUDC" playout "$game" --def-path "$library/def" ${1+"--option"} ${1+"$1"} \
            --backend c -t "$seconds" --seed "$i" --json) || return 1
        echo "$(number playouts_per_s "$json") $(number mean_moves "$json")"
    done | sort -g | awk '{ row[NR] = $0 } END { if (NR) print row[int((NR + 1) / 2)] }'
}

# row NAME HAND-PROGRAM GAME [OPTION]
row() {
    name=$1
    hand=$2
    shift 2
    us=$(ours "$@")
    them=$("$shared/limits/run" "$seconds" "$repeats" "$hand")
    if [ -z "$us" ]; then
        printf '%s\tfailed\n' "$name"
        return
    fi
    printf '%s\t%s\t%s\n' "$name" "$us" "$them" | awk -F '\t' '{
        split($2, our, " ")
        ratio = $4 > 0 ? our[1] / $4 : 0
        printf "%-14s %12.0f %12.0f %7.3f %9.3f %9.3f  %s\n", $1, our[1], $4, ratio, our[2], $6, $7
    }'
}

printf '%-14s %12s %12s %7s %9s %9s  %s\n' game ours/s hand/s ratio length length "by hand with"
# The library's text lets both players pass on a full board; our example ends
# there, as the program written by hand does.
row "Tic-Tac-Toe" ttt "./examples/tictactoe.lud"
row "Gomoku" gomoku "board/space/line/Gomoku.lud" "End Rules/Free-style"
row "Hex" hex "board/space/connection/Hex.lud" "Swap Rules/Off"
row "Breakthrough" breakthrough "board/race/reach/Breakthrough.lud"
