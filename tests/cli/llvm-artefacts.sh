#!/bin/sh
# llvm-artefacts.sh - what LLVM makes is whole: programs, libraries, objects of others.
. "$srcdir/tests/cli/lib.sh.inc"
"$LUDC" playout "$hex" --backend llvm -n 1 >out.txt 2>err.txt || {
    grep -q 'not built in' err.txt && skip "built without LLVM"
    fail "$(cat err.txt)"
}
command -v cc >/dev/null || skip "no linker driver"
expect 0 "$LUDC" build "$hex" --backend llvm -o hex
expect 0 ./hex playout -n 100 --seed 1
moves=$(sed -n 's/^100 playouts, \([0-9]*\) moves.*/\1/p' out.txt)
expect 0 "$LUDC" playout "$hex" --backend eval --plan standard -n 100 --seed 1 --json
grep -q "\"moves\": *$moves[,}]" out.txt || fail "the program made $moves moves, eval: $(cat out.txt)"

expect 0 "$LUDC" build "$hex" --backend llvm --portable -o libhex.so
if command -v nm >/dev/null; then
    names=$(nm -D --defined-only libhex.so | awk '{ print $3 }')
    [ "$names" = ludc_reasoner ] || fail "exported: $names"
    others=$(nm -D --undefined-only libhex.so | awk '{ print $2 }' | grep -v -x -e memcpy -e memset -e memmove)
    [ -z "$others" ] || fail "depends on $others"
fi

expect 0 "$LUDC" build "$hex" --backend llvm -g -o hex.a
printf '#include "hex.h"\nint main(void) { return ludc_reasoner_hex.players != 2; }\n' >main.c
expect 0 cc main.c hex.a -o linked
expect 0 ./linked

expect 0 "$LUDC" build "$hex" -g -o hex.s
grep -q 'hex.lud' hex.s || fail "no lines of the rules in the assembly"
expect 0 "$LUDC" build "$hex" --target aarch64-linux-gnu -o arm.o
# e_machine of an ELF file: 183 is AArch64
[ "$(od -An -tu1 -j18 -N1 arm.o | tr -d ' ')" = 183 ] || fail "not an object for AArch64"
expect 3 "$LUDC" build "$hex" --target nonsense -o x.o
[ -e x.o ] && fail "half a file"
expect 3 "$LUDC" build "$hex" --backend llvm -o no-such-folder/x.so
exit 0
