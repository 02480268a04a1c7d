#!/bin/sh
# plans.sh - playout plans: which one is found, that it is said, and what happens when one is
# asked for that does not hold.
. "$srcdir/tests/cli/lib.sh.inc"
plan_of() {
    expect 0 "$LUDC" playout "$srcdir/$1" --backend tcc -n 0 --json
    grep -q "\"plan\":\"$2\"" out.txt || fail "$1: not $2: $(cat out.txt)"
}
plan_of examples/gomoku.lud add-to-empty
plan_of examples/tictactoe.lud add-to-empty
plan_of examples/breakthrough.lud standard
plan_of tests/games/pond.lud filter
plan_of tests/games/ko.lud no-repetition
expect 0 "$LUDC" playout "$srcdir/examples/gomoku.lud" --backend tcc -n 0 --remarks
grep -q 'gomoku.lud:[0-9]*:[0-9]*: remark: plan add-to-empty: a list' err.txt || fail "no remark: $(cat err.txt)"
expect 0 "$LUDC" playout "$srcdir/tests/games/pond.lud" --backend tcc -n 0 --remarks
grep -q 'pond.lud:[0-9]*:[0-9]*: remark: plan filter: ' err.txt || fail "no remark: $(cat err.txt)"
expect 0 "$LUDC" playout "$srcdir/tests/games/pond.lud" --backend tcc -n 0 --plan standard --json
grep -q '"plan":"standard"' out.txt || fail "not standard: $(cat out.txt)"
expect 2 "$LUDC" playout "$srcdir/examples/breakthrough.lud" --backend tcc -n 1 --plan filter
grep -q 'the plan filter does not hold' err.txt || fail "why not: $(cat err.txt)"

# --trace makes the moves of the playout, and so do the back ends.
backends='eval tcc'
"$LUDC" playout "$hex" --backend llvm -n 1 >out.txt 2>err.txt && backends="$backends llvm"
for game in examples/gomoku.lud tests/games/pond.lud tests/games/ko.lud; do
    for backend in $backends; do
        expect 0 "$LUDC" playout "$srcdir/$game" --backend $backend -n 2 --max-moves 30 --seed 4 --trace
        grep -c '^[12] ' out.txt >moves.$backend
        cp out.txt trace.$backend
        expect 0 "$LUDC" playout "$srcdir/$game" --backend $backend -n 2 --max-moves 30 --seed 4 --json
        grep -q "\"moves\":$(cat moves.$backend)," out.txt || fail "$game, $backend: trace and playout differ"
    done
    cmp -s trace.eval trace.tcc || fail "$game: eval and tcc play differently"
    [ ! -e trace.llvm ] || cmp -s trace.eval trace.llvm || fail "$game: eval and llvm play differently"
done

# A limit: players without a rank share what is left.
expect 0 "$LUDC" playout "$srcdir/examples/gomoku.lud" --backend tcc -n 3 --max-moves 4 --json
grep -q '"scores":\[0.5,0.5\]' out.txt || fail "scores: $(cat out.txt)"
grep -q '"cut":3' out.txt || fail "stopped: $(cat out.txt)"

# The text form keeps a plan.
expect 0 "$LUDC" build "$srcdir/tests/ir/tictactoe.gir" --emit=ir
sed "2a plan 'add-to-empty+filter'(add)" out.txt >with.gir
expect 0 "$LUDC" build with.gir --emit=ir
cmp -s out.txt with.gir || fail "a plan is lost: $(head -3 out.txt)"
