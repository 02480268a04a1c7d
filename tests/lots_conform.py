#!/usr/bin/env python3
"""lots_conform.py - exact chances of lots against draws, and recorded throws, game by game.

usage: lots_conform.py [--draws N] [--jobs N] [--match TEXT] GAME|FOLDER...

Every game is looked at by tests/lots_tool, with the definitions of ../shared/corpus/ludii/def or
LUDC_SHARED; of a game that draws lots and has a record in the oracle there (oracle/ludii/traces), the record is
replayed, too, by outcomes that it names: each recorded throw must be one of the move's.  A row a
game that draws; the last line is `N right, N wrong, N without lots, N not compiled`, and the exit
code is 0 when none is wrong."""
import argparse
import concurrent.futures
import csv
import os
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from games_at_hand import SHARED, definitions, games_of  # noqa: E402

LUDC = os.environ.get("LUDC", "ludc")
BUILD = Path(os.environ.get("builddir", "."))


def records():
    """Records by the path of the game below the corpus."""
    index = SHARED / "oracle" / "ludii" / "traces" / "index.tsv"
    if not index.exists():
        return {}
    with open(index, encoding="utf-8") as lines:
        return {row["path"]: SHARED / "oracle" / "ludii" / row["file"]
                for row in csv.DictReader(lines, delimiter="\t") if row["status"] == "ok"}


def record_of(game, known):
    parts = game.resolve().parts
    return next((known["/".join(parts[i:])] for i in range(len(parts)) if "/".join(parts[i:]) in known), None)


def look_at(game, known, draws):
    extra = definitions()
    done = subprocess.run([str(BUILD / "tests" / "lots_tool"), "--draws", str(draws), *extra, str(game)],
                          capture_output=True, text=True, check=False)
    line = done.stdout.strip() or f"{game}: wrong: exit code {done.returncode}"
    record = record_of(game, known) if ": ok" in line else None
    if record:
        done = subprocess.run([LUDC, "replay", "--game", str(game), str(record), *extra],
                              capture_output=True, text=True, check=False)
        said = done.stdout.strip().splitlines() or [""]
        line += f"; record {said[-1]}" if done.returncode == 0 else f": wrong: record {said[-1]}"
    return line


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--draws", type=int, default=1000000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--match", default="")
    parser.add_argument("place", nargs="+")
    options = parser.parse_args()
    known, count = records(), {"right": 0, "wrong": 0, "without lots": 0, "not compiled": 0}
    games = [g for g in games_of(options.place) if options.match in str(g)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for line in pool.map(lambda g: look_at(g, known, options.draws), games):
            kind = ("wrong" if ": wrong" in line else "without lots" if line.endswith(": no lots")
                    else "not compiled" if ": skipped" in line else "right")
            count[kind] += 1
            if kind in ("right", "wrong"):
                print(line, flush=True)
    print(", ".join(f"{n} {kind}" for kind, n in count.items()))
    return count["wrong"] != 0


if __name__ == "__main__":
    sys.exit(main())
