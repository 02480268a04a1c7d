#!/bin/sh
# help.sh - what --help and the manual page say of files and of the environment.
. "$srcdir/tests/cli/lib.sh.inc"
expect 0 "$LUDC" check --help
grep -q '\.lud, \.kif, \.gdl, \.gir' out.txt || fail "suffixes of a GAME"
grep -q LUDC_GAME_PATH out.txt || fail "the search path"
expect 0 "$LUDC" --help
for name in LUDC_DEF_PATH LUDC_GAME_PATH LUDC_CC LUDC_LD LUDC_CACHE LUDC_CACHE_MB XDG_CACHE_HOME LUDC_LIBDIR LUDC_TCC TMPDIR NO_COLOR; do
    grep -q "^  $name " out.txt || fail "--help lacks $name"
    # What the program reads is what is said.
    grep -rq "\"$name\"" "$srcdir/driver" "$srcdir/base" "$srcdir/backends" "$srcdir/runtime" || fail "nothing reads $name"
done
grep -rhoE 'getenv\("(LUDC_|XDG_)[A-Z_]*"' "$srcdir/driver" "$srcdir/base" "$srcdir/backends" | sed 's/.*"\(.*\)"/\1/' | sort -u |
    while read -r name; do
        grep -q "^  $name " out.txt || { echo "$name"; break; }
    done >left.txt
[ ! -s left.txt ] || fail "--help does not name $(cat left.txt)"
