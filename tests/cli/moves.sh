#!/bin/sh
# moves.sh - --moves of perft and playout: steps of joint games are whole or refused, outcomes are named.
. "$srcdir/tests/cli/lib.sh.inc"
sheet=$srcdir/examples/tictactoe.kif
expect 0 "$LUDC" perft "$sheet" -d 1 --moves "(mark 2 3) wait" --moves "wait (mark 3 3)"
grep -qx 'perft 1 7' out.txt || fail "two marks were not made: $(cat out.txt)"
expect 0 "$LUDC" playout "$sheet" -n 50 --histogram --moves "(mark 1 1) wait" --moves "wait (mark 2 2)"
grep -q '^length [89]:' out.txt && fail "two steps were not made: $(cat out.txt)"
for command in "perft -d 1" playout; do
    expect 1 "$LUDC" $command "$sheet" --moves "(mark 2 3)"
    grep -q 'no move of player 2' err.txt || fail "$command: half a step: $(cat err.txt)"
    expect 1 "$LUDC" $command "$sheet" --moves "(mark 2 3) wait" --moves "wait (mark 2 3)"
    grep -q '`(mark 2 3)` is not a legal move of player 2 here; legal: (mark 1 1), ' err.txt || fail "$command: $(cat err.txt)"
done
# what a trace prints leads to where it came from
expect 0 "$LUDC" playout "$sheet" -n 1 --seed 9 --trace
sed -n '/^playout/d; /^result/!p' out.txt >steps
set --
while read -r step; do set -- "$@" --moves "$step"; done <steps
expect 0 "$LUDC" perft "$sheet" -d 1 "$@"
grep -qx 'perft 1 0' out.txt || fail "the game is not over: $(cat out.txt)"
game=$srcdir/tests/games/ferry.lud
expect 0 "$LUDC" playout "$game" -n 1 --seed 3 --trace
first=$(sed -n '2s/^1 //p' out.txt)
case $first in *~[0-9]*+[0-9]*) ;; *) fail "no throw in the trace: $first" ;; esac
expect 0 "$LUDC" playout "$game" -n 2 --moves "$first"
expect 1 "$LUDC" playout "$game" -n 2 --moves "${first%~*}~9+9"
grep -q 'is no outcome of this move' err.txt || fail "an outcome that is none: $(cat err.txt)"
# A printed trace says with what dice a move is made, and is taken as it stands: by replay, perft and draw.
expect 0 "$LUDC" playout "$game" -n 3 --seed 3 --trace
cp out.txt trace.txt
sed -n 2p trace.txt | grep -q '\[' && fail "a throw before the first: $(sed -n 2p trace.txt)"
thrown=$(sed -n '2s/.*~\([0-9]\)+\([0-9]\).*/  [\1 \2]/p' trace.txt)
[ "$(sed -n '3s/.*\(  \[.*\)/\1/p' trace.txt)" = "$thrown" ] || fail "not the throw$thrown: $(sed -n 3p trace.txt)"
expect 0 "$LUDC" replay --game "$game" trace.txt
grep -qx "$(grep -c '^[12] ' trace.txt) passed, 0 failed, 0 skipped" out.txt || fail "$(cat out.txt)"
expect 0 "$LUDC" perft "$game" -d 1 --replay trace.txt
expect 0 "$LUDC" draw "$game" --text --replay trace.txt --ply 5
for lie in '4s/^./9/' '5s/ .*  / nowhere  /' '2s/~.*/~9+9/' 's/^result .*/result 0.123 0/'; do
    sed "$lie" trace.txt >lie.txt
    expect 1 "$LUDC" replay --game "$game" lie.txt
    grep -q 'lie.txt:[0-9]*: ' err.txt || fail "$lie: $(cat err.txt)"
done
expect 0 "$LUDC" playout "$sheet" -n 2 --seed 9 --trace
cp out.txt joint.txt
expect 0 "$LUDC" replay --game "$sheet" joint.txt
expect 0 "$LUDC" draw "$sheet" --text --replay joint.txt
expect 2 "$LUDC" playout "$sheet" --record 1 --moves "(mark 2 3) wait"
# Moves in whatever case, where that names one move; and by their number among those of one place, as older traces have them.
expect 0 "$LUDC" perft "$srcdir/examples/hex.lud" -d 1 --moves b2 --moves C3
cp out.txt lower.txt
expect 0 "$LUDC" perft "$srcdir/examples/hex.lud" -d 1 --moves B2 --moves C3
cmp -s lower.txt out.txt || fail "b2 is not B2: $(cat lower.txt)"
puzzle=$srcdir/tests/games/pairs.lud
expect 0 "$LUDC" perft "$puzzle" -d 1 --moves "A1=2#1"
cp out.txt named.txt
expect 0 "$LUDC" perft "$puzzle" -d 1 --moves "A1#2"
cmp -s named.txt out.txt || fail "A1#2 is not A1=2: $(cat out.txt)"
expect 1 "$LUDC" perft "$puzzle" -d 1 --moves "A1#9"
