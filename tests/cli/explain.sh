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
# Parameters and an example; the lists; JSON with the game around an example, which plays; a page on a game.
expect 0 "$LUDC" explain moveAgain
grep -q 'example: .*(moveAgain)' out.txt || fail "no example"
expect 0 "$LUDC" explain slide
grep -q '^    between  *which\|^    between  *what' out.txt || fail "no parameters"
expect 0 "$LUDC" explain --list
[ "$(wc -l < out.txt)" -gt 800 ] || fail "few ludemes are listed"
grep -q '^Mover  *role  *the player whose turn it is' out.txt || fail "a constant is not listed"
expect 0 "$LUDC" explain --search LIBERTIES
grep -q '^enclose' out.txt && grep -q '^count Liberties' out.txt && ! grep -q '^sow' out.txt || fail "the search does not find what it is to find"
expect 1 "$LUDC" explain --search zymurgy
expect 2 "$LUDC" explain --list hop
expect 2 "$LUDC" explain --list --search hop
expect 0 "$LUDC" explain --json pass
expect 0 "$LUDC" explain "$srcdir/examples/tictactoe.lud"
head -1 out.txt | grep -q '^Tic-Tac-Toe: 2 players' && grep -q 'choices a turn: mean' out.txt && grep -q '^rules [0-9]' out.txt || fail "no page on the game"
