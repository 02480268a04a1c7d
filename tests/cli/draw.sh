#!/bin/sh
# draw.sh - boards and positions as pictures.
. "$srcdir/tests/cli/lib.sh.inc"
game=$srcdir/examples/tictactoe.lud
expect 0 "$LUDC" draw "$game" --text --moves A1 --moves C3
printf '    3 . .[O]\n    2 . . .\n    1 X . .\n      A B C\n> player 1 X   player 2 O\n' | cmp - out.txt || fail "$(cat out.txt)"
expect 1 "$LUDC" draw "$game" --text --moves A1 --moves A1
for how in "" --board; do
    # shellcheck disable=SC2086
    expect 0 "$LUDC" draw "$game" $how -o picture.svg
    head -n 1 picture.svg | grep -q '<svg ' || head -n 2 picture.svg | grep -q '<svg ' || fail "no SVG"
    tail -n 1 picture.svg | grep -q '</svg>' || fail "the picture is not whole"
done
# A game that was printed or recorded, and a place in it.
expect 0 "$LUDC" playout "$game" --trace -n 2 --seed 4
cp out.txt trace.txt
step=$(sed -n '2s/^[12] //p' trace.txt)
expect 0 "$LUDC" draw "$game" --text --moves "$step"
cp out.txt first.txt
expect 0 "$LUDC" draw "$game" --text --replay trace.txt --ply 1
cmp out.txt first.txt || fail "another position after a step of a printed trace"
expect 0 "$LUDC" perft "$game" -d 1 --replay trace.txt --ply 1
grep -q '^perft 1 8$' out.txt || fail "$(cat out.txt)"
# Records whose moves are numbers alone: as many moves are legal at each ply as they say.
for one in tests/games/ferry.lud tests/games/racers.lud examples/tictactoe.lud; do
    expect 0 "$LUDC" playout "$srcdir/$one" --record 1 --seed 6
    cp out.txt record.txt
    thrown=$(sed -n '2s/.*"lots".*/1/p' record.txt)
    for ply in 0 1 4 6; do
        expect 0 "$LUDC" perft "$srcdir/$one" -d 1 --replay record.txt --ply $((ply + ${thrown:-0}))
        legal=$(sed -n "s/^{\"k\":$ply,.*\"n\":\([0-9]*\).*/\1/p" record.txt)
        grep -qx "perft 1 $legal" out.txt || fail "$one, ply $ply: $legal moves are recorded, $(cat out.txt)"
    done
    expect 0 "$LUDC" perft "$srcdir/$one" -d 1 --replay record.txt
    grep -qx 'perft 1 0' out.txt || fail "$one: the game is not over: $(cat out.txt)"
    expect 0 "$LUDC" draw "$srcdir/$one" --text --replay record.txt
done
expect 1 "$LUDC" draw "$game" --replay trace.txt --ply 100
expect 2 "$LUDC" draw "$game" --ply 1
expect 2 "$LUDC" perft "$game" -d 1 --ply 1
expect 3 "$LUDC" draw "$game" --replay nowhere.txt
# What has no effect is refused.
expect 2 "$LUDC" draw "$game" --theme mauve
grep -q 'wood, paper, night' err.txt || fail "$(cat err.txt)"
expect 2 "$LUDC" draw "$game" --text --theme paper
expect 2 "$LUDC" draw "$game" --text --size 300
expect 2 "$LUDC" draw "$game" --size 3
expect 2 "$LUDC" draw "$game" --utf8
expect 2 "$LUDC" draw "$game" --board --text
expect 2 "$LUDC" draw "$game" --text -o picture.png
expect 0 "$LUDC" draw "$game" --size 300 -o picture.svg
grep -q 'width="300"' picture.svg || fail "the width is another"
# A film: the board once, a frame a position, of which the last is seen where nothing moves.
expect 0 "$LUDC" draw "$game" --film --replay trace.txt --ply 3 -o film.svg
[ "$(grep -c 'class="frame"' film.svg)" = 4 ] || fail "not four frames"
[ "$(grep -c 'class="field"' film.svg)" = 9 ] || fail "the board is there more than once"
[ "$(grep -c 'visibility="visible"' film.svg)" = 1 ] || fail "not one frame is seen"
expect 2 "$LUDC" draw "$game" --film --text
expect 2 "$LUDC" draw "$game" --pace 2
expect 2 "$LUDC" draw "$game" --film --pace 0
# A PNG by the module, or what is missing.
mkdir none
expect 3 env LUDC_LIBDIR="$PWD/none" "$LUDC" draw "$game" -o picture.png
grep -q librsvg err.txt || fail "$(cat err.txt)"
if test -e "$builddir/.libs/ludc-png.so"; then
    expect 0 "$LUDC" draw "$game" -o picture.png
    head -c 4 picture.png | tail -c 3 | grep -q PNG || fail "no PNG"
fi
# Tables that somebody wrote with more kinds of pieces than names.
expect 0 "$LUDC" build "$game" --emit=ir
sed "s/^data 'geometry piece' 3 = { 0 1 2 }/data 'geometry piece' 4 = { 0 1 2 0 }/" out.txt >more.gir
cmp -s out.txt more.gir && fail "the table is another"
expect 0 "$LUDC" draw more.gir --text --moves A1
expect 0 "$LUDC" draw more.gir --moves A1
