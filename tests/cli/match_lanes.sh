#!/bin/sh
# match_lanes.sh - agents of a match play in lanes as searches do: one match on every run, on one thread and two; where lanes
# cannot be it is said before a game begins.
. "$srcdir/tests/cli/lib.sh.inc"
game="$srcdir/examples/tictactoe.kif"
plain() { sed -e 's/"seconds":[^,]*//' -e 's/"iterations_per_s":\[[^]]*\]//' "$1"; }

# What needs no compiler.
expect 4 "$LUDC" match "$game" --agent uct:lanes=on,cut=3 --agent random -n 10
grep -q 'cut' err.txt || fail "why not? $(cat err.txt)"
expect 4 "$LUDC" match "$game" --backend eval --agent uct:lanes=on --agent random -n 10
expect 0 "$LUDC" match "$game" --backend eval --agent uct:leaves=16,playouts=16 --agent random -n 32 --games 2

expect 0 "$LUDC" search "$game" --agent uct:leaves=16,playouts=32 -n 100 --json
grep -q 'lanes=on' out.txt || { echo "there is no compiler for lanes"; exit 77; }
for threads in 1 1 2; do
    expect 0 "$LUDC" match "$game" --agent uct:leaves=16,playouts=32,lanes=on --agent uct:leaves=16,playouts=32 --agent random -n 200 \
        --games 12 --seed 3 --json --concurrency $threads
    plain out.txt >now.txt
    [ -e first.txt ] || cp now.txt first.txt
    cmp -s now.txt first.txt || fail "another match: $(cat now.txt)"
    grep -q '"crash":[1-9]' out.txt && fail "an agent fell over: $(cat out.txt)"
done
exit 0
