#!/bin/sh
# What the rules hide from a player, searches and agents see: that is said.
set -e
game=$srcdir/tests/games/veil.lud
open=$srcdir/examples/hex.lud
"$LUDC" search "$game" --backend eval -n 20 --json | grep -q '"hidden":true'
"$LUDC" search "$game" --backend eval -n 20 | grep -q '^what the rules hide'
! "$LUDC" search "$open" --backend eval -n 20 --json | grep -q hidden
"$LUDC" match "$game" --backend eval --agent random --agent random --games 2 --json | grep -q '"hidden":true'
"$LUDC" match "$game" --backend eval --agent random --agent random --games 2 | grep -q '^the rules hide'
"$LUDC" match "$open" --backend eval --agent random --agent random --games 2 --json | grep -q '"hidden":false'
