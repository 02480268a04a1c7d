#!/bin/sh
# fpga_uct.sh - examples/fpga_uct.c searches over a simulated circuit with batches under way; flat Monte Carlo
# with the same.
. "$srcdir/tests/cli/lib.sh.inc"
library=$builddir/.libs
command -v iverilog >/dev/null && command -v vvp >/dev/null || skip "there is no iverilog"
[ -e "$library/libludc.so" ] || skip "no shared library was built"
unset MAKEFLAGS
expect 0 "$LUDC" build "$srcdir/examples/tictactoe.kif" --emit=verilog -o circuit
expect 0 make -s -C circuit link
expect 0 ${CC:-cc} ${SAN_FLAGS:-} -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror -I"$srcdir/runtime/include" \
    -o uct "$srcdir/examples/fpga_uct.c" -L"$library" -lludc -Wl,-rpath,"$library" -lm
expect 0 ./uct sim:circuit circuit 60 10
grep -Eq '^player 1 plays [0-9]+: [0-9]+ of 600 games, 0\.[5-9]' out.txt || fail "the search printed: $(cat out.txt)"
expect 0 ./uct sim:circuit circuit 40 20 flat
grep -Eq '^player 1 plays [0-9]+: [0-9]+ of 800 games, 0\.[5-9]' out.txt || fail "flat Monte Carlo printed: $(cat out.txt)"
expect 0 ./uct sim:circuit circuit 20 10 match 4 9 1
grep -Eq '^\{"games":4,"wins":[2-4],"worth":(1|0\.[6-9])[0-9.]*,"nodes":[1-9][0-9]*,"batches":[1-9]' out.txt || fail "the match printed: $(cat out.txt)"
expect 2 ./uct sim:circuit circuit 20 10 match 4
expect 3 ./uct sim:nowhere circuit 1 1
