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
# Moves made at the same time: goals, joint moves, a game against random players.
sheet=$srcdir/examples/tictactoe.kif
expect 0 "$LUDC" build "$sheet" -o sheet
expect 0 ./sheet playout -n 200 --seed 3
score=$(sed -n 's/^player 1: mean score \([0-9.]*\)/\1/p' out.txt)
expect 0 "$LUDC" playout "$sheet" --backend eval -n 200 --seed 3 --json
grep -q "\"scores\": *\[${score%00}" out.txt || fail "the program's mean score is $score, eval: $(cat out.txt)"
expect 0 ./sheet perft -d 3
cp out.txt native.txt
expect 0 "$LUDC" perft "$sheet" -d 3 --backend eval
cmp native.txt out.txt || fail "the program and eval count joint moves differently"
printf '0\n0\n0\n0\n0\n0\n0\n0\n0\n' | ./sheet play --seed 5 >out.txt 2>&1 || fail "play: $(cat out.txt)"
grep -q '^player 2: [01]\.[05]00$' out.txt || fail "no result in: $(cat out.txt)"
grep -q '^player 2: (mark' out.txt || fail "moves are not printed as the sheet has them: $(cat out.txt)"
