#!/usr/bin/env python3
"""gallery.py - draws the games of doc/gallery.md after 20 random moves: doc/gallery/NAME.svg.

usage: gallery.py [--seed N] [--plies N] (LUDC: the program, LUDC_SHARED: games)"""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
LUDC = os.environ.get("LUDC", "ludc")
SHARED = Path(os.environ.get("LUDC_SHARED", HERE.parent.parent / "shared"))
GAMES = ["Chess", "Shogi", "Xiangqi", "Go", "Hex", "Havannah", "Nine Men's Morris", "Backgammon", "Kalah", "Senet", "Dots and Boxes",
         "Quoridor", "Reversi", "Lasca", "Sudoku", "Slitherlink", "Chinese Checkers", "Tumbleweed", "Royal Game of Ur", "Pachisi",
         "connect4.kif", "chess.kif"]


def file_of(name):
    """The picture of that game: its name in small letters, sheets with their suffix."""
    return "".join(c if c.isalnum() else "-" for c in name.lower().replace("'", "")) + ".svg"


def rules_of(name):
    where, wanted = ("gdl", name) if name.endswith(".kif") else ("ludii/lud", name + ".lud")
    return next(iter(sorted((SHARED / "corpus" / where).rglob(wanted))), None)


def draw(name, seed, plies):
    rules, defs = rules_of(name), ["--def-path", str(SHARED / "corpus" / "ludii" / "def")]
    if not rules:
        return f"{name}: no rules in LUDC_SHARED"
    with tempfile.NamedTemporaryFile("w+", suffix=".txt") as trace:
        subprocess.run([LUDC, "playout", rules, *defs, "--trace", "-n", "1", "--max-moves", str(plies), "--seed", str(seed)],
                       stdout=trace, check=True)
        subprocess.run([LUDC, "draw", rules, *defs, "--replay", trace.name, "-o", HERE / "gallery" / file_of(name)], check=True)
    return None


def main():
    words = argparse.ArgumentParser(usage=__doc__)
    words.add_argument("--seed", type=int, default=5)
    words.add_argument("--plies", type=int, default=20)
    args = words.parse_args()
    (HERE / "gallery").mkdir(exist_ok=True)
    wrong = [why for why in (draw(name, args.seed, args.plies) for name in GAMES) if why]
    print("\n".join(wrong) or f"{len(GAMES)} pictures")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
