# explain.sh - ludemes by their heads and by the words behind them, types and constants by their names.
. "$srcdir/tests/cli/lib.sh.inc"
expect 0 "$LUDC" explain hop
expect 0 "$LUDC" explain Hop
grep -q '^(move Hop' out.txt || fail "the word behind a head is not found"
expect 0 "$LUDC" explain Line
grep -q '^(is Line' out.txt || fail "(is Line ..) is not found"
expect 0 "$LUDC" explain Orthogonal
grep -q 'absoluteDirection' out.txt || fail "a constant has no type"
expect 0 "$LUDC" explain Win
expect 1 "$LUDC" explain Hopp
grep -q 'did you mean `Hop`' err.txt || fail "nothing near was named"
expect 2 "$LUDC" explain ""
