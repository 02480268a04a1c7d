#!/bin/sh
# embed.sh - examples/embed.c, a C program around a generated reasoner and
# libludc, builds and runs.
. "$srcdir/tests/cli/lib.sh.inc"
library=$builddir/.libs
[ -e "$library/libludc.so" ] || skip "no shared library was built"
expect 0 "$LUDC" build "$hex" -o hex.c --name game
expect 0 ${CC:-cc} ${SAN_FLAGS:-} -std=c11 -Wall -Wextra -Werror -I"$srcdir/runtime/include" \
    -o embed "$srcdir/examples/embed.c" hex.c -L"$library" -lludc -Wl,-rpath,"$library"
expect 0 ./embed
grep -q '^best of ' out.txt || fail "the program printed: $(head -c 400 out.txt)"
