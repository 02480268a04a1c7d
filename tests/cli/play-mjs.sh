#!/bin/sh
# play-mjs.sh - examples/play.mjs plays a game under node to its end.
. "$srcdir/tests/cli/lib.sh.inc"
command -v node >/dev/null || skip "no node"
command -v wasm-ld >/dev/null || command -v wasm-ld-19 >/dev/null || skip "no wasm-ld"
for game in tictactoe breakthrough; do
    "$LUDC" build "$srcdir/examples/$game.lud" --backend llvm -o game.wasm >out.txt 2>err.txt || {
        grep -q 'not built in' err.txt && skip "built without LLVM"
        fail "$(cat err.txt)"
    }
    expect 0 node "$srcdir/examples/play.mjs" game.wasm
    grep -q '^1: player 1, ' out.txt || fail "no first move: $(cat out.txt)"
    [ "$(grep -c '^player [12]: rank [12.5]*$' out.txt)" = 2 ] || fail "no ranks: $(cat out.txt)"
done
