#!/bin/sh
# native.sh - a game becomes a native program that plays.
. "$srcdir/tests/cli/lib.sh.inc"
command -v cc >/dev/null || skip "no C compiler"
expect 0 "$LUDC" build "$hex" -o hex
expect 0 ./hex -n 100 --seed 1
[ -s out.txt ] || fail "the program prints nothing"
cp out.txt first.txt
