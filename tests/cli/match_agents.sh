#!/bin/sh
# match_agents.sh - agents of shared objects: the one of examples/agent.c plays in a match; one that keeps something from
# game to game is found by playing a game alone; one that presses ^C ends the match before a game counts.
. "$srcdir/tests/cli/lib.sh.inc"
library=$builddir/.libs
[ -e "$library/libludc.so" ] || skip "no shared library was built"
game="$srcdir/examples/tictactoe.lud"

object() { # SOURCE FILE
    expect 0 ${CC:-cc} ${SAN_FLAGS:-} -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -D_POSIX_C_SOURCE=200809L \
        -I"$srcdir/runtime/include" -shared -fPIC -o "$2" "$srcdir/$1" -L"$library" -lludc -Wl,-rpath,"$library"
}
object examples/agent.c agent.so
object tests/odd_agent.c odd.so

# An agent of one page wins three of four games and more against random play.
expect 0 "$LUDC" match "$game" --agent so:./agent.so,50 --agent random --games 20 --json
wins=$(sed -n 's/.*"wins":\[\([0-9]*\),.*/\1/p' out.txt)
[ "${wins:-0}" -ge 15 ] || fail "it won ${wins:-no} games: $(cat out.txt)"
grep -q '"forfeits":\[{"time":0,"illegal":0,"crash":0,"stall":0}' out.txt || fail "it forfeits: $(cat out.txt)"
# joint moves, dice, three roles
for other in examples/babel.kif tests/games/racers.lud tests/games/tally.lud; do
    expect 0 "$LUDC" match "$srcdir/$other" --agent so:agent.so,2 --agent random --games 3 --max-moves 30 --json
    grep -q '"forfeits":\[{"time":0,"illegal":0,"crash":0,"stall":0}' out.txt || fail "$other: it forfeits: $(cat out.txt)"
done

# The K-th game of a match, alone and among the others: the same unless an agent keeps something.
fifth() { # AGENT: prints "same" or "other"
    expect 0 "$LUDC" match "$game" --agent "$1" --agent flat -n 20 --games 6 --record-to all.jsonl
    expect 0 "$LUDC" match "$game" --agent "$1" --agent flat -n 20 --only 5 --record-to alone.jsonl
    grep '"k":' all.jsonl >steps
    # the steps of a game begin with k 0
    awk '/"k":0,/ { game++ } game == 5' steps | sed 's/^{[^{]*"k"/"k"/' >all
    grep '"k":' alone.jsonl | sed 's/^{[^{]*"k"/"k"/' >alone
    [ -s all ] || fail "game 5 is not in the record"
    cmp -s all alone && echo same || echo other
}
[ "$(fifth so:./agent.so)" = same ] || fail "examples/agent.c keeps something from game to game"
[ "$(fifth so:./odd.so)" = same ] || fail "the fifth game alone is another game, though nothing was kept"
[ "$(fifth so:./odd.so,keep)" = other ] || fail "an agent that keeps something is not noticed"

# No game is finished: a table without numbers that are none.
expect 130 "$LUDC" match "$game" --agent so:./odd.so,interrupt --agent random
grep -q 'interrupted: 100 games were asked for' out.txt || fail "not interrupted: $(cat out.txt)"
grep -q '^ *1 so:./odd.so,interrupt  *0  *0  *-' out.txt || fail "no row without games: $(cat out.txt)"
grep -qi 'nan' out.txt && fail "not a number: $(cat out.txt)"
expect 130 "$LUDC" match "$game" --agent so:./odd.so,interrupt --agent random --json
grep -q '"games":0,.*"interrupted":true' out.txt || fail "not interrupted: $(cat out.txt)"
grep -qi 'nan' out.txt && fail "not a number: $(cat out.txt)"
exit 0
