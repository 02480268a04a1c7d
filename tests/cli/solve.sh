#!/bin/sh
# solve.sh - exact values: known ones, with little memory, one role's shortest line; what cannot be
# solved is said.
. "$srcdir/tests/cli/lib.sh.inc"
tictactoe="$srcdir/examples/tictactoe.lud"
expect 0 "$LUDC" solve "$tictactoe" --json --all
grep -q '"solved":true,"value":\[0.5,0.5\],"low":\[0.5,0.5\]' out.txt || fail "a draw: $(cat out.txt)"
grep -q '"plies":9,"best":"[A-C][1-3]","pv":\["' out.txt || fail "nine plies: $(cat out.txt)"
[ "$(grep -o '"move":"[A-C][1-3]","value":\[0.5,0.5\]' out.txt | wc -l)" = 9 ] || fail "nine moves: $(cat out.txt)"
expect 0 "$LUDC" solve "$tictactoe" --moves A1 --moves B1 --json
grep -q '"value":\[1.0,0.0\]' out.txt || fail "lost: $(cat out.txt)"

sed 's/<Size>))/3))/' "$srcdir/examples/hex.lud" >hex3.lud
expect 0 "$LUDC" solve hex3.lud --option "Pie Rule/Off" --json
grep -q '"value":\[1.0,0.0\]' out.txt || fail "the first player wins: $(cat out.txt)"
sed 's/rectangle 6 7/rectangle 4 4/' "$srcdir/examples/dropfour.lud" >drop.lud
for memory in 65536 1M 256M; do
    expect 0 "$LUDC" solve drop.lud --memory $memory --json
    grep -q '"solved":true,"value":\[0.5,0.5\]' out.txt || fail "4 by 4 is a draw, $memory: $(cat out.txt)"
done
expect 0 "$LUDC" solve "$srcdir/examples/ferry.kif" --json
grep -q '"value":\[1.0\].*"plies":7,' out.txt || fail "seven ways across: $(cat out.txt)"
expect 0 "$LUDC" solve "$srcdir/examples/threeheaps.kif"
grep -q '^threeheaps: solved, value ' out.txt || fail "three roles: $(cat out.txt)"

# In no time nothing is claimed.
expect 0 "$LUDC" solve "$srcdir/examples/breakthrough.lud" -t 0.05 --json
grep -q '"solved":false,.*"low":\[0.0,0.0\],"high":\[1.0,1.0\],"plies":null,"best":null,"pv":\[\]' out.txt || fail "claimed: $(cat out.txt)"
expect 0 "$LUDC" solve "$srcdir/tests/games/racers.lud" -t 0.1 --json --all
grep -q '"solved":false' out.txt || fail "claimed: $(cat out.txt)"
expect 4 "$LUDC" solve "$srcdir/tests/gdl/duel.kif"
grep -q 'several roles choose' err.txt || fail "why: $(cat err.txt)"

# With lots: the mean, the best move, and no line behind it.
expect 0 "$LUDC" solve "$srcdir/tests/solve/bank.gir" --json --all
grep -q '"solved":true,.*"plies":null,"best":"move[01]","pv":\["move[01]"\]' out.txt || fail "lots: $(cat out.txt)"

# A position of very many moves, and little memory.
expect 0 "$LUDC" solve "$srcdir/tests/solve/wide.gir" --memory 65536 --json
grep -q '"solved":true,"value":\[1.0,0.0\]' out.txt || fail "wide: $(cat out.txt)"
expect 1 "$LUDC" solve "$tictactoe" --moves A1 --moves A1
grep -q 'number 2: .*A1.*B1' err.txt || fail "what is legal: $(cat err.txt)"
expect 2 "$LUDC" solve "$tictactoe" --memory 5
expect 2 "$LUDC" solve
expect 1 "$LUDC" solve "$tictactoe" --moves D4
