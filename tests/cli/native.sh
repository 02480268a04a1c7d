#!/bin/sh
# native.sh - a game becomes a native program that plays and counts as ludc does.
. "$srcdir/tests/cli/lib.sh.inc"
command -v "${LUDC_CC:-cc}" >/dev/null || skip "no C compiler"
expect 0 "$LUDC" build "$hex" -o hex
expect 0 ./hex playout -n 100 --seed 1
moves=$(sed -n 's/^100 playouts, \([0-9]*\) moves.*/\1/p' out.txt)
[ -n "$moves" ] || fail "no count of moves in: $(cat out.txt)"
expect 0 "$LUDC" playout "$hex" --backend eval -n 100 --seed 1 --json
grep -q "\"moves\": *$moves[,}]" out.txt || fail "the program made $moves moves, eval: $(cat out.txt)"
expect 0 ./hex perft -d 2
cp out.txt native.txt
expect 0 "$LUDC" perft "$hex" -d 2 --backend eval
cmp native.txt out.txt || fail "the program and eval count differently"
expect 2 ./hex no-such-command
