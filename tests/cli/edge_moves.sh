#!/bin/sh
# edge_moves.sh - a game on edges: a site is called by its ends, in what is printed and in what is read.
. "$srcdir/tests/cli/lib.sh.inc"
game="$srcdir/tests/games/knots.lud"
expect 0 "$LUDC" playout "$game" --trace -n 3 --seed 1 --backend eval
sed -n 's/^[12] //p' out.txt >moves.txt
[ "$(wc -l <moves.txt)" -gt 9 ] || fail "there are few moves: $(cat out.txt)"
grep -v -x '[A-Z][0-9]*/[A-Z][0-9]*' moves.txt && fail "a site is not called by its ends"
first=$(head -1 moves.txt)
expect 0 "$LUDC" draw "$game" --text --moves "$first"
cp out.txt after.txt
expect 0 "$LUDC" draw "$game" --text
cmp -s out.txt after.txt && fail "$first changes nothing"
expect 1 "$LUDC" draw "$game" --moves 7
# A game with sites of several types: each is called by what it is, in what is printed and in what is read.
expect 0 "$LUDC" playout "$srcdir/tests/games/hedgerows.lud" --trace -n 3 --seed 1 --backend eval
sed -n 's/^[12] //p' out.txt >moves.txt
grep -q -x '[A-Z][0-9]*/[A-Z][0-9]*' moves.txt || fail "no edge is called by its ends: $(cat out.txt)"
grep -q '^[12] Cell\.[A-Z]' out.txt || fail "no cell is called Cell.A1: $(cat out.txt)"
expect 0 "$LUDC" draw "$srcdir/tests/games/hedgerows.lud" --text --moves "$(head -1 moves.txt)"
