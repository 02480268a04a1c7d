#!/bin/sh
# match_interrupt.sh - a match gets a SIGINT in the midst of its games: it prints what stands, and gone on with it gives
# the record and the figures of a match that nobody interrupted.
. "$srcdir/tests/cli/lib.sh.inc"
plain() { sed -e 's/"seconds":[^,]*//' -e 's/"iterations_per_s":\[[^]]*\]//' "$1"; }
options="--agent uct --agent flat -n 300 --seed 11 --json"
game="$srcdir/examples/dropfour.lud"
finished() { grep -c '"game":[0-9]' cut.jsonl 2>/dev/null || true; }

# more games than can be played until the signal comes
# shellcheck disable=SC2086
"$LUDC" match "$game" $options --games 100000 --record-to cut.jsonl >cut.txt 2>err.txt </dev/null &
pid=$!
tries=0
while [ "$(finished)" -lt 2 ] 2>/dev/null || [ ! -s cut.jsonl ]; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || { kill -KILL $pid; fail "no game in a minute: $(cat err.txt)"; }
    sleep 0.1
done
kill -INT $pid || fail "it is gone: $(cat err.txt)"
tries=0
while kill -0 $pid 2>/dev/null; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || { kill -KILL $pid; fail "it goes on for a minute"; }
    sleep 0.1
done
wait $pid
code=$?
[ $code = 130 ] || fail "exit $code: $(cat err.txt)"
games=$(finished)
grep -q "\"games\":$games,.*\"interrupted\":true" cut.txt || fail "$games games in the record: $(cat cut.txt)"

# shellcheck disable=SC2086
expect 0 "$LUDC" match "$game" $options --games $((games + 3)) --record-to whole.jsonl
plain out.txt >whole.txt
grep -q '"interrupted":false' whole.txt || fail "interrupted? $(cat whole.txt)"
head -c "$(wc -c <cut.jsonl)" whole.jsonl | cmp -s - cut.jsonl || fail "the games until the signal are others"
# shellcheck disable=SC2086
expect 0 "$LUDC" match "$game" $options --games $((games + 3)) --record-to cut.jsonl --resume --concurrency 2
plain out.txt | cmp -s - whole.txt || fail "gone on with, it finds something else"
cmp -s cut.jsonl whole.jsonl || fail "gone on with, it plays other games"
