#!/bin/sh
# playouts_many.sh - games that are played many in one call are those that each engine plays one by one, those that the
# limit of turns ends too, and games that are long enough for that are looked at one by one.
. "$srcdir/tests/cli/lib.sh.inc"

# wander NAME SIZE END
wander() {
    cat >"$1.lud" <<END
(game "$1" (players 2)
  (equipment { (board (square $2)) (piece "Walker" Each (move Step (to if:(is Empty (to))))) })
  (rules (start { (place "Walker1" coord:"A1") (place "Walker2" coord:"B2") })
         (play (forEach Piece)) (end (if $3 (result Mover Win)))))
END
}
wander endless 3 '(no Pieces Next)'
wander short 3 '(is In (last To) (sites {"C3"}))'
wander long 14 '(is In (last To) (sites {"N14"}))'

# A long array, which the next game finds as it was at the start.
cat >trail.gir <<'END'
game "trail" players 2
space trail 900
space player 4
state {
  @seen : int 0..200 [trail] = { 0*900 }
  @at : int 0..899 = 0
  @mover : int 1..2 = 1
  @over : bit = 0
}
rule go(%step : int 1..7) {
  param %step in 1..8
  do {
    @at := mod(@at * 3 + %step * 37, 900)
    @seen[@at] := min(@seen[@at] + %step, 200)
  }
}
gen moves { if !@over { try go() } }
turn { @over := @seen[@at] > 9  @mover := 3 - @mover }
view over = @over
view mover = @mover
view rank(%p : int[player]) -> int 0..4 { ret 2 * mod(@seen[0], 2) }
END

# What was counted, without times.
counted() {
    expect 0 "$LUDC" playout "$@" --json
    grep -o '"\(playouts\|moves\|mean_moves\|stddev_moves\|cut\|by_turn_limit\)":[0-9.]*\|"scores":[^]]*]' out.txt
}

llvm=llvm
"$LUDC" playout short.lud --backend llvm -n 1 >out.txt 2>err.txt || llvm=
for game in endless:12 short:3000 long:120 trail.gir:500 "$srcdir/examples/tictactoe.lud:3000" "$srcdir/examples/dropfour.lud:500"; do
    file=${game%:*} n=${game##*:}
    [ -f "$file" ] || file=$file.lud
    for more in '' '--max-moves 9'; do
        # shellcheck disable=SC2086
        counted "$file" --backend eval -n "$n" $more >eval.txt
        for backend in tcc ${llvm:+llvm "llvm --steady"}; do
            # shellcheck disable=SC2086
            counted "$file" --backend $backend -n "$n" $more >other.txt
            cmp -s eval.txt other.txt || fail "$file $more: eval $(tr '\n' ' ' <eval.txt) $backend $(tr '\n' ' ' <other.txt)"
        done
    done
done
counted endless.lud --backend tcc -n 12 | grep -q '"by_turn_limit":12' || fail "not ended by the limit: $(cat out.txt)"
counted long.lud --backend tcc -n 120 | grep -q '"by_turn_limit":[1-9]' || fail "none is that long: $(cat out.txt)"
counted short.lud --backend tcc -n 3000 | grep -q '"by_turn_limit":0' || fail "one is too long: $(cat out.txt)"
