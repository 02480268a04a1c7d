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
expect 0 "$LUDC" playout "$hex" --backend eval -n 100 --seed 1 --json
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
printf '#include <stdio.h>\n#include <stdint.h>\n#include "hex.h"\nint main(void) {\n' >count.c
printf 'static uint64_t state[65536]; uint64_t rng = 1; unsigned n = 0;\n' >>count.c
printf 'const ludc_reasoner *r = &ludc_reasoner_hex;\nfor (int i = 0; i < 100; i++) {\n' >>count.c
printf 'r->init(r, state); n += r->playout(r, state, &rng, 100000); }\nprintf("%%u\\n", n); return 0; }\n' >>count.c
expect 0 cc count.c hex.a -o count
expect 0 ./count
grep -qx "$moves" out.txt || fail "a program with the archive makes $(cat out.txt) moves, expected $moves"

expect 0 "$LUDC" build "$hex" -g -o hex.s
grep -q 'hex.lud' hex.s || fail "no lines of the rules in the assembly"
expect 0 "$LUDC" build "$hex" --target aarch64-linux-gnu -o arm.o
# e_machine of an ELF file: 183 is AArch64
[ "$(od -An -tu1 -j18 -N1 arm.o | tr -d ' ')" = 183 ] || fail "not an object for AArch64"
if command -v ld.lld >/dev/null; then
    expect 0 ld.lld -shared arm.o -o arm.so
    expect 0 "$LUDC" build "$hex" --target aarch64-linux-gnu -o libarm.so
    for so in arm.so libarm.so; do
        [ "$(od -An -tu1 -j18 -N1 $so | tr -d ' ')" = 183 ] || fail "$so is not for AArch64"
    done
fi
if command -v qemu-aarch64 >/dev/null && command -v aarch64-linux-gnu-gcc >/dev/null; then
    expect 0 aarch64-linux-gnu-gcc -static count.c arm.o -o arm
    expect 0 qemu-aarch64 ./arm
    grep -qx "$moves" out.txt || fail "on AArch64 $(cat out.txt) moves, expected $moves"
fi
expect 2 "$LUDC" build "$hex" --target nonsense -o x.o
[ -e x.o ] && fail "half a file"
expect 3 "$LUDC" build "$hex" --backend llvm -o no-such-folder/x.so
exit 0
