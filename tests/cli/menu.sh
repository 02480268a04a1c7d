#!/bin/sh
# menu.sh - the game's options: listed, chosen, and refused when unknown.
. "$srcdir/tests/cli/lib.sh.inc"
expect 0 "$LUDC" check "$hex" --list-options
grep -q '^\* Board Size/11x11$' out.txt || fail "menu: $(cat out.txt)"
grep -q '^  Board Size/5x5$' out.txt || fail "menu: $(cat out.txt)"
expect 0 "$LUDC" check "$hex" --list-options --option "Board Size/5x5"
grep -q '^\* Board Size/5x5$' out.txt || fail "menu: $(cat out.txt)"
expect 0 "$LUDC" perft "$hex" -d 1 --option "Board Size/5x5"
[ "$(cat out.txt)" = "perft 1 25" ] || fail "perft: $(cat out.txt)"
expect 1 "$LUDC" check "$hex" --option "Board Size/6x6x6"
expect 1 "$LUDC" check "$hex" --option "Colour/Blue"
# a game by its name, on the search path
mkdir shelf
cp "$hex" shelf/sixsides.lud
LUDC_GAME_PATH=nowhere:$PWD/shelf
export LUDC_GAME_PATH
expect 0 "$LUDC" perft sixsides -d 1
[ "$(cat out.txt)" = "perft 1 121" ] || fail "perft: $(cat out.txt)"
expect 3 "$LUDC" perft fivesides -d 1
# what a ruleset asks for and there is not: the place is the name's
cat >small.lud <<'END'
(game "Opt" (players 2)
  (equipment { (board (square <Board:n>)) (piece "Ball" Each) })
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
(option "Board" <Board> args:{ <n> } { (item "3x3" <3> "small") (item "5x5" <5> "big")* })
(rulesets { (ruleset "Ruleset/A" { "Board/7x7" }) })
END
expect 1 "$LUDC" check small.lud --ruleset a
grep -q '^small.lud:5:36: error: no option "Board/7x7"$' err.txt || fail "the place of a ruleset's option: $(cat err.txt)"
