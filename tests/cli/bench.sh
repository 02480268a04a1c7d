#!/bin/sh
# bench.sh - a corpus is measured game by game, and what cannot be is listed with its
# reason; tables, scripts and a page are written.
. "$srcdir/tests/cli/lib.sh.inc"
mkdir -p corpus/inside
cp "$srcdir/examples/tictactoe.lud" corpus/a.lud
cp "$srcdir/examples/tictactoe.kif" corpus/inside/b.kif
echo '(game "Broken" (players 2) (equipment' >corpus/inside/c.lud
echo 'no game' >corpus/readme.txt
printf '# a list\ncorpus/a.lud\n\nno-such-game.lud\n' >list
quick="-t 0.01 --backend eval"

# shellcheck disable=SC2086
expect 0 "$LUDC" bench corpus $quick --out out
[ "$(grep -vc '^#' out.txt)" = 4 ] || fail "a head and three rows, please: $(cat out.txt)"
grep -q '^corpus/a.lud	Tic-Tac-Toe	eval	' out.txt || fail "no row for a.lud: $(cat out.txt)"
grep -q '^corpus/inside/c.lud		.*error' out.txt || fail "no reason for c.lud: $(cat out.txt)"
grep -q '^# 3 games, 2 measured, 1 not' out.txt || fail "not summed up: $(cat out.txt)"
for file in bench.tsv speeds.dat speeds.gp plans.dat speedups.gp lengths.gp index.html; do
    [ -s "out/$file" ] || [ "$file" = plans.dat ] || fail "no $file"
done
columns=$(grep -v '^#' out.txt | awk -F '\t' '{ print NF }' | sort -u)
[ "$columns" = 19 ] || fail "rows of $columns columns"
cmp -s out.txt out/bench.tsv || fail "out/bench.tsv is another table"

# Back ends side by side, with intervals; the page says what made it.
expect 0 "$LUDC" bench corpus/a.lud corpus/inside/b.kif -t 0.05 --backend eval,none --seed 7 --out both
[ "$(cut -f 1,3 out.txt | grep -c '	eval$')" = 2 ] || fail "not by eval: $(cat out.txt)"
[ "$(grep -c '	none	.*not built in' out.txt)" = 2 ] || fail "not by another: $(cat out.txt)"
awk -F '\t' '$3 == "eval" && !($16 > 0 && $16 < $5) { exit 1 }' out.txt || fail "no intervals: $(cat out.txt)"
for text in 'version<td colspan="2">ludc ' 'seed<td colspan="2">7<' 'compiler<td' 'command<td colspan="2">.* bench corpus/a.lud .*eval,none' ' ± '; do
    grep -q "$text" both/index.html || fail "the page lacks $text"
done
[ "$(grep -c '^[12] [0-9]' both/speeds.dat)" = 2 ] || fail "not two places: $(cat both/speeds.dat)"
expect 0 "$LUDC" bench corpus/a.lud corpus/inside/b.kif -t 0.05 --backend eval,none --seed 7 --out both --resume
cmp -s out.txt both/bench.tsv || fail "another table"
expect 0 "$LUDC" bench corpus/a.lud -t 0.05 --backend eval --json
grep -q '"playouts_per_s95":\[' out.txt || fail "no interval: $(cat out.txt)"

# A run in two parts: what the table has is not measured again, nor computed from its
# rounded numbers.
# shellcheck disable=SC2086
expect 0 "$LUDC" bench corpus/a.lud $quick --out parts
awk -F '\t' -v OFS='\t' 'NR == 2 { $5 = "300.4"; $6 = "100.4"; $7 = "0.335"; $11 = "-0.72" } { print }' \
    parts/bench.tsv >before
cp before parts/bench.tsv
# shellcheck disable=SC2086
expect 0 "$LUDC" bench corpus/inside $quick --stop-after 0 --out left
[ "$(grep -c 'left for another run$' left/bench.tsv)" = 2 ] || fail "begun though it was late: $(cat left/bench.tsv)"
# shellcheck disable=SC2086
expect 0 "$LUDC" bench corpus $quick --resume --out parts
[ "$(grep '^corpus/a.lud' before)" = "$(grep '^corpus/a.lud' parts/bench.tsv)" ] || fail "measured again: $(cat parts/bench.tsv)"
grep -q '^# 3 games, 2 measured, 1 not' parts/bench.tsv || fail "not gone on: $(cat parts/bench.tsv)"
# shellcheck disable=SC2086
expect 0 "$LUDC" bench corpus $quick --resume --out left
grep -q 'left for another run' left/bench.tsv && fail "what was left is not begun: $(cat left/bench.tsv)"
expect 2 "$LUDC" bench corpus --resume

# shellcheck disable=SC2086
expect 0 "$LUDC" bench list $quick --json
grep -q '"path":"corpus/a.lud","game":"Tic-Tac-Toe","backend":"eval","plan":' out.txt || fail "JSON: $(cat out.txt)"
grep -q '"path":"no-such-game.lud","game":"","backend":"eval","exit":3,"reason":"cannot read' out.txt || fail "JSON: $(cat out.txt)"
# shellcheck disable=SC2086
expect 1 "$LUDC" bench corpus/inside/c.lud $quick
expect 3 "$LUDC" bench no-such-game $quick
expect 2 "$LUDC" bench
mkdir empty
expect 2 "$LUDC" bench empty
expect 3 "$LUDC" bench corpus/a.lud -t 0.01 --backend eval --out no/such/folder
# One that never ends costs a row.
expect 70 "$LUDC" bench corpus/a.lud -t 1000 --patience 1 --backend eval
grep -q 'gave up after 1 s' out.txt || fail "no patience: $(cat out.txt)"
