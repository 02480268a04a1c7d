#!/bin/sh
# match.sh - one seed gives one match, on one thread and two, and interrupted and gone on with; replay accepts the records
# of every kind of game; mistakes are named.
. "$srcdir/tests/cli/lib.sh.inc"
game="$srcdir/examples/dropfour.lud"
match() { "$LUDC" match "$@"; }
plain() { sed -e 's/"seconds":[^,]*//' -e 's/"iterations_per_s":\[[^]]*\]//' "$1"; }
# two agents that are not searches of one kind, from openings that differ
same="$game --agent uct --agent puct:expand=2 -n 60 --seed 7 --openings plies=2 --json"

# shellcheck disable=SC2086
expect 0 match $same --games 12 --record-to one.jsonl
plain out.txt >one.txt
grep -q '"games":12,' one.txt || fail "not 12 games: $(cat one.txt)"
# shellcheck disable=SC2086
expect 0 match $same --games 12 --record-to two.jsonl --concurrency 2
plain out.txt >two.txt
cmp -s one.txt two.txt || fail "two threads find something else"
cmp -s one.jsonl two.jsonl || fail "two threads play other games"
# cut off in the middle of a game, and gone on with
lines=$(wc -l <one.jsonl)
head -n "$((lines / 2))" one.jsonl >part.jsonl
printf '{"k":3,"m"' >>part.jsonl
# shellcheck disable=SC2086
expect 0 match $same --games 12 --record-to part.jsonl --resume
plain out.txt >two.txt
cmp -s one.txt two.txt || fail "gone on with, it finds something else"
cmp -s one.jsonl part.jsonl || fail "gone on with, it plays other games"
# shellcheck disable=SC2086
expect 0 match $same --only 5 --record-to only.jsonl
grep -v '"header"' only.jsonl >only
tail -n 1 only >last
grep '"game":5,' one.jsonl | cmp -s - last || fail "game 5 alone is another game"
# shellcheck disable=SC2086
expect 2 match $same --seed 8 --games 12 --record-to part.jsonl --resume
[ "$(grep -c '"words"' one.jsonl)" -gt 30 ] || fail "the moves are not in words"

# Openings come twice, once for each seating.
grep '"k":[01],' one.jsonl | sed 's/.*"words":"\([^"]*\)".*/\1/' | paste - - | uniq -c | awk '$1 != 2' | grep . &&
    fail "these openings were not played twice"
[ "$(grep '"k":[01],' one.jsonl | sed 's/.*"words":"\([^"]*\)".*/\1/' | paste - - | sort | uniq -c | wc -l)" = 6 ] ||
    fail "openings came again"

# Every kind of game: replay accepts the record.
record() { # GAME [OPTION]...
    expect 0 match "$@" --agent uct --agent random -n 20 --games 2 --record-to kind.jsonl
    expect 0 "$LUDC" replay --game "$1" kind.jsonl
    grep -q ' 0 failed' out.txt || fail "replay $*: $(cat out.txt)"
}
for name in racers augury ferry hail deeds crowns commons allies ballot harlequins tally; do
    record "$srcdir/tests/games/$name.lud" --max-moves 60
done
for name in hex.lud breakthrough.lud breakthrough.kif ferry.kif threeheaps.kif; do
    record "$srcdir/examples/$name" --max-moves 60
done
record "$srcdir/examples/babel.kif" --max-moves 5
record "$srcdir/examples/hex.lud" --max-moves 3
grep -q '"end":"cut"' kind.jsonl || fail "no game was cut: $(tail -n 1 kind.jsonl)"
# a word that is another move's does not pass
sed 's/"words":"[A-Z][0-9]*"/"words":"Z9"/' kind.jsonl >false.jsonl
expect 1 "$LUDC" replay --game "$srcdir/examples/hex.lud" false.jsonl

# More agents, fixed seats, a sequential test, a log.
expect 0 match "$game" --agent uct --agent random --agent flat -n 20 --games 6 --json
grep -q '"ratings":\[' out.txt || fail "no ratings: $(cat out.txt)"
expect 0 match "$srcdir/tests/games/tally.lud" --agent uct --agent random --seats 1,2,2 -n 20 --games 3 --json
grep -q '"seats":\[\[{"games":3' out.txt || fail "seats: $(cat out.txt)"
expect 0 match "$game" --agent uct --agent random -n 200 --games 400 --sprt elo0=0,elo1=300 --json --log log
grep -q '"sprt":"H1"' out.txt || fail "no verdict: $(cat out.txt)"
grep -q 'game 1 player 1 thinks iterations' log || fail "nothing is in the log"
expect 0 match "$game" --agent uct --agent random -n 2000 --games 4 --adjudicate
grep -q 'proved' out.txt || fail "nothing is adjudicated: $(cat out.txt)"
# What searches want beside play is compiled in.
expect 0 match "$game" --agent uct:playout=fast --agent uct:dag=1 --agent mmcts -n 40 --games 6 --json
grep -q '"games":6,' out.txt || fail "not 6 games: $(cat out.txt)"
grep -q '"crash":[1-9]' out.txt && fail "an agent had no planes: $(cat out.txt)"

# Mistakes.
wrong() { # CODE WORDS OPTION..
    code=$1 words=$2
    shift 2
    expect "$code" match "$@"
    grep -q -e "$words" err.txt || fail "not said: $words ($(cat err.txt))"
}
wrong 2 'nearest is `uct`' "$game" --agent utc --agent uct
wrong 2 'no option' "$game" --agent uct --agnet uct
wrong 2 'two agents' "$game" --agent uct
wrong 2 'a seat too many' "$game" --agent uct --agent uct --seats 1,2,1
wrong 2 'differ' "$srcdir/examples/tictactoe.lud" --agent uct --agent uct --openings plies=1 --games 40
printf '# openings\nA1 B1\nA1 Z9\n' >openings
wrong 1 'openings:3: `Z9`, number 2' "$game" --agent uct --agent random --openings openings
wrong 3 'cannot write' "$game" --agent uct --agent random --games 2 --record-to no/such/folder/file
wrong 3 'no-such-file' "$game" --agent so:no-such-file.so --agent random
