#!/usr/bin/env python3
"""features_playouts.py - playouts by a set of features beside Ludii's uniform ones without features (make bench-features-playouts).

    features_playouts.py [--set M-N] [--backend NAME] [--time SECONDS] [--only NAME].. [--out FILE]

The games are those of bench/features.games that oracle/ludii/speed.tsv of LUDC_SHARED has a figure of.  Every move is drawn by softmax over Atomic-M-N with
weights 0, which takes as long as others and leaves games as long as Ludii's.  A row: playouts a second of processor time and moves of a game, ours and Ludii's
standard ones, their ratio; and what a process that plays one such game by libtcc takes: milliseconds of processor time, and the most memory in MB.  Ends with the medians."""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
from library import SHARED  # noqa: E402
from ready import play  # noqa: E402

SRC = Path(os.environ.get("srcdir", "."))
LUDC = os.environ.get("LUDC", "./ludc")
COLUMNS = ["game", "ours/s", "ours: moves", "Ludii/s", "Ludii: moves", "ratio", "first, ms", "MB"]
LIBRARY = SHARED / "corpus" / "ludii"
SPEED = SHARED / "oracle" / "ludii" / "speed.tsv"


def figures_of():
    """Ludii's standard figures: (playouts/s, mean moves, path) by name."""
    lines = SPEED.read_text(encoding="utf-8").splitlines()
    rows = [dict(zip(lines[0].split("\t"), line.split("\t"))) for line in lines[1:]]
    return {row["name"]: (float(row["playouts_per_cpu_s"]), float(row["mean_moves_per_playout"]), row["path"]) for row in rows if row["mode"] == "standard"}


def ludc(*words):
    done = subprocess.run([LUDC, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        print(f"exit {done.returncode}: ludc {' '.join(map(str, words))}: {done.stderr.strip().splitlines()[:1]}", file=sys.stderr)
    return done.stdout if done.returncode == 0 else None


def row_of(name, figure, args, work):
    features, game = Path(work) / "set.features", [LIBRARY / "lud" / figure[2], "--def-path", LIBRARY / "def"]
    drawn = [*game, "--policy", "softmax:1", "--scores", features]
    if ludc("features", *game, "--atomic", args.set, "-o", features) is None:
        return None
    out = ludc("playout", *drawn, "--backend", args.backend, "--steady", "-t", args.time, "--json")
    code, milliseconds, megabytes = play(drawn, "tcc", 60)
    if out is None or code:
        return None
    found = json.loads(out)
    return [name, found["playouts_per_s"], found["mean_moves"], figure[0], figure[1], found["playouts_per_s"] / figure[0], milliseconds, megabytes]


def shown(row):
    return "\t".join(x if isinstance(x, str) else f"{x:.4g}" for x in row)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--set", default="2-4")
    parser.add_argument("--backend", default="llvm")
    parser.add_argument("--time", type=float, default=1)
    parser.add_argument("--only", action="append")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    if not SPEED.exists():
        print("bench: skipped, there are no figures of Ludii (LUDC_SHARED)")
        return 0
    figures, rows = figures_of(), []
    names = (SRC / "bench/features.games").read_text(encoding="utf-8").splitlines()
    lines = ["\t".join(COLUMNS)]
    print(lines[0])
    with tempfile.TemporaryDirectory() as work:
        for name in names:
            row = row_of(name, figures[name], args, work) if name in figures and (not args.only or name in args.only) else None
            if row:
                rows.append(row)
                lines.append(shown(row))
                print(lines[-1], flush=True)
    if not rows:
        return 1
    lines.append(shown(["median", *(statistics.median(column) for column in list(zip(*rows))[1:])]))
    print(lines[-1])
    if args.out:
        args.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
