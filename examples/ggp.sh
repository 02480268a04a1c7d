#!/bin/sh
# ggp.sh - two players of General Game Playing, and a game server that lets them play: some games of a rule sheet over
# HTTP on this machine, and the score.
#
#     examples/ggp.sh [SHEET [AGENT AGENT]]        LUDC names the program where it is not on the path
set -eu
ludc=${LUDC:-ludc}
sheet=${1:-$(dirname "$0")/tictactoe.kif}
strong=${2:-uct:n=2000}
weak=${3:-uct:n=20}

folder=$(mktemp -d)
players=
trap 'kill $players 2>/dev/null || :; rm -rf "$folder"' EXIT

# player NAME AGENT: its address, once it listens
player() {
    "$ludc" serve --ggp 0 --agent "$2" >"$folder/$1" &
    players="$players $!"
    tries=0
    until grep -q listening "$folder/$1"; do
        tries=$((tries + 1))
        if [ $tries -gt 100 ]; then
            echo "ggp.sh: a player does not listen" >&2
            exit 1
        fi
        sleep 0.1
    done
    address=$(sed -n 's/listening on //p' "$folder/$1")
}

player first "$strong"
first=$address
player second "$weak"
second=$address
"$ludc" match "$sheet" --agent "ggp:$first" --agent "ggp:$second" --games 6
