#!/bin/sh
# unbounded.sh - a game whose lists of moves no memory could hold: each back end names it, the evaluator too.
. "$srcdir/tests/cli/lib.sh.inc"
cat >game.gir <<'G'
gir 2
game "Unbounded" players 1
state { @at : int 0..2000 = 0 @mover : int 1..1 = 1 @over : bit = 0 }
rule go(%to : int 0..2000) { param %to in 0 .. 2001 do { @at := %to } }
gen some {
  for %a in 0 .. 2000 {
    for %b in 0 .. 2000 {
      if %a == @at + %b { emit go(%b) }
    }
  }
}
gen moves {
G
i=0
while [ $((i += 1)) -le 1100 ]; do
    echo '  try some'
done >>game.gir
cat >>game.gir <<'G'
}
view over = @over
view mover = @mover
view rank(%p : int 0..1) = 0
G
expect 0 "$LUDC" check game.gir -n 0
for engine in eval c tcc llvm; do
    "$LUDC" playout game.gir -n 1 --max-moves 2 --trace --backend $engine >out.txt 2>err.txt
    code=$?
    grep -q 'not built in' err.txt && continue
    [ $code -eq 4 ] || fail "$engine: exit code $code: $(cat err.txt)"
    grep -q 'no bound on the number of moves' err.txt || fail "$engine: $(cat err.txt)"
done
