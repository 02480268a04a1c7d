#!/bin/sh
# hostile-text.sh - IR texts that want too much, or to get out of a comment.
. "$srcdir/tests/cli/lib.sh.inc"

# an empty list, repeated without end
printf 'game "X" players 2\nspace site 9\ntable $t : int 0..5 [site] = { {} * 4611686018427387904 }\n' >repeat.gir
expect 1 "$LUDC" check repeat.gir
# more players than the interface of reasoners has
printf 'game "X" players 17\n' >many.gir
expect 1 "$LUDC" check many.gir
grep -q '16' err.txt || fail "the limit is not named: $(cat err.txt)"

# the name of a generator stands in a comment of the generated C, and stays there
cat >comment.gir <<'GIR'
game "X" players 2
space site 9
state { @n : int 0..100 = 0 }
gen '*/ int escaped; /*' { try put }
gen moves { try '*/ int escaped; /*' }
rule put(%s : int[site]) {
  param %s in 0 .. 9
  do { @n := @n + 1 }
}
view over = @n >= 5
view mover = 1
view rank(%p : int 0..3) -> int 0..8 = 0
GIR
expect 0 "$LUDC" build comment.gir -o comment.c
grep -q 'escaped; / \*' comment.c || grep -q 'escaped' comment.c || exit 0
grep -q '\*/ int escaped' comment.c && fail "a name ends its comment"
exit 0
