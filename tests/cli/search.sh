#!/bin/sh
# search.sh - one seed and one number of iterations give one answer from every engine; what is
# wrong is said; the demonstration draws the board; an agent of 30 lines wins.
. "$srcdir/tests/cli/lib.sh.inc"
game="$srcdir/examples/dropfour.lud"

same() { # GAME [OPTION]...: alike by eval and tcc but for times
    for engine in eval tcc; do
        expect 0 "$LUDC" search "$@" --json --backend $engine
        sed -e 's/"backend":"[a-z]*"//' -e 's/"seconds":[^,]*//' -e 's/"iterations_per_s":[^,]*//' out.txt >$engine.txt
    done
    cmp -s eval.txt tcc.txt || fail "eval and tcc differ: $*"
    [ "$(tr -d '\n' <tcc.txt | wc -c)" -gt 300 ] || fail "too little: $(cat tcc.txt)"
}
same "$game" -n 700
same "$game" -n 700 --tree 2 --agent puct:expand=2 --seed 9
same "$game" -n 700 --threads 2 --moves D1 --moves D2
same "$srcdir/examples/tripod.lud" -n 300 --agent ucb1tuned
same "$srcdir/examples/threeheaps.kif" -n 300
same "$srcdir/tests/games/racers.lud" -n 300
same "$srcdir/examples/tictactoe.lud" -n 90 --agent flat

# A move that wins at once, or stops the other, is found and proved.
expect 0 "$LUDC" search "$srcdir/examples/tictactoe.lud" -n 5000 --moves A1 --moves B1 --moves A2 --moves B2 --json
grep -q '"proved":true' out.txt || fail "not proved: $(cat out.txt)"
grep -q '"value":\[1.0,0.0\],"low":\[1.0,0.0\]' out.txt || fail "not won: $(cat out.txt)"
grep -q '"best":"A3"' out.txt || fail "not A3: $(cat out.txt)"
expect 0 "$LUDC" search "$srcdir/examples/tictactoe.lud" -n 100000
grep -q '^proved value: 0.5000 0.5000' out.txt || fail "tic-tac-toe is a draw: $(cat out.txt)"
grep -q '^line: ' out.txt || fail "no line: $(cat out.txt)"

expect 0 "$LUDC" search "$game" -t 0.1
grep -q '###' out.txt || fail "no bars: $(cat out.txt)"
expect 0 "$LUDC" explain agents
for word in random flat uct ucb1tuned puct expand memory; do
    grep -q "^  $word" out.txt || fail "explain agents does not name $word"
done

expect 2 "$LUDC" search "$game" --agent utc
grep -q 'the nearest is `uct`' err.txt || fail "no nearest agent: $(cat err.txt)"
expect 2 "$LUDC" search "$game" --agent uct:expnad=2
grep -q 'the nearest is `expand`' err.txt || fail "no nearest key: $(cat err.txt)"
expect 2 "$LUDC" search "$game" --agent uct:fpu=looss
grep -q 'the nearest is `loss`' err.txt || fail "no nearest value: $(cat err.txt)"
expect 2 "$LUDC" search "$game" -n 0
expect 2 "$LUDC" search
expect 2 "$LUDC" search "$game" --agent uct:memory=1000 -n 10
expect 1 "$LUDC" search "$game" --moves D9 -n 10
grep -q 'D9' err.txt || fail "which move? $(cat err.txt)"

# An agent of 30 lines.
library=$builddir/.libs
[ -e "$library/libludc.so" ] || exit 0
expect 0 "$LUDC" build "$srcdir/examples/tictactoe.lud" --backend c -o game.so
expect 0 ${CC:-cc} ${SAN_FLAGS:-} -std=c11 -Wall -Wextra -Werror -I"$srcdir/runtime/include" \
    -o think "$srcdir/examples/think.c" -L"$library" -lludc -Wl,-rpath,"$library"
expect 0 ./think game.so
grep -q '^player 1 gets 1$' out.txt || fail "it did not win: $(cat out.txt)"

# Where a network plugs in.
expect 0 ${CC:-cc} ${SAN_FLAGS:-} -std=c11 -Wall -Wextra -Werror -I"$srcdir/runtime/include" \
    -o evaluator "$srcdir/examples/evaluator.c" -L"$library" -lludc -Wl,-rpath,"$library"
expect 0 ./evaluator game.so
grep -q '^player 1 gets 1$' out.txt || fail "the evaluator did not win: $(cat out.txt)"

# alphabeta: proved to the end, one result for a count by every engine, and several who choose at once refused.
expect 0 "$LUDC" search "$srcdir/examples/tictactoe.lud" --agent alphabeta -n 100000 --json
grep -q '"value":\[0.5,0.5\],"low":\[0.5,0.5\],"high":\[0.5,0.5\],"proved":true' out.txt || fail "alphabeta: $(cat out.txt)"
for backend in eval tcc; do
    expect 0 "$LUDC" search "$srcdir/examples/dropfour.lud" --agent alphabeta:playouts=2 -n 3000 --json --backend $backend
    sed 's/"backend":"[a-z]*"//; s/"seconds":[^,]*,"iterations_per_s":[^,]*,//' out.txt >alphabeta.$backend
done
cmp -s alphabeta.eval alphabeta.tcc || fail "alphabeta differs by engine"
expect 4 "$LUDC" search "$srcdir/tests/gdl/duel.kif" --agent alphabeta -n 10
expect 2 "$LUDC" search "$srcdir/examples/tictactoe.lud" --agent alphabeta:expand=3
