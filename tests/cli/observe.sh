#!/bin/sh
# observe.sh - examples/observe.c, a C program that observes a batch of states, builds and
# runs, and `ludc explain --planes` lists what it sees.
. "$srcdir/tests/cli/lib.sh.inc"
library=$builddir/.libs
[ -e "$library/libludc.so" ] || skip "no shared library was built"
expect 0 "$LUDC" explain "$srcdir/tests/backend/planes.gir" --planes
printf 'set\tname\towner\tspace\tsize\tword\tnext\nstate\tmark\t1\tsite\t9\t0\t1\nstate\tmark\t2\tsite\t9\t1\t0
state\tmover\t0\tplayer\t4\t2\t2\nkey\tbig\t0\twide\t70\t0\t3\n' >want
cmp -s out.txt want || fail "explain --planes printed: $(cat out.txt)"
expect 0 "$LUDC" build "$srcdir/tests/backend/planes.gir" -o game.c --name game
expect 0 ${CC:-cc} ${SAN_FLAGS:-} -std=c11 -Wall -Wextra -Werror -I"$srcdir/runtime/include" \
    -o observe "$srcdir/examples/observe.c" game.c -L"$library" -lludc -Wl,-rpath,"$library"
expect 0 ./observe
grep -q '^8 rows of 22 floats' out.txt || fail "the program printed: $(head -c 400 out.txt)"
[ "$(grep -c '^mark [12]: [ABC]' out.txt)" = 2 ] || fail "two marks of each: $(cat out.txt)"
