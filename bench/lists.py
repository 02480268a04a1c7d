#!/usr/bin/env python3
"""lists.py - lists of legal moves a second by two builds, by turns.

    lists.py OLD NEW GAME|FOLDER .. [--check] [--backend llvm] [-t SECONDS] [--rounds N] [--cc cc]

OLD and NEW are folders in which ludc was built.  --check: only games whose rules ask whether a piece is threatened.  A round's ratio
is NEW's rate by OLD's; a row's is the median of its rounds.  Prints a table as TSV, then the median and the rows below 1."""
import argparse
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests"))
from games_at_hand import ALL, games_of  # noqa: E402

CHECK = re.compile(r"\(is Threatened|InCheck|HasCheck|\"Checkmate")


def compiled(build, cc, out):
    """bench/lists.c with the header and the library of a build."""
    header = [flag for folder in (build / "runtime/include", build.parent / "runtime/include") if folder.is_dir() for flag in ("-I", str(folder))]
    subprocess.run([cc, "-std=c11", "-O2", "-D_POSIX_C_SOURCE=200809L", "-o", str(out), str(HERE / "lists.c"), *header, "-L", str(build / ".libs"), "-lludc",
                    f"-Wl,-rpath,{build / '.libs'}"], check=True)
    return out


def rate(program, build, game, options):
    environment = dict(os.environ, LUDC_CACHE="", LUDC_LIBDIR=str(build / ".libs"))
    try:
        done = subprocess.run([str(program), str(game), options.backend, str(options.t)], capture_output=True, text=True, env=environment,
                              timeout=600, check=False)
    except subprocess.TimeoutExpired:
        return None
    return [float(word) for word in done.stdout.split()] if done.returncode == 0 else None


def row_of(programs, builds, game, options):
    """Old rate, new rate, ratio, moves in a list (None: the builds differ in that); None: one of them does not play it."""
    rounds = []
    for i in range(options.rounds):
        found = [None, None]
        for k in ((0, 1), (1, 0))[i % 2]:
            found[k] = rate(programs[k], builds[k], game, options)
            if not found[k]:
                return None
        rounds.append(found)
    if rounds[0][0][1] != rounds[0][1][1]:
        return [0, 0, 0, None]
    return [statistics.median(r[0][0] for r in rounds), statistics.median(r[1][0] for r in rounds),
            statistics.median(r[1][0] / r[0][0] for r in rounds), rounds[0][1][1]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("game", nargs="+")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--backend", default="llvm")
    parser.add_argument("-t", type=float, default=0.5)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--cc", default="cc")
    options = parser.parse_args()
    builds = [options.old.resolve(), options.new.resolve()]
    ratios = {}
    with tempfile.TemporaryDirectory() as folder:
        programs = [compiled(build, options.cc, Path(folder) / name) for build, name in zip(builds, ("old", "new"))]
        print("game\told\tnew\tratio\tmoves", flush=True)
        for game in games_of(options.game, ALL):
            if options.check and not CHECK.search(Path(game).read_text(encoding="utf-8", errors="replace")):
                continue
            row = row_of(programs, builds, game, options)
            if row and row[3] is None:
                print(f"# {Path(game).stem}: the builds list other moves", flush=True)
            elif row:
                ratios[game] = row[2]
                print(f"{Path(game).stem}\t{row[0]:.4g}\t{row[1]:.4g}\t{row[2]:.2f}\t{row[3]:.1f}", flush=True)
    if ratios:
        print(f"# {len(ratios)} games: median {statistics.median(ratios.values()):.2f}, "
              f"geometric mean {math.exp(statistics.fmean(map(math.log, ratios.values()))):.2f}")
        for game, ratio in sorted(ratios.items(), key=lambda item: item[1]):
            if ratio < 1:
                print(f"# slower: {Path(game).stem} {ratio:.2f}")


if __name__ == "__main__":
    main()
