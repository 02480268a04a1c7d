#!/bin/sh
# limit-places.sh - what goes beyond a limit is named at the ludeme that was begun last.
. "$srcdir/tests/cli/lib.sh.inc"
cat >big.lud <<END
(game "Big" (players 2)
  (equipment { (board (square 20)) (piece "Ball" Each) })
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 5) (result Mover Win)))))
END
expect 4 "$LUDC" check big.lud --memory-limit 4M
grep -q 'big.lud:2:16: unsupported: .*4 MB of memory' err.txt || fail "$(cat err.txt)"
