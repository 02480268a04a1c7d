#!/bin/sh
# batch.sh - examples/batch.c, a C program that steps a batch of states, builds and runs; its
# result depends on the seed, not on the number of threads.
. "$srcdir/tests/cli/lib.sh.inc"
library=$builddir/.libs
[ -e "$library/libludc.so" ] || skip "no shared library was built"
expect 0 ${CC:-cc} ${SAN_FLAGS:-} -std=c11 -Wall -Wextra -Werror -I"$srcdir/runtime/include" \
    -o batch "$srcdir/examples/batch.c" -L"$library" -lludc -Wl,-rpath,"$library"
for game in examples/tictactoe.lud examples/threeheaps.kif tests/games/ferry.lud; do
    expect 0 ./batch "$srcdir/$game" 60 1
    cp out.txt one
    expect 0 ./batch "$srcdir/$game" 60 2
    cmp -s out.txt one || fail "$game: two threads play another game: $(cat one out.txt)"
    grep -q '^60 games of .* rounds, .* steps, mean payoffs [01]' out.txt || fail "the program printed: $(cat out.txt)"
done
expect 2 ./batch
