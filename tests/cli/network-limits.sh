#!/bin/sh
# network-limits.sh - a network of gates, a circuit of it and the net of a rule sheet take no more than what is allowed.
. "$srcdir/tests/cli/lib.sh.inc"
game=$srcdir/examples/reversi.lud
expect 4 "$LUDC" build "$game" --emit=blif -o net --memory-limit 16M
grep -q 'unsupported: making a network of gates of this takes more than 16 MB of memory' err.txt || fail "$(cat err.txt)"
expect 4 "$LUDC" build "$game" --emit=verilog -o circuit --memory-limit 32M
grep -q 'unsupported: making a circuit of this takes more than 32 MB of memory' err.txt || fail "$(cat err.txt)"
[ ! -e net ] && [ ! -e circuit ] || fail "something was written"
# The net of a rule sheet draws from them, too, whoever asks for it.
for stage in "build --emit=dot" "build --emit=blif" "check --remarks"; do
    expect 4 "$LUDC" $stage "$srcdir/examples/tictactoe.kif" --memory-limit 64K
    grep -q "reading this takes more than" err.txt || fail "$stage: $(cat err.txt)"
done
