#!/usr/bin/env python3
"""search.py - make bench-search: what the tree of a search costs, beside programs written by hand.

The tree's own cost is 1 / (iterations per second) - 1 / (playouts per second of the same back end and
plan): what an iteration takes beside its playout.  Programs by hand: LUDC_SHARED/limits/run, which
prints rows of name and rate.  All rates are per second of processor time, medians."""
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

LUDC = os.environ.get("LUDC", "ludc")
SHARED = Path(os.environ.get("LUDC_SHARED", "../shared"))
LIBRARY = SHARED / "corpus/ludii"
CONNECT = ["board/space/line/Connect Four.lud", "--option", "Modelisation/2D"]
HEX = ["board/space/connection/Hex.lud", "--option", "Swap Rules/Off", "--plan", "fill"]
# name, game and options, agent, iterations, the programs by hand: tree and playouts
ROWS = [
    ("Connect Four, 10^5", CONNECT, "uct:c=1,expand=1,solver=0", 100000, "uct-c4", "c4"),
    ("Connect Four, 10^6", CONNECT, "uct:c=1,expand=1,solver=0", 1000000, "uct-c4-1m", "c4"),
    ("Hex 11x11, fill, 2*10^4", HEX, "uct:c=0.5,expand=4,solver=0", 20000, "uct-hex", "hexfill"),
]
REPEATS = 5


def ludc(command, game, *more):
    path = str(LIBRARY / "lud" / game[0])
    out = subprocess.run([LUDC, command, path, *game[1:], "--def-path", str(LIBRARY / "def"), "--backend", "llvm",
                          "--json", *more], capture_output=True, text=True)
    if out.returncode:
        sys.exit(f"{command} {game[0]}: {out.stderr}")
    return json.loads(out.stdout)


def by_hand():
    run = SHARED / "limits/run"
    names = sorted({name for row in ROWS for name in row[4:]})
    if not run.exists():
        return {}
    out = subprocess.run(["bash", str(run), "1", "3", *names], capture_output=True, text=True).stdout
    rows = [line.split("\t") for line in out.splitlines()]
    return {row[0]: float(row[1]) for row in rows if row[1] != "failed"}


def nanoseconds(tree, playouts):
    return 1e9 / tree - 1e9 / playouts


def main():
    hand = by_hand()
    print("# search\titerations/s\tplayouts/s\ttree ns\tbytes a node\tby hand: iterations/s\tplayouts/s\ttree ns"
          "\ttree, ours / theirs\titerations, ours / theirs")
    for name, game, agent, count, tree, playouts in ROWS:
        found = [ludc("search", game, "--agent", agent, "-n", str(count)) for _ in range(REPEATS)]
        rate = statistics.median(one["iterations_per_s"] for one in found)
        played = statistics.median(ludc("playout", game, "--cpu-time", "1")["playouts_per_s"] for _ in range(3))
        row = [name, f"{rate:.0f}", f"{played:.0f}", f"{nanoseconds(rate, played):.0f}",
               f"{found[0]['bytes_per_node']:.1f}"]
        if tree in hand and playouts in hand:
            theirs = nanoseconds(hand[tree], hand[playouts])
            row += [f"{hand[tree]:.0f}", f"{hand[playouts]:.0f}", f"{theirs:.0f}",
                    f"{nanoseconds(rate, played) / theirs:.2f}", f"{rate / hand[tree]:.2f}"]
        print("\t".join(row), flush=True)


if __name__ == "__main__":
    main()
