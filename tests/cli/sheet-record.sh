#!/bin/sh
# sheet-record.sh - playout --record of rule sheets: joint steps, one role, facts that are kept by their columns under the
# names that the sheet gives them; another back end replays the record.
. "$srcdir/tests/cli/lib.sh.inc"
for game in "$srcdir/examples/babel.kif" "$srcdir/examples/tictactoe.kif" "$srcdir/tests/gdl/cards.kif"; do
    "$LUDC" playout "$game" --record 3 --seed 5 --backend eval >games.jsonl || fail "no record of $game"
    [ "$(grep -c '"type":"end"' games.jsonl)" = 3 ] || fail "three games end in a record of $game"
    "$LUDC" replay --game "$game" games.jsonl >said.txt || fail "$game: $(cat said.txt)"
    "$LUDC" playout "$game" --record 3 --seed 5 >again.jsonl
    cmp games.jsonl again.jsonl || fail "another engine plays $game otherwise"
done
grep -q '"facts":\["(row c3 c1 c2 c7 c4 c6 c5)","(step 0)"\]' games.jsonl || fail "facts have other names: $(head -2 games.jsonl)"
