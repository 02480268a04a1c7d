#!/bin/sh
# match_out.sh - a match writes its table, a page and what plots are drawn from; interrupted ones do, too.
. "$srcdir/tests/cli/lib.sh.inc"
game=$srcdir/examples/tictactoe.lud
expect 0 "$LUDC" match "$game" --agent uct --agent 'random' -n 20 --games 7 --sprt elo0=0,elo1=5 --seed 3 --out out
for file in match.tsv course.dat seats.dat elo.gp llr.gp seats.gp index.html; do
    [ -s "out/$file" ] || fail "no $file"
done
[ "$(grep -vc '^#' out/match.tsv)" = 8 ] || fail "a head and seven rows, please: $(cat out/match.tsv)"
[ "$(grep -v '^#' out/match.tsv | awk -F '\t' '{ print NF }' | sort -u)" = 8 ] || fail "columns: $(cat out/match.tsv)"
[ "$(grep -vc '^#' out/course.dat)" = 7 ] || fail "the course: $(cat out/course.dat)"
# what the last line of the course says is what stands
elo=$(sed -n 's/^Elo of uct over random: \([-+0-9a-z]*\) .*/\1/p' out.txt)
[ "$(tail -n 1 out/course.dat | awk '{ printf "%+.0f", $2 }')" = "$elo" ] || [ "$elo" = +inf ] || fail "Elo: $elo"
llr=$(sed -n 's/^llr \([-0-9.]*\) .*/\1/p' out.txt)
[ "$(tail -n 1 out/course.dat | awk '{ printf "%.2f", $5 }')" = "$llr" ] || fail "llr: $llr"
grep -q 'match.tsv' out/index.html || fail "the page has no table"
if command -v gnuplot >/dev/null; then
    for plot in elo llr seats; do
        grep -q '</svg>' "out/$plot.svg" || fail "$plot.svg is not drawn"
        grep -q "$plot.svg" out/index.html || fail "$plot.svg is not on the page"
    done
else
    grep -q 'gnuplot is missing' err.txt || fail "nothing is said of gnuplot"
fi

# names are text, whatever they say
odd="cmd:'$LUDC' ugi '$game' --backend eval --agent random # <b>it's</b>"
expect 0 "$LUDC" match "$game" --agent "$odd" --agent random -n 2 --games 2 --out odd
grep -q '<b>' odd/index.html && fail "a name became markup"
grep -q '&lt;b' odd/index.html || fail "a name is missing"
expect 0 "$LUDC" match "$srcdir/examples/threeheaps.kif" --agent random --agent random -n 2 --games 2 --out three
[ -s three/seats.dat ] || fail "no payoffs by seat"
[ -e three/elo.gp ] && fail "Elo of three roles"
expect 3 "$LUDC" match "$game" --agent random --agent random --games 1 -n 1 --out no/such/folder
# an agent that is gone at once loses by that, whatever it was told
expect 0 "$LUDC" match "$game" --agent cmd:true --agent random --games 2 -n 1 --out gone
grep -q 'crash' gone/match.tsv || fail "no crash: $(cat gone/match.tsv)"
exit 0
