#!/bin/sh
# search_leaves.sh - rounds of leaves from the command line: one answer from every engine one at a time, one from two
# runs in lanes, and what is said where lanes cannot be.
. "$srcdir/tests/cli/lib.sh.inc"
game="$srcdir/examples/tictactoe.kif"

run() { # FILE ENGINE AGENT: the JSON but for engine and times
    expect 0 "$LUDC" search "$game" -n ${n:-600} --json --backend "$2" --agent "$3"
    sed -e 's/"backend":"[a-z]*"//' -e 's/"seconds":[^,]*//' -e 's/"iterations_per_s":[^,]*//' out.txt >"$1"
    [ "$(tr -d '\n' <"$1" | wc -c)" -gt 300 ] || fail "too little: $(cat "$1")"
}
for agent in uct:leaves=8,playouts=3,lanes=off mmcts:leaves=3,playouts=2,lanes=off flat:playouts=5,lanes=off; do
    run eval.txt eval $agent
    run tcc.txt tcc $agent
    cmp -s eval.txt tcc.txt || fail "eval and tcc differ: $agent"
done
grep -q '"playouts":3000' tcc.txt || fail "600 leaves of 5 playouts: $(cat tcc.txt)"

n=150
for playout in mast nst ppa lgr decisive fast mast,epsilon=0.3,temp=0 uniform,cut=3; do
    run eval.txt eval uct:playout=$playout,leaves=2
    run tcc.txt tcc uct:playout=$playout,leaves=2
    cmp -s eval.txt tcc.txt || fail "eval and tcc differ: $playout"
done
n=600
expect 4 "$LUDC" search "$game" -n 10 --backend tcc --agent uct:lanes=on,playout=mast
grep -q 'uniform' err.txt || fail "why not? $(cat err.txt)"
expect 2 "$LUDC" search "$game" -n 10 --agent uct:playout=masst
grep -q 'the nearest is `mast`' err.txt || fail "no nearest playout: $(cat err.txt)"

# The evaluator's states are no states of generated code.
expect 4 "$LUDC" search "$game" -n 10 --backend eval --agent uct:lanes=on
grep -q 'not with the evaluator' err.txt || fail "why not? $(cat err.txt)"
expect 4 "$LUDC" search "$game" -n 10 --backend tcc --agent uct:lanes=on,cut=4
expect 2 "$LUDC" search "$game" -n 10 --agent uct:lanes=one
grep -q 'the nearest is `on`' err.txt || fail "no nearest value: $(cat err.txt)"
expect 2 "$LUDC" search "$game" -n 10 --agent uct:leaves=0
# A game that never ends: without lanes its playouts are cut after so many moves.
cat >ring.kif <<'END'
(role a) (role b) (init (at 0)) (init (turn a)) (after 0 1) (after 1 2) (after 2 0)
(<= (legal ?r left) (true (turn ?r))) (<= (legal ?r right) (true (turn ?r)))
(<= (legal a wait) (true (turn b))) (<= (legal b wait) (true (turn a)))
(<= (next (turn a)) (true (turn b))) (<= (next (turn b)) (true (turn a)))
(<= (next (at ?y)) (does ?r right) (true (at ?x)) (after ?x ?y))
(<= (next (at ?y)) (does ?r left) (true (at ?x)) (after ?y ?x))
(<= terminal (true (at 3))) (goal a 50) (goal b 50)
END
expect 4 "$LUDC" search ring.kif -n 10 --backend tcc --agent uct:lanes=on
grep -q 'ends' err.txt || fail "why not? $(cat err.txt)"
expect 0 "$LUDC" search ring.kif -t 0.1 --backend tcc --agent uct:leaves=16,playouts=32 --json
grep -q 'lanes=off' out.txt || fail "lanes play what never ends: $(cat out.txt)"

# A game whose positions are no circuit.
expect 4 "$LUDC" search "$srcdir/tests/games/racers.lud" -n 10 --backend tcc --agent uct:lanes=on

"$LUDC" playout "$game" --backend lanes -n 1000 >out.txt 2>&1 || exit 0
for agent in uct:leaves=16,playouts=32,lanes=on uct:leaves=16,playouts=32,threads=2; do
    run one.txt tcc $agent
    run two.txt tcc $agent
    cmp -s one.txt two.txt || fail "two runs differ: $agent"
    grep -q 'lanes=on' one.txt || fail "not in lanes: $(cat one.txt)"
done
