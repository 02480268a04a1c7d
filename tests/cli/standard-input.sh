#!/bin/sh
# standard-input.sh - GAME may be "-".
. "$srcdir/tests/cli/lib.sh.inc"
"$LUDC" check - <"$hex" || fail "check - failed"
echo '(game' | "$LUDC" check - 2>err.txt && fail "half a game was accepted"
[ "$(head -c 7 err.txt)" = '<stdin>' ] || fail "no place in: $(cat err.txt)"
