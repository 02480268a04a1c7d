#!/bin/sh
# no-rules.sh - files that are no rules are called what they are; options without effect are refused.
. "$srcdir/tests/cli/lib.sh.inc"
is() {
    expect 1 "$LUDC" "$1" "$2"
    [ "$(wc -l <err.txt)" -le 2 ] || fail "$2: more than a line: $(head -c 400 err.txt)"
    grep -q "$2 is $3" err.txt || fail "$2: $(head -c 400 err.txt)"
}
expect 0 "$LUDC" build "$hex" -o game.c
expect 0 "$LUDC" build "$hex" -o game.so
is check game.c 'C, which'
is draw game.c 'C, which'
is check game.so 'a compiled game'
is playout game.so 'a compiled game'
printf 'ab\0cd' >binary.lud
is check binary.lud 'no text'
expect 0 "$LUDC" playout "$hex" --trace -n 1
cp out.txt game.txt
is check game.txt 'a printed trace'
expect 0 "$LUDC" playout "$hex" --record 1
cp out.txt game.json
is check game.json 'a record'
expect 2 "$LUDC" build "$hex" -O 7 -o game.o
expect 2 "$LUDC" build "$hex" -g --backend c -o other.so
expect 2 "$LUDC" build "$hex" --backend eval -o other.so
expect 2 "$LUDC" build "$hex" --backend lanes -o other.so
expect 2 "$LUDC" build "$hex" --emit=ir --dump after:nopass
expect 2 "$LUDC" build "$hex" --emit=ir --dump after:layout
expect 0 "$LUDC" build "$hex" --emit=ir --passes default --dump after:layout
grep -q '^; after layout' err.txt || fail "no dump"
[ -e other.so ] && fail "a refused call wrote a file"
exit 0
