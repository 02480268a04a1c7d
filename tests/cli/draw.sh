#!/bin/sh
# draw.sh - boards and positions as pictures.
. "$srcdir/tests/cli/lib.sh.inc"
game=$srcdir/examples/tictactoe.lud
expect 0 "$LUDC" draw "$game" --text --moves A1 --moves C3
printf '    3 . . O\n    2 . . .\n    1 X . .\n      A B C\n> player 1 X   player 2 O\n' | cmp - out.txt || fail "$(cat out.txt)"
expect 1 "$LUDC" draw "$game" --text --moves A1 --moves A1
for how in "" --board; do
    # shellcheck disable=SC2086
    expect 0 "$LUDC" draw "$game" $how -o picture.svg
    head -n 1 picture.svg | grep -q '<svg ' || head -n 2 picture.svg | grep -q '<svg ' || fail "no SVG"
    tail -n 1 picture.svg | grep -q '</svg>' || fail "the picture is not whole"
done
