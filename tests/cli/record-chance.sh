#!/bin/sh
# record-chance.sh - replay finds the lots that a record does not name, before the first
# move and in moves, and does not find any for a false record.
. "$srcdir/tests/cli/lib.sh.inc"
game=$srcdir/tests/games/hail.lud
expect 0 "$LUDC" playout "$game" --record 1 --seed 3
cp out.txt one.jsonl
plies=$(grep -c '"k":' one.jsonl)
for backend in eval tcc; do
    expect 0 "$LUDC" replay --game "$game" one.jsonl --backend $backend
    [ "$(tail -n 1 out.txt)" = "$plies passed, 0 failed, 0 skipped" ] || fail "$(cat out.txt)"
done
# another piece in the middle, which no lot decides
sed '/"start"/s/\("what":\[\([0-9]*,\)\{12\}\)3/\10/' one.jsonl >false.jsonl
cmp -s one.jsonl false.jsonl && fail "there is nothing to change"
expect 1 "$LUDC" replay --game "$game" false.jsonl
