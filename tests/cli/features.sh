#!/bin/sh
# features.sh - ludc features: sets, moves, instances, evaluators that agree; what is wrong is said with its place.
. "$srcdir/tests/cli/lib.sh.inc"
ttt=$srcdir/examples/tictactoe.lud

# A set that is written is one that is read; both say the same.
expect 0 "$LUDC" features "$ttt" --atomic 1-2 -o set.features
grep -q '^rel\|^0 rel:to=<{}>:pat=<els=\[f{0,0}\]>$' set.features || fail "the atomic set lacks two steps: $(cat set.features)"
expect 0 "$LUDC" features "$ttt" --atomic 1-2 --check 2 --seed 7 --json
cp out.txt atomic.json
expect 0 "$LUDC" features "$ttt" --set set.features --check 2 --seed 7 --json
cmp -s out.txt atomic.json || fail "a set differs from itself: $(cat out.txt atomic.json)"
expect 0 "$LUDC" features "$ttt" --set set.features --check 2 --seed 8 --json
cmp -s out.txt atomic.json && fail "seeds do not matter"

# All back ends see the same.
for backend in eval tcc; do
    expect 0 "$LUDC" features "$ttt" --set set.features --check 2 --seed 7 --json --backend $backend
    cmp -s out.txt atomic.json || fail "$backend sees something else: $(cat out.txt)"
done

# X in the corner, O in the middle: X next to it beside O.  By hand: B1 is one step east of A1 and below B2.
printf '%s\n' 'Intercept' '2 rel:to=<{}>:pat=<els=[f{0}]>' '1 rel:to=<{}>:pat=<els=[e{0}]>' \
    'rel:last_to=<{0}>:to=<{}>:pat=<els=[*{}]>' >mine.features
expect 0 "$LUDC" features "$ttt" --set mine.features --moves A1 --moves B2 --json --evaluator naive
grep -q '{"move":"B1","active":\[0,1,2,3\],"logit":3.0' out.txt || fail "B1: $(cat out.txt)"
grep -q '{"move":"C3","active":\[0\],"logit":0.0' out.txt || fail "C3: $(cat out.txt)"
expect 0 "$LUDC" features "$ttt" --set mine.features --moves A1 --moves B2
grep -q 'B1' out.txt || fail "no table: $(cat out.txt)"
expect 0 "$LUDC" features "$ttt" --set mine.features --instances --json
grep -q '"instances":\[0,24,24,24\]' out.txt || fail "instances: $(cat out.txt)"

# As a policy: one seed, one result, by every back end and evaluator.
sed -e 's|^0 rel:to=<{}>:pat=<els=\[f{0}\]>|2 rel:to=<{}>:pat=<els=[f{0}]>|' -e 's|^0 rel:last_to=<{0}>|1.5 rel:last_to=<{0}>|' set.features >weighed.features
for backend in eval tcc; do
    for evaluator in naive tree spatternet jit compiled; do
        expect 0 "$LUDC" playout "$ttt" -n 200 --seed 3 --policy softmax:0.5 --scores weighed.features --backend $backend --evaluator $evaluator --histogram
        sed -n '/^length\|^outcome/p' out.txt >"games-$backend-$evaluator.txt"
        cmp -s games-eval-naive.txt "games-$backend-$evaluator.txt" || fail "$backend by $evaluator plays other games"
        expect 0 "$LUDC" search "$ttt" --agent "puct:features=weighed.features,n=200,playout=features,first=3,epsilon=0.1,evaluator=$evaluator" \
            --backend $backend --json --seed 5
        sed 's/"agent":"[^"]*"//;s/"backend":"[^"]*"//;s/"seconds":[^,]*,//;s/"iterations_per_s":[^,]*,//;s/"spec":"[^"]*"//' out.txt >"search-$backend-$evaluator.txt"
        cmp -s search-eval-naive.txt "search-$backend-$evaluator.txt" || fail "$backend by $evaluator searches otherwise"
    done
done
[ -s games-eval-naive.txt ] || fail "no histogram"
# Two threads have a policy each; games can begin in the middle, behind a move that features see.
expect 0 "$LUDC" playout "$ttt" -n 50 --policy softmax:1 --scores weighed.features --threads 2 --moves B2 --backend eval
expect 0 "$LUDC" playout "$ttt" -n 1 --policy softmax:1 --scores weighed.features --trace --backend eval
expect 0 "$LUDC" match "$ttt" --agent puct:features=weighed.features,n=20,playout=features --agent puct:n=20 --games 2 --backend eval
expect 2 "$LUDC" search "$ttt" --agent uct:features=weighed.features,n=9
# A set of another game is refused before a match begins.
sed 's/^game .*/game Another/' set.features >foreign.features
expect 1 "$LUDC" match "$ttt" --agent puct:features=foreign.features,n=9 --agent uct:n=9 --games 2 --backend eval
grep -q 'for `Another`' err.txt || fail "a foreign set plays: $(cat err.txt)"
[ ! -s out.txt ] || fail "a match was begun: $(cat out.txt)"
expect 0 "$LUDC" match "$ttt" --agent puct:features=foreign.features,n=9,transfer=on --agent uct:n=9 --games 2 --backend eval
expect 2 "$LUDC" search "$ttt" --agent puct:playout=features,n=9
expect 2 "$LUDC" match "$ttt" --agent puct:playout=features,n=9 --agent uct
expect 3 "$LUDC" search "$ttt" --agent puct:features=nowhere,n=9
expect 3 "$LUDC" playout "$ttt" -n 1 --policy softmax:1 --scores nowhere.features

