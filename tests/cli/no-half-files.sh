#!/bin/sh
# no-half-files.sh - a failed build leaves nothing behind, and says what failed.
. "$srcdir/tests/cli/lib.sh.inc"
echo '(game "Broken"' >broken.lud
expect 1 "$LUDC" build broken.lud -o broken.c
[ -e broken.c ] && fail "broken.c was written"
expect 3 "$LUDC" build "$hex" -o no-such-folder/hex.c
expect 0 "$LUDC" build "$hex" -o hex.c
rm -f out.txt err.txt broken.lud hex.c hex.h
[ -z "$(ls -A)" ] || fail "left behind: $(ls -A)"
