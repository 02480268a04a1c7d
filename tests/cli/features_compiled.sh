#!/bin/sh
# features_compiled.sh - the evaluator compiled: one result by every back end, and its IR is a game that they all play.
. "$srcdir/tests/cli/lib.sh.inc"
game=$srcdir/examples/breakthrough.lud

# Weights that differ, pairs of tests, both ends, the move before.
expect 0 "$LUDC" features "$game" --atomic 1-2 -o atomic.features
awk '/rel:/ { sub(/^[-0-9.]+ /, ""); printf "%.3f %s\n", NR * 37 % 101 / 100 - 0.5, $0; next } { print }' atomic.features >set.features
printf '%s\n' '0.31 rel:to=<{}>:pat=<els=[f{0}, !-{1/4}]>' '0.17 rel:from=<{}>:pat=<els=[e{0}, -{0,0}]>' \
    '-0.4 rel:last_to=<{0}>:from=<{}>:pat=<els=[f{1/2}]>' '0.9 rel:from=<{1/2}>:to=<{}>:pat=<els=[!e{0}]>' \
    '0.5 rel:last_from=<{0,1/4}>:last_to=<{0}>:to=<{}>:pat=<els=[-{}]>' >>set.features
expect 0 "$LUDC" features "$game" --set set.features --check 1 --seed 3 --max-moves 40 --backend eval
cp out.txt eval.txt
backends='tcc'
backends="$backends c"
"$LUDC" playout "$game" --backend llvm -n 1 >/dev/null 2>&1 && backends="$backends llvm"
for backend in $backends; do
    expect 0 "$LUDC" features "$game" --set set.features --check 1 --seed 3 --max-moves 40 --backend $backend
    cmp -s out.txt eval.txt || fail "$backend: $(cat out.txt eval.txt)"
done

# The choice is said; the IR plays.
expect 0 "$LUDC" features "$game" --set set.features --moves B2-B3 --backend tcc --evaluator compiled --remarks
grep -q 'classes of .* by tcc' err.txt || fail "nothing is said: $(cat err.txt)"
expect 0 "$LUDC" features "$game" --set set.features --emit ir -o net.gir
expect 0 "$LUDC" playout net.gir -n 1 --max-moves 3 --backend eval
cp out.txt played.txt
expect 0 "$LUDC" playout net.gir -n 1 --max-moves 3 --backend tcc
exit 0
