#!/bin/sh
# exit-codes.sh - 0 done, 1 wrong input, 2 usage, 3 cannot read or write.
. "$srcdir/tests/cli/lib.sh.inc"
expect 0 "$LUDC" --help
[ -s out.txt ] || fail "--help prints nothing on standard output"
expect 0 "$LUDC" --version
expect 2 "$LUDC"
[ -s out.txt ] && fail "help after a mistake belongs on standard error"
expect 2 "$LUDC" no-such-subcommand
expect 2 "$LUDC" check --no-such-option "$hex"
expect 2 "$LUDC" check
for name in 1a 'a b' '*/ int a;' ''; do
    expect 2 "$LUDC" build "$hex" --name "$name" -o named.c
    [ -e named.c ] && fail "--name '$name' wrote a file"
done
expect 3 "$LUDC" check no-such-file.lud
[ -s err.txt ] || fail "a missing file is not named"
expect 0 "$LUDC" check "$hex"
: >empty.lud
expect 1 "$LUDC" check empty.lud
echo '(game "Broken" (players 2' >broken.lud
expect 1 "$LUDC" check broken.lud
grep -q '^broken.lud:1:' err.txt || fail "no place in: $(cat err.txt)"
