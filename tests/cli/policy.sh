#!/bin/sh
# policy.sh - playouts by a policy: what wins at once is played, scores can come from a
# shared object, and what makes no sense is refused.
. "$srcdir/tests/cli/lib.sh.inc"
game=$srcdir/examples/tictactoe.lud
play="--backend eval -n 300 --seed 5"

# A policy that draws all moves uniformly plays the same games as none.
# shellcheck disable=SC2086
for policy in uniform epsilon-greedy:1; do
    expect 0 "$LUDC" playout "$game" $play --plan standard --policy $policy --histogram
    sed -n '/^length\|^outcome/p' out.txt >"$policy.txt"
    [ -s "$policy.txt" ] || fail "no histogram: $(cat out.txt)"
done
cmp -s uniform.txt epsilon-greedy:1.txt || fail "epsilon 1 is not uniform"
# Greedy players win in at most seven moves more often; the winner's last move won at once.
# shellcheck disable=SC2086
expect 0 "$LUDC" playout "$game" $play --policy epsilon-greedy:0 --json
grep -q '"policy":"epsilon-greedy:0"' out.txt || fail "the policy is not told: $(cat out.txt)"
mean=$(sed 's/.*"mean_moves":\([0-9.]*\).*/\1/' out.txt)
awk "BEGIN { exit !($mean < 7) }" || fail "greedy games take $mean moves"
for policy in softmax:0.5 epsilon-greedy:0.2; do
    for scores in payoff mobility captures; do
        # shellcheck disable=SC2086
        expect 0 "$LUDC" playout "$srcdir/examples/breakthrough.lud" --backend eval -n 2 --policy $policy --scores $scores
    done
    # shellcheck disable=SC2086
    expect 0 "$LUDC" playout "$srcdir/examples/tictactoe.kif" $play --policy $policy
    # shellcheck disable=SC2086
    expect 0 "$LUDC" playout "$srcdir/examples/babel.kif" --backend eval -n 5 --policy $policy --trace
done

# Moves of high numbers first: the games are all alike.
cat >scores.c <<'END'
#include "ludc_policy.h"
ludc_score_fn ludc_scores;
int ludc_scores(void *data, const ludc_reasoner *r, const void *state, unsigned player, const ludc_move *moves, size_t n,
                double *out)
{
    (void)data; (void)r; (void)state; (void)player;
    for (size_t i = 0; i < n; i++)
        out[i] = moves[i];
    return 0;
}
END
# shellcheck disable=SC2086
if $CC -shared -fPIC -I"$srcdir/runtime/include" scores.c -o scores.so 2>cc.txt; then
    expect 0 "$LUDC" playout "$game" $play --policy epsilon-greedy:0 --scores scores.so --histogram
    [ "$(grep -c '^length\|^outcome' out.txt)" = 2 ] || fail "the games differ: $(cat out.txt)"
    sed 's/= moves\[i\]/= 0.0 \/ (double)(n - n)/' scores.c >nan.c
    $CC -shared -fPIC -I"$srcdir/runtime/include" nan.c -o nan.so || fail "nan.c"
    expect 1 "$LUDC" playout "$game" $play --policy softmax:1 --scores ./nan.so
    $CC -shared -fPIC -xc /dev/null -o none.so || fail "none.so"
    expect 1 "$LUDC" playout "$game" $play --policy softmax:1 --scores none.so
fi
expect 2 "$LUDC" playout "$game" --policy softmax:0
expect 2 "$LUDC" playout "$game" --policy epsilon-greedy:2
expect 2 "$LUDC" playout "$game" --policy best
expect 2 "$LUDC" playout "$game" --policy softmax:1 --scores colour
expect 2 "$LUDC" playout "$game" --scores payoff
expect 3 "$LUDC" playout "$game" --policy softmax:1 --scores no-such-file.so

# What --max-moves cuts short is counted; nobody is ranked, so all share the ranks.
expect 0 "$LUDC" playout "$game" --backend eval -n 20 --max-moves 3 --json --histogram
grep -q '"cut":20,' out.txt || fail "cut: $(cat out.txt)"
grep -q '"lengths":\[\[3,20\]\],"outcomes":\[\[\[0.5,0.5\],20\]\]' out.txt || fail "histogram: $(cat out.txt)"
# A budget of processor time ends a run that has no number.
expect 0 "$LUDC" playout "$game" --backend eval --cpu-time 0.05 --json
seconds=$(sed 's/.*"seconds":\([0-9.]*\).*/\1/' out.txt)
awk "BEGIN { exit !($seconds >= 0.05) }" || fail "ended after $seconds s"
