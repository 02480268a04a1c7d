#!/bin/sh
# lang.sh - the language of a text: said by --lang, else by its suffix, else told from how it begins.
. "$srcdir/tests/cli/lib.sh.inc"

sheet=$srcdir/examples/tictactoe.kif
cp "$sheet" sheet.lud
cp "$sheet" sheet
cp "$srcdir/examples/hex.lud" hex.txt
"$LUDC" build "$srcdir/examples/hex.lud" --emit=ir >hex.ir

"$LUDC" check -n 0 sheet.lud >/dev/null 2>&1 && fail "a sheet is no text of Ludii's language"
"$LUDC" check --lang gdl sheet.lud || fail "--lang gdl"
"$LUDC" check sheet || fail "a sheet without a suffix"
"$LUDC" check - <sheet || fail "a sheet on standard input"
"$LUDC" check hex.txt || fail "a text of Ludii's language without its suffix"
"$LUDC" check --lang ludii sheet >/dev/null 2>&1 && fail "--lang ludii of a sheet"
"$LUDC" check - <hex.ir || fail "a text of the IR on standard input"
"$LUDC" check --lang gir hex.ir || fail "--lang gir"
"$LUDC" check --lang latin sheet 2>said
[ $? = 2 ] || fail "a language that there is not"
grep -q 'ludii, gdl, gir' said || fail "the languages are not listed"

# what would do is listed, too
cat >bad.lud <<'END'
(game "Bad" (players 2) (equipment { (board (square 3)) (piece "Ball" Each) })
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover 5)))))
END
"$LUDC" check -n 0 --json bad.lud 2>/dev/null | grep -q '"expected":\["an outcome (Win, Loss, Draw, Tie, Abandon or Crash)"\]' || fail "expected"
exit 0
