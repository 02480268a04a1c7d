#!/bin/sh
# ludii-records.sh - games of our own, played by Ludii 1.3.13 (tests/ludii/NAME.lud, NAME.jsonl): replay agrees with every
# ply, and with none of a record whose winners are others.
. "$srcdir/tests/cli/lib.sh.inc"

for game in "$srcdir"/tests/ludii/*.lud; do
    expect 0 "$LUDC" replay --game "$game" "${game%.lud}.jsonl"
done
sed 's/"losers":\[1\]/"losers":[1,1]/' "$srcdir/tests/ludii/three_ends.jsonl" >false.jsonl
expect 1 "$LUDC" replay --game "$srcdir/tests/ludii/three_ends.lud" false.jsonl
grep -q 'losers' err.txt || fail "the list is not named: $(cat err.txt)"
