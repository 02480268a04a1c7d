#!/usr/bin/env python3
"""compile.py - how long LLVM takes over the games of the library, and how that grows.

usage: compile.py [--lang ludii|gdl|all] [--match TEXT] [--top N] [--timeout S] [--first]

Builds an object of each supported game (LUDC_SHARED/corpus) and prints those with the
most instructions, as a TSV: game, instructions of LLVM's before its passes, the
pipeline (0: the one for nets), milliseconds of processor time in writing them, in the
passes and in making machine code, their sum, microseconds an instruction.  Ends with
the quarters of the sum over all games.  --first: in memory, what a first playout needs."""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from library import SHARED  # noqa: E402

LUDC = os.environ.get("LUDC", "ludc")


def games(lang):
    corpus = SHARED / "corpus"
    if lang in ("ludii", "all"):
        root = corpus / "ludii" / "lud"
        for path in sorted(root.rglob("*.lud")):
            yield str(path.relative_to(root)), path, ["--def-path", corpus / "ludii" / "def"]
    if lang in ("gdl", "all"):
        for path in sorted((corpus / "gdl").glob("*.kif")):
            yield path.name, path, []


def figures(path, extra, folder, timeout, first):
    whole = ["build", path, "-o", os.path.join(folder, "game.o")]
    words = [LUDC] + (["playout", path, "-n", "1", "--max-moves", "1", "--no-cache"] if first else whole)
    words += ["--backend", "llvm", "--json"]
    try:
        done = subprocess.run(words + extra, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              stdin=subprocess.DEVNULL, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return None
    return json.loads(done.stdout)["llvm"] if done.returncode == 0 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lang", default="all")
    parser.add_argument("--match", default="")
    parser.add_argument("--top", type=int, default=10)
    parser.add_argument("--timeout", type=float, default=300)
    parser.add_argument("--first", action="store_true")
    a = parser.parse_args()
    if not (SHARED / "corpus").is_dir():
        print("bench: skipped, there is no library of games (LUDC_SHARED)")
        return 0
    rows = []
    with tempfile.TemporaryDirectory(prefix="ludc-") as folder:
        for name, path, extra in games(a.lang):
            f = figures(path, extra, folder, a.timeout, a.first) if a.match in name else None
            if f:
                rows.append((f["instructions"], name, f, f["build"] + f["passes"] + f["code"] + f["link"]))
    rows.sort(key=lambda row: (-row[0], row[1]))
    print("game", "instructions", "level", "write", "passes", "code", "sum", "us/instruction", sep="\t")
    for n, name, f, ms in rows[:a.top]:
        print(name, n, f["level"], *(f"{f[key]:.0f}" for key in ("build", "passes", "code")), f"{ms:.0f}",
              f"{ms * 1e3 / max(n, 1):.1f}", sep="\t")
    sums = sorted(row[3] for row in rows)
    if sums:
        at = [f"{sums[min(len(sums) - 1, len(sums) * k // 4)]:.0f}" for k in range(5)]
        print(f"# {len(sums)} games, ms at the quarters: {' '.join(at)}")
    return 0


sys.exit(main())
