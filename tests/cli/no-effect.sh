#!/bin/sh
# no-effect.sh - an option that has no effect in a call is refused by its name.
. "$srcdir/tests/cli/lib.sh.inc"
sheet=$srcdir/examples/tictactoe.kif

# refused OPTION COMMAND...: exit code 2, and the option is named.
refused() {
    option=$1
    shift
    expect 2 "$LUDC" "$@"
    grep -qe "$option has no effect here" err.txt || fail "not named: $option in $* ($(cat err.txt))"
}
refused --json draw "$hex" --json
refused --json serve --ggp 0 --json
refused --json build "$hex" --emit ir --json
refused --json playout "$hex" --record 1 --json
refused --number playout "$hex" --record 1 -n 1
refused --time playout "$hex" --record 1 -t 1
refused --threads playout "$hex" --record 1 --threads 2
refused --trace playout "$hex" --record 1 --trace
refused --histogram playout "$hex" -n 1 --trace --histogram
refused --lanes-by playout "$hex" -n 1 --lanes-by tcc
refused --lanes playout "$hex" -n 1 --lanes 64
refused --no-sweep playout "$hex" -n 1 --no-sweep
refused --evaluator playout "$hex" -n 1 --evaluator naive
refused --ties playout "$hex" -n 1 --ties floor
refused --transfer playout "$hex" -n 1 --transfer
refused --phi search "$hex" -n 1 --phi
refused --summary explain "$hex" --summary
refused --seen explain "$hex" --seen 1
refused --no-sweep build "$hex" --emit ir --no-sweep
refused --depth build "$hex" --emit ir -d 2
refused --contexts build "$hex" --emit ir --contexts 2
refused --family build "$hex" --emit ir --family ice40
refused --portable build "$hex" --emit ir --portable
refused --agent build "$hex" --emit ir --agent uct
refused --seed features "$hex" --atomic 1-1 --seed 2
refused --max-moves features "$hex" --atomic 1-1 --max-moves 2
refused --board draw "$hex" --board --moves A1
refused --option check "$sheet" --option "A/B"
refused --ruleset check "$sheet" --ruleset "A"
refused --def-path check "$sheet" --def-path .
refused --limit replay --game "$hex" --planes --limit 1 none.jsonl
# those that are said otherwise
expect 2 "$LUDC" draw "$hex" --utf8
expect 2 "$LUDC" draw "$hex" --pace 2
expect 2 "$LUDC" draw "$hex" --text --theme night
expect 2 "$LUDC" perft "$hex" -d 1 --ply 1
expect 2 "$LUDC" bench "$hex" --resume
expect 2 "$LUDC" match "$hex" --agent uct --agent uct --resume
# a back end that there is not is refused by every subcommand that plays
for command in "playout -n 1" "perft -d 1" "search -n 1" "solve" "report -n 1" "draw" "explain" "check -n 1" "features --atomic 1-1" "train --out t" "bench" "match --agent uct --agent uct -n 1" "play" "build --emit c"; do
    expect 2 "$LUDC" $command "$hex" --backend nonsense
done
exit 0