# What is wrong has a place, and nothing is written.
printf 'Intercept\nrel:to=<{}>:pat=<els=[f{0}, x{0}]>\n' >wrong.features
expect 1 "$LUDC" features "$ttt" --set wrong.features
grep -q 'wrong.features:2:29: error: there is no such element' err.txt || fail "no place: $(cat err.txt)"
grep -q '\^' err.txt || fail "no caret: $(cat err.txt)"
sed 's/^game .*/game Another/' set.features >other.features
expect 1 "$LUDC" features "$ttt" --set other.features
grep -q 'for `Another`' err.txt || fail "another game: $(cat err.txt)"
sed 's/^hash .*/hash 0123456789abcdef/' set.features >version.features
expect 1 "$LUDC" features "$ttt" --set version.features
grep -q 'another version' err.txt || fail "another version: $(cat err.txt)"
expect 1 "$LUDC" features "$ttt" --set mine.features --moves A1 --moves A1
expect 3 "$LUDC" features "$ttt" --set nowhere.features
expect 4 "$LUDC" features "$srcdir/examples/tictactoe.kif" --atomic 1-1
expect 2 "$LUDC" features "$ttt"
expect 2 "$LUDC" features "$ttt" --atomic 1-1 --set mine.features
expect 2 "$LUDC" features "$ttt" --atomic 1:1
expect 2 "$LUDC" features "$ttt" --set mine.features --evaluator best
expect 2 "$LUDC" features "$ttt" --set mine.features --ties up
expect 2 "$LUDC" features "$ttt" --set mine.features --emit c

# Drawings: by hand, from A2 north is A3, and west of A2 is off the board.
expect 0 "$LUDC" draw "$ttt" --feature '0.5 rel:to=<{}>:pat=<els=[!f{0}, #{3/4}, e{1/4}]>' -o one.svg
for part in 'class="to"' '>!f<' '>#<' '>e<' 'class="track"' 'weight +0.5'; do
    grep -q -- "$part" one.svg || fail "no $part in $(cat one.svg)"
done
[ "$(grep -c 'class="track"' one.svg)" = 3 ] || fail "not three walks: $(cat one.svg)"
expect 0 "$LUDC" draw "$ttt" --set weighed.features -o page.html
[ "$(grep -c '<figure' page.html)" = 24 ] || fail "not 24 features: $(grep -c '<figure' page.html)"
sed -n 's/.*<figcaption>\([-+0-9.]*\),.*/\1/p' page.html | head -n 1 | grep -q '^+2' || fail "the heaviest is not first"
expect 1 "$LUDC" draw "$ttt" --set foreign.features
expect 1 "$LUDC" draw "$ttt" --feature 'rel:to=<{0,0,0,0}>:pat=<els=[]>'
expect 1 "$LUDC" draw "$ttt" --feature 'rel:to=<{x}>:pat=<els=[]>'
expect 2 "$LUDC" draw "$ttt" --feature Intercept
expect 2 "$LUDC" draw "$ttt" --set weighed.features --text
expect 4 "$LUDC" draw "$srcdir/examples/tictactoe.kif" --feature 'rel:to=<{}>:pat=<els=[f{0}]>'

# What a game does not have is shown where the set names it, whoever reads it.
printf 'rel:to=<{}>:pat=<els=[f{0}]>\nrel:to=<{}>:pat=<els=[e{0}, !R3{1/4}]>\nrel:to=<{}>:pat=<els=[I9{}]>\n' >lacks.features
for what in "features $ttt --set" "playout $ttt -n 1 --policy softmax:1 --scores" "train $ttt -t 1 --out never --init"; do
    expect 1 "$LUDC" $what lacks.features
    grep -q '^lacks.features:2:29: error: feature 1: region 3' err.txt || fail "$what: $(cat err.txt)"
done
expect 1 "$LUDC" match "$ttt" --games 1 -n 2 --agent random --agent puct:features=lacks.features
grep -q '^lacks.features:2:29: error: ' err.txt || fail "match: $(cat err.txt)"
[ ! -e never ] || fail "something was written"

