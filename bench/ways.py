#!/usr/bin/env python3
"""ways.py - the same game, written in several ways: how fast each plays (make bench-ways).

    ways.py [--table FILE] [--backends c,llvm] [--time SECONDS] [--repeats N] [--only GAME]..

The table is bench/ways.tsv, which says what its columns are.  A line a way: game, way, mean length in moves, then for each back end random
playouts a second of processor time (of REPEATS runs the median) and by how much the fastest way of the game is faster.  All by the plan `standard`; the ways
of a game take turns.  A way whose mean length differs by more than a hundredth from that of the game's first way has other rules, and
is compared with nothing.  Ends with how many ways are within 1.25 of the fastest."""
import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from library import SHARED  # noqa: E402

SRC = Path(os.environ.get("srcdir") or Path(__file__).resolve().parents[1])
LUDC = os.environ.get("LUDC", "ludc")
WITHIN = 1.25


def file_of(name):
    return SHARED / name[len("shared/"):] if name.startswith("shared/") else SRC / "examples" / name


def table_of(path):
    """Game -> its ways: (way, file, option)."""
    ways = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and line[0] != "#":
            game, way, name, *option = line.split("\t")
            ways.setdefault(game, []).append((way, file_of(name), option))
    return ways


def play(one, backend, seconds, seed):
    """Playouts a second and their mean length; None: it cannot be played."""
    _, path, option = one
    words = [LUDC, "playout", path, "--backend", backend, "--plan", "standard", "--steady", "-t", seconds, "--seed", seed, "--json"]
    if path.suffix == ".lud":
        words += ["--def-path", SHARED / "corpus" / "ludii" / "def", *(word for name in option for word in ("--option", name))]
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(f"# {path.name}: {done.stderr.strip().splitlines()[-1]}", file=sys.stderr)
        return None
    said = json.loads(done.stdout)
    return said["playouts_per_s"], said["mean_moves"]


def measure(ways, backends, args):
    """By way: mean length, and by back end the median rate."""
    found = [{backend: [] for backend in backends} for _ in ways]
    for backend in backends:
        for seed in range(1, args.repeats + 1):
            for one, rates in zip(ways, found):
                rates[backend].append(play(one, backend, args.time, seed))
    result = []
    for rates in found:
        played = [one for runs in rates.values() for one in runs]
        if None in played:
            result.append(None)
        else:
            result.append((statistics.mean(length for _, length in played),
                           {backend: statistics.median(rate for rate, _ in runs) for backend, runs in rates.items()}))
    return result


def rows_of(game, ways, measured, backends):
    """The lines of a game, and for each of its ways whether it is near the fastest by all back ends; None: it does not count."""
    there = [one for one in measured if one]
    first = there[0][0] if there else 0
    same = [one for one in there if abs(one[0] - first) <= first / 100]
    best = {backend: max(one[1][backend] for one in same) for backend in backends} if same else {}
    rows, near = [], []
    for (way, _, _), one in zip(ways, measured):
        if one:
            counts = one in same
            slower = {backend: best[backend] / one[1][backend] for backend in backends}
            cells = [cell for backend in backends for cell in (f"{one[1][backend]:,.0f}", f"{slower[backend]:.2f}" if counts else "differs")]
            rows.append([game, way, f"{one[0]:.2f}", *cells])
            near.append(max(slower.values()) <= WITHIN if counts else None)
    return rows, near


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", type=Path, default=SRC / "bench" / "ways.tsv")
    parser.add_argument("--backends", default="c,llvm")
    parser.add_argument("--time", type=float, default=1)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--only", action="append")
    args = parser.parse_args()
    backends = args.backends.split(",")
    print("game", "way", "mean length", *(cell for backend in backends for cell in (backend, f"fastest / {backend}")), sep="\t")
    counted = []
    for game, ways in table_of(args.table).items():
        if args.only and game not in args.only:
            continue
        there = [one for one in ways if one[1].exists()]
        rows, near = rows_of(game, there, measure(there, backends, args), backends)
        counted += [one for one in near if one is not None]
        for row in rows:
            print(*row, sep="\t", flush=True)
    print(f"# {sum(counted)} of {len(counted)} ways are within {WITHIN} of the fastest by every back end")
    return 0


if __name__ == "__main__":
    sys.exit(main())
