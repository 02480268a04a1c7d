#!/bin/sh
# network-limits.sh - a network of gates, and a circuit of it, take no more than what is allowed.
. "$srcdir/tests/cli/lib.sh.inc"
game=$srcdir/examples/reversi.lud
expect 4 "$LUDC" build "$game" --emit=blif -o net --memory-limit 16M
grep -q 'unsupported: making a network of gates of this takes more than 16 MB of memory' err.txt || fail "$(cat err.txt)"
expect 4 "$LUDC" build "$game" --emit=verilog -o circuit --memory-limit 32M
grep -q 'unsupported: making a circuit of this takes more than 32 MB of memory' err.txt || fail "$(cat err.txt)"
[ ! -e net ] && [ ! -e circuit ] || fail "something was written"
