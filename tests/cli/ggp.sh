#!/bin/sh
# ggp.sh - examples/ggp.sh: two players and a game server, in a few seconds, and nothing is left over.
. "$srcdir/tests/cli/lib.sh.inc"
"$LUDC" serve --ggp x 2>&1 | grep -q libmicrohttpd && skip "ludc serve is not built in"
"$LUDC" match x.kif --agent ggp:127.0.0.1:1 --agent uct 2>&1 | grep -q libcurl && skip "agents ggp: are not built in"
export LUDC
TMPDIR=$PWD
export TMPDIR
expect 0 sh "$srcdir/examples/ggp.sh"
grep -q '^tictactoe, 6 games, ' out.txt || fail "the script printed: $(cat out.txt)"
[ "$(grep -c '^   [12] ggp:127.0.0.1:[0-9]*  *6 ' out.txt)" = 2 ] || fail "not two players: $(cat out.txt)"
grep -q forfeit out.txt && fail "a player is at fault: $(cat out.txt)"
[ -z "$(ls -d tmp.* 2>/dev/null)" ] || fail "a folder is left over"
