#!/bin/sh
# stages.sh - every stage of the compilation can be seen; the IR written to a
# file plays the same games as the description it came from.
. "$srcdir/tests/cli/lib.sh.inc"
for stage in ast expanded elab ir c; do
    expect 0 "$LUDC" build "$hex" --emit "$stage"
    [ -s out.txt ] || fail "--emit $stage prints nothing"
done
expect 2 "$LUDC" build "$hex" --emit no-such-stage
expect 0 "$LUDC" build "$hex" -o hex.gir
for game in "$hex" hex.gir; do
    expect 0 "$LUDC" playout "$game" -n 3 --seed 2 --trace
    cp out.txt "$(basename "$game").trace"
done
cmp hex.lud.trace hex.gir.trace || fail "the IR plays differently"
expect 0 "$LUDC" build "$hex" --emit expanded
cp out.txt expanded.lud
expect 0 "$LUDC" playout expanded.lud -n 3 --seed 2 --trace
cmp hex.lud.trace out.txt || fail "the expanded description plays differently"
expect 0 "$LUDC" check "$hex" --dump after:fold
grep -q '^; after fold' err.txt || fail "no dump"
expect 1 "$LUDC" check "$hex" --passes no-such-pass
expect 1 "$LUDC" check "$hex" --disable-pass setform
"$LUDC" check "$hex" --disable-pass setform 2>&1 | grep -q "loops_to_sets" || exit 1
expect 0 "$LUDC" explain "$hex"
expect 0 "$LUDC" explain sites
expect 1 "$LUDC" explain no-such-ludeme
expect 0 "$LUDC" --manual
head -n 2 out.txt | grep -q '^\.TH LUDC 1' || fail "no manual page"
