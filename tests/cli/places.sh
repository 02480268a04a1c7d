#!/bin/sh
# places.sh - `build -g --emit ir` and `-o x.gir -g` say in comments where the rules say it; the game is the same one.
. "$srcdir/tests/cli/lib.sh.inc"
game=$srcdir/examples/dropfour.lud
expect 0 "$LUDC" build "$game" --emit ir
cp out.txt plain
expect 0 "$LUDC" build "$game" --emit ir -g
grep -q '^; .*dropfour\.lud:[0-9]*:[0-9]*$' out.txt || fail "no place of a rule"
sed '/^ *; /d' out.txt >bare
cmp plain bare || fail "more than comments differ"
expect 0 "$LUDC" build "$game" -o placed.gir -g
grep -q '^; .*dropfour\.lud:' placed.gir || fail "no place in the file"
expect 0 "$LUDC" perft placed.gir -d 3