# Replays and bench.
expect 0 "$LUDC" bench --features "$ttt" --time 0.001 --seed 2 --backend eval --out bench-out
[ "$(grep -c '^[^#]*Tic-Tac-Toe' bench-out/features.tsv)" = 25 ] || fail "not 25 rows: $(cat bench-out/features.tsv)"
grep -q '^# 2-4	compiled	1	' out.txt || fail "no ranks: $(cat out.txt)"
cp bench-out/features.tsv before.tsv
expect 0 "$LUDC" bench --features "$ttt" --time 0.001 --seed 2 --backend eval --out bench-out --resume
cmp -s before.tsv bench-out/features.tsv || fail "measured again"
expect 4 "$LUDC" bench --features "$srcdir/examples/tictactoe.kif" --time 0.001

# Sets that were learnt: positions of uniform games and of the policy's, a folder a game; a game without one has a row that says so.
mkdir -p sets/tictactoe
cp weighed.features sets/tictactoe/policy.features
expect 0 "$LUDC" bench --features "$ttt" "$srcdir/examples/hex.lud" --set sets --time 0.001 --backend eval --out set-out
[ "$(grep -c 'trained, uniform' set-out/features.tsv)$(grep -c 'trained, by policy' set-out/features.tsv)" = 1010 ] || fail "not five rows each, and five comments: $(cat set-out/features.tsv)"
grep -q 'hex.lud.*there is no sets/hex/policy.features' set-out/features.tsv || fail "hex: $(cat set-out/features.tsv)"
[ "$(awk -F '\t' '!/^#/ && /naive/ { print $12 }' set-out/features.tsv | sort -u | wc -l)" = 2 ] || fail "the same moves: $(cat set-out/features.tsv)"
expect 4 "$LUDC" bench --features "$ttt" --set foreign.features --time 0.001

# Matches between evaluators, a row a pair; a killed run goes on.
expect 2 "$LUDC" bench --features "$ttt" --games 2
expect 2 "$LUDC" bench "$ttt" --games 2
expect 2 "$LUDC" bench "$ttt" --set weighed.features
expect 0 "$LUDC" bench --features "$ttt" --set weighed.features --games 2 --time 0.001 --out match-out
[ "$(awk -F '\t' '!/^#/ && $6 == 2 && $7 + $8 + $9 == 2' match-out/matches.tsv | wc -l)" = 10 ] || fail "not ten matches: $(cat match-out/matches.tsv)"
for plot in probabilities profiles; do
    [ -s "match-out/$plot.gp" ] || fail "no $plot"
done
cp match-out/matches.tsv before.tsv
expect 0 "$LUDC" bench --features "$ttt" --set weighed.features --games 2 --time 0.001 --out match-out --resume
cmp -s before.tsv match-out/matches.tsv || fail "played again"

# What they add up to, by hand.  Compiled wins everything in three games, draws in the fourth, loses in the fifth; the others draw: its scores are 1, 1, 1, 1/2, 0 and
# theirs 3/8, 3/8, 3/8, 1/2, 5/8.  In the last table all win half of their games: the mean of four times ten has the standard error 0.079.
table() # games, wins, draws, losses of naive and so on against compiled, and of all others
{
    for pair in naive:tree naive:spatternet naive:jit tree:spatternet tree:jit spatternet:jit; do
        printf '%s\tG\t%s\t%s\t1\t%s\t\n' "$1" "${pair%:*}" "${pair#*:}" "$3"
    done
    for one in naive tree spatternet jit; do
        printf '%s\tG\t%s\tcompiled\t1\t%s\t\n' "$1" "$one" "$2"
    done
}
mkdir -p hand half
{
    head -n 1 before.tsv
    for game in a b c; do table "$game" "4	0	0	4" "4	0	4	0"; done
    table d "4	0	4	0" "4	0	4	0"
    table "$ttt" "4	4	0	0" "4	0	4	0"
} >hand/matches.tsv
expect 0 "$LUDC" bench --features "$ttt" --set weighed.features --games 2 --out hand --resume
for line in 'compiled	5	1.000	1.000 to 1.000	0.833	0.833 to 0.833	0.700	0.700 to 0.700' 'jit	5	0.375	0.375 to 0.375	0.417	0.417 to 0.417	0.450	0.450 to 0.450' \
    'compiled	tree	0.700	0.700 to 0.700' 'tree	compiled	0.300	0.300 to 0.300' 'tree	jit	0.500	0.500 to 0.500'; do
    grep -q "^# $line\$" hand/matches.tsv || fail "no line $line: $(grep '^#' hand/matches.tsv)"
done
grep -A 11 '^# compiled' hand/profiles.dat | grep -q '^0.450 0.8000' || fail "profile: $(cat hand/profiles.dat)"
{ head -n 1 before.tsv; table "$ttt" "10	5	0	5" "10	5	0	5"; } >half/matches.tsv
expect 0 "$LUDC" bench --features "$ttt" --set weighed.features --games 2 --out half --resume
awk -F '\t' '/^# naive\t1\t/ { split($8, b, " "); good = $7 == 0.5 && b[1] > 0.31 && b[1] < 0.38 && b[3] > 0.62 && b[3] < 0.69 } END { exit !good }' half/matches.tsv || fail "intervals: $(grep '^#' half/matches.tsv)"
exit 0
