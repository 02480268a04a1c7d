#!/usr/bin/env python3
"""playouts_alike.py - the same random games by every engine: lengths, outcomes and their sums.

usage: playouts_alike.py [--out FILE] [--jobs N] [-n N] [--max-moves N] [--engines "E, E .."] GAME|FOLDER ...

Each game is played N times from one seed by each engine: `tcc`, `llvm` (compiled in a hurry) and
`llvm --steady` (in full) unless others are named.  What --json says of the games must be the same,
and no engine may end by a signal.  A row a game goes to --out as it is found; what stands there is
not done again.  Exit code 1: one game differs or died."""
import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from games_at_hand import ALL, as_done, definitions, games_of, rows_of  # noqa: E402

LUDC = os.environ.get("LUDC", "./ludc")
TOLD = ("playouts", "moves", "mean_moves", "stddev_moves", "cut", "by_turn_limit", "scores")
SECONDS = 300


def played(game, engine, options):
    """What is told of the games, or how the program ended."""
    command = [LUDC, "playout", str(game), "-n", str(options.n), "--max-moves", str(options.max_moves), "--seed", "7", "--json",
               "--backend", *engine.split(), *(definitions() if game.suffix == ".lud" else [])]
    try:
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "LUDC_CACHE": ""}, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "slow"
    if done.returncode:
        return f"exit {done.returncode}"
    said = json.loads(done.stdout)
    return json.dumps({word: said.get(word) for word in TOLD})


def compared(game, options):
    said = {engine: played(game, engine, options) for engine in options.engines}
    first = said[options.engines[0]]
    if any(answer.startswith("exit") and answer not in ("exit 1", "exit 4") for answer in said.values()):
        return game, "died", said
    if "slow" in said.values():
        return game, "slow", said
    if any(answer != first for answer in said.values()):
        return game, "differ", said
    return game, "refused" if first.startswith("exit") else "alike", {}


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0], description=__doc__.split("\n\n")[2])
    parser.add_argument("--out", type=Path, default=Path("conform-playouts.tsv"))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("-n", type=int, default=12)
    parser.add_argument("--max-moves", type=int, default=300)
    parser.add_argument("--engines", type=lambda s: [e.strip() for e in s.split(",")], default=["tcc", "llvm", "llvm --steady"])
    parser.add_argument("place", nargs="+")
    options = parser.parse_args()
    known = {row["game"]: row["result"] for row in rows_of(options.out)}
    new = not options.out.exists()
    games = [g for g in games_of(options.place, ALL) if str(g) not in known]
    with options.out.open("a", encoding="utf-8") as out:
        if new:
            print("game", "result", "said", sep="\t", file=out)
        for game, result, said in as_done(lambda g: compared(g, options), games, options.jobs):
            print(game, result, json.dumps(said), sep="\t", file=out, flush=True)
            known[str(game)] = result
            if result in ("died", "differ"):
                print(f"{game}: {result}: {said}", flush=True)
    count = Counter(known.values())
    print(", ".join(f"{count[kind]} {kind}" for kind in ("alike", "refused", "slow", "differ", "died")))
    return bool(count["differ"] + count["died"])


if __name__ == "__main__":
    sys.exit(main())
