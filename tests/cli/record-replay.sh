#!/bin/sh
# record-replay.sh - games recorded by one back end replay on every other, also
# compressed; several files in one run are added up.
. "$srcdir/tests/cli/lib.sh.inc"
game=$srcdir/examples/breakthrough.lud
expect 0 "$LUDC" playout "$game" --backend eval --record 2 --seed 3
cp out.txt one.jsonl
expect 0 "$LUDC" playout "$game" --record 1 --seed 4
cp out.txt two.jsonl
gzip -k one.jsonl || skip "no gzip"
plies=$(grep -c '"k":' one.jsonl)
for backend in eval auto; do
    expect 0 "$LUDC" replay --game "$game" one.jsonl --backend $backend
    [ "$(tail -n 1 out.txt)" = "$plies passed, 0 failed, 0 skipped" ] || fail "$(cat out.txt)"
done
expect 0 "$LUDC" replay --game "$game" one.jsonl.gz
both=$(cat one.jsonl two.jsonl | grep -c '"k":')
expect 0 "$LUDC" replay --game "$game" one.jsonl.gz two.jsonl
[ "$(tail -n 1 out.txt)" = "$both passed, 0 failed, 0 skipped" ] || fail "$(cat out.txt)"
# another game's record does not pass, nor does an empty file or a cut one
expect 1 "$LUDC" replay --game "$hex" one.jsonl
grep -q '^0 passed' out.txt || fail "hex replays breakthrough: $(cat out.txt)"
: >empty.jsonl
expect 1 "$LUDC" replay --game "$game" empty.jsonl
head -n 20 one.jsonl >cut.jsonl
expect 1 "$LUDC" replay --game "$game" cut.jsonl
head -c 400 one.jsonl.gz >cut.jsonl.gz
expect 3 "$LUDC" replay --game "$game" cut.jsonl.gz
expect 3 "$LUDC" replay --game "$game" no-such-file.jsonl
expect 2 "$LUDC" replay "$game"
