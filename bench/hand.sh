#!/bin/sh
# hand.sh [SECONDS [REPEATS]] - playouts by code that ludc wrote beside programs
# written by hand for one game each, in one run on one machine.
#
# Needs a folder of hand-written programs with a script `run` that prints
# `name TAB playouts/s TAB moves/s TAB mean length TAB compiler`, and the library
# of games those programs play: LUDC_SHARED/limits and LUDC_SHARED/corpus
# (default: ../shared beside the sources).  Without them it says so and is done.
# Rates are per second of processor time of one thread; of REPEATS runs of ours
# the median counts, as it does in `run`.  `plain` is ours by no playout plan,
# `planned` by the plans that hold (doc/plans.md), `llvm` by those that this back
# end follows, where it is built in.  A row whose mean lengths are more than half
# a percent apart is not of the same rules: `differs`, and left out of the means.
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

# ours BACKEND PLAN GAME [OPTION]: "playouts/s mean-length" of the median run
ours() {
    backend=$1
    plan=$2
    case $3 in
    ./*) game=$srcdir/$3 ;; # an example of our own
    *) game=$library/lud/$3 ;;
    esac
    shift 3
    i=0
    while [ "$i" -lt "$repeats" ]; do
        i=$((i + 1))
        json=$("$LUDC" playout "$game" --steady --def-path "$library/def" ${1+"--option"} ${1+"$1"} \
            --backend "$backend" --plan "$plan" -t "$seconds" --seed "$i" --json) || return 1
        echo "$(number playouts_per_s "$json") $(number mean_moves "$json")"
    done | sort -g | awk '{ row[NR] = $0 } END { if (NR) print row[int((NR + 1) / 2)] }'
}

# row PLAIN PLAN NAME HAND-PROGRAM GAME [OPTION]: tab separated: name, ours by the plan
# PLAIN (-: not played), by PLAN, the same through llvm, and what `run` prints
row() {
    none=$1
    plan=$2
    name=$3
    hand=$4
    shift 4
    plain=
    [ "$none" = - ] || plain=$(ours c "$none" "$@")
    planned=$(ours c "$plan" "$@")
    native=
    [ -z "$llvm" ] || native=$(ours llvm "$plan" "$@")
    them=$("$shared/limits/run" "$seconds" "$repeats" "$hand")
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$name" "$none" "$plain" "$planned" "$native" "$them"
}

llvm=
"$LUDC" playout "$srcdir/examples/tictactoe.lud" --backend llvm -n 1 >/dev/null 2>&1 && llvm=yes

# The plan fill gives outcomes alone: its row has no plain playouts, and is not in the means of each column.
# Our examples stand for games of the library where its text has other rules than
# the program by hand: passes on a full board, a swap, columns as stacks.  Connect
# Four is there twice: as we write it, and as the library does.
{
    row standard auto "Tic-Tac-Toe" ttt "./examples/tictactoe.lud"
    row standard auto "Gomoku" gomoku "board/space/line/Gomoku.lud" "End Rules/Free-style"
    row standard auto "Yavalath" yavalath "./examples/fourbutthree.lud"
    row standard auto "Connect Four" c4 "./examples/dropfour.lud"
    row standard auto "Connect Four 2D" c4 "board/space/line/Connect Four.lud" "Modelisation/2D"
    row standard auto "Hex" hex "board/space/connection/Hex.lud" "Swap Rules/Off"
    row - fill "Hex, filled" hexfill "board/space/connection/Hex.lud" "Swap Rules/Off"
    row standard auto "Breakthrough" breakthrough "board/race/reach/Breakthrough.lud"
    row standard auto "Reversi" reversi "board/space/territory/Reversi.lud"
} | awk -F '\t' -v llvm="$llvm" '
    function rate(ours, hand) { return hand > 0 ? ours / hand : 0 }
    function apart(ours, hand) { return ours > hand * 1.005 || ours < hand * 0.995 }
    BEGIN {
        printf "%-15s %11s %11s %s%11s %6s %7s %s%8s %8s  %s\n", "game", "plain/s", "planned/s",
            llvm ? "     llvm/s " : "", "hand/s", "plain", "planned", llvm ? "  llvm " : "",
            "length", "length", "by hand with"
        fflush()
    }
    function rates(a, b, c) { printf "%11s %11.0f ", a, b; if (llvm) printf "%11.0f ", c }
    function ratios(a, b, c) { printf "%6s %7.3f ", a, b; if (llvm) printf "%6.3f ", c }
    {
        both = $2 != "-"
        split($3, plain, " ")
        split($4, planned, " ")
        split($5, native, " ")
        split("", hand)
        for (i = 6; i <= NF; i++) hand[i - 5] = $i
        if ((both && plain[1] <= 0) || planned[1] <= 0 || hand[2] <= 0) {
            printf "%-15s failed\n", $1
            next
        }
        printf "%-15s ", $1
        rates(both ? sprintf("%.0f", plain[1]) : "", planned[1], native[1])
        printf "%11.0f ", hand[2]
        ratios(both ? sprintf("%.3f", rate(plain[1], hand[2])) : "", rate(planned[1], hand[2]), rate(native[1], hand[2]))
        wrong = (both && apart(plain[2], hand[4])) || apart(planned[2], hand[4])
        printf "%8.3f %8.3f  %s%s\n", both ? plain[2] : planned[2], hand[4], hand[5], wrong ? "  differs" : ""
        fflush()
        if (wrong) next
        faster = native[1] > planned[1] ? native[1] : planned[1]
        here = rate(faster, hand[2])
        rows++
        best += log(here)
        if (rows == 1 || here < least) { least = here; where = $1 }
        if (!both) next
        n++
        sum[1] += log(rate(plain[1], hand[2]))
        sum[2] += log(rate(planned[1], hand[2]))
        if (native[1] > 0) {
            m++
            sum[3] += log(rate(native[1], hand[2]))
        }
    }
    END {
        if (!n) exit
        printf "geometric mean of %d: plain %.3f, planned %.3f", n, exp(sum[1] / n), exp(sum[2] / n)
        if (m) printf ", llvm %.3f (of %d)", exp(sum[3] / m), m
        printf "\nby plan, the faster of c and llvm, all %d rows: geometric mean %.3f, least %.3f (%s)\n", rows, exp(best / rows), least, where
    }'
