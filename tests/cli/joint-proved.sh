#!/bin/sh
# joint-proved.sh - positions that are proved and that a step of several roles leads to again and again: the proof is
# followed, and nothing is taken from behind it.
. "$srcdir/tests/cli/lib.sh.inc"
cat >game.kif <<'KIF'
(role x) (role y)
(init (phase one))
(<= (base (phase ?p)) (number ?p)) (number one) (number two) (number three)
(<= (base (had ?m)) (choice ?m)) (choice a) (choice b) (choice c)
(<= (input x ?m) (choice ?m)) (<= (input y ?m) (choice ?m)) (input y noop)
(<= (legal ?r ?m) (role ?r) (true (phase one)) (choice ?m))
(<= (legal x ?m) (true (phase two)) (choice ?m))
(<= (legal y noop) (true (phase two)))
(<= (next (phase two)) (true (phase one)))
(<= (next (phase three)) (true (phase two)))
(<= (next (had ?m)) (true (phase two)) (does x ?m))
(<= terminal (true (phase three)))
(<= (goal x 100) (true (had a))) (<= (goal y 0) (true (had a)))
(<= (goal x 50) (true (had b))) (<= (goal y 50) (true (had b)))
(<= (goal x 0) (true (had c))) (<= (goal y 100) (true (had c)))
KIF
for spec in uct uct:solver=1,joint=exp3 mmcts uct:solver=1,joint=rm uct:solver=1,threads=2; do
    expect 0 "$LUDC" search game.kif --agent "$spec" -n 20000 --seed 3 --json
    grep -q '"iterations":20000' out.txt || fail "$spec: $(head -c 300 out.txt)"
    expect 0 "$LUDC" search game.kif --agent "$spec" -n 20000 --seed 4 --json --moves "a b"
    grep -q '"best":"a"' out.txt || fail "$spec: $(head -c 600 out.txt)"
done
