#!/bin/sh
# bits.sh - networks of gates: printed, for graph viewers, for logic synthesis; named
# as unsupported where a game does not fit.
. "$srcdir/tests/cli/lib.sh.inc"
expect 0 "$LUDC" build "$srcdir/examples/tictactoe.lud" --emit=bits
grep -q '^bits "' out.txt && grep -q '^slot 0 role 1 ' out.txt && grep -q '^over ' out.txt || fail "bits: $(head -c 300 out.txt)"
expect 0 "$LUDC" build "$srcdir/examples/dropfour.kif" --emit=bits
grep -q ' joint$' out.txt && grep -q 'value 100 if' out.txt || fail "bits: $(head -c 300 out.txt)"
expect 0 "$LUDC" build "$srcdir/examples/hex.lud" --option "Board Size/5x5" --emit=dot
[ "$(head -n 1 out.txt)" = "digraph net {" ] || fail "dot: $(head -c 300 out.txt)"
expect 0 "$LUDC" build "$srcdir/examples/hex.lud" --option "Board Size/5x5" --emit=blif
[ "$(tail -n 1 out.txt)" = ".end" ] || fail "blif: $(tail -c 300 out.txt)"
expect 0 "$LUDC" build "$srcdir/tests/games/gravity.lud" --emit=bits
swept=$(grep -c ' = ' out.txt)
expect 0 "$LUDC" build "$srcdir/tests/games/gravity.lud" --emit=bits --no-sweep
[ "$swept" -lt "$(grep -c ' = ' out.txt)" ] || fail "sweep: $swept lines, and no fewer without it"
expect 4 "$LUDC" build "$srcdir/tests/games/longest.lud" --emit=bits
grep -q 'does not fit: `best`' err.txt || fail "unsupported: $(cat err.txt)"
