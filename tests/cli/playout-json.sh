#!/bin/sh
# playout-json.sh - the machine-readable form of playout says everything that it
# promises; threads share the work.
. "$srcdir/tests/cli/lib.sh.inc"
for arguments in "-n 50" "-n 50 --threads 3" "-t 0.05" "-n 7 --max-moves 5"; do
    # shellcheck disable=SC2086
    expect 0 "$LUDC" playout "$srcdir/examples/tictactoe.lud" $arguments --seed 9 --json
    for key in game backend plan playouts moves seconds playouts_per_s moves_per_s mean_moves \
        stddev_moves scores compile_ms first_playout_ms seed; do
        grep -q "\"$key\":" out.txt || fail "$arguments: no $key in $(cat out.txt)"
    done
    grep -q '"seed":9[,}]' out.txt || fail "another seed in $(cat out.txt)"
done
grep -q '"playouts":7,"moves":35,' out.txt || fail "--max-moves: $(cat out.txt)"
expect 0 "$LUDC" playout "$srcdir/examples/tictactoe.lud" -n 50 --threads 3 --json
grep -q '"playouts":50,' out.txt || fail "threads lose playouts: $(cat out.txt)"
expect 2 "$LUDC" playout "$hex" --plan no-such-plan
expect 2 "$LUDC" playout "$hex" --backend no-such-backend
expect 2 "$LUDC" playout "$hex" -n many
