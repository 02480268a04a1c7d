#!/bin/sh
# limits.sh - a game that nothing else ends is a draw after 2,500 turns, as Ludii has it,
# though all that its players do is put stones on empty sites.
. "$srcdir/tests/cli/lib.sh.inc"
for backend in eval tcc; do
    expect 0 "$LUDC" playout "$srcdir/tests/games/eddy.lud" --backend $backend -n 3 --histogram
    grep -q '^length 2500: 3$' out.txt || fail "$backend: $(grep length out.txt)"
    grep -q '^outcome 0.5 0.5: 3$' out.txt || fail "$backend: $(grep outcome out.txt)"
done
