#!/bin/sh
# reproducible.sh - the same game and seed give the same text, byte for byte.
. "$srcdir/tests/cli/lib.sh.inc"
for suffix in c gir; do
    expect 0 "$LUDC" build "$hex" -o "one.$suffix"
    mkdir -p elsewhere
    cp "$hex" elsewhere/hex.lud
    expect 0 "$LUDC" build "$hex" -o "elsewhere/one.$suffix"
    cmp "one.$suffix" "elsewhere/one.$suffix" || fail "two builds differ"
done
expect 0 "$LUDC" playout "$hex" --backend eval -n 3 --seed 5 --trace
cp out.txt first.txt
expect 0 "$LUDC" playout "$hex" --backend eval -n 3 --seed 5 --trace
cmp first.txt out.txt || fail "the same seed played differently"
expect 0 "$LUDC" playout "$hex" --backend eval -n 3 --seed 6 --trace
cmp -s first.txt out.txt && fail "another seed played the same"
exit 0
