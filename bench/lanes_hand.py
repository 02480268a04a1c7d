#!/usr/bin/env python3
"""lanes_hand.py - random games in lanes beside circuits that were made by hand for one game each, by turns.

usage: lanes_hand.py [SECONDS [ROUNDS]]

Needs LUDC_SHARED/limits/lanes, programs whose last line says `playouts/s N M`, and LUDC_SHARED/corpus; without them it says so.
512 lanes, one core, per second of processor time; a row is the median of ROUNDS, of games a second, since a step by hand may be
something else than a move (a pass).  A row whose mean lengths are more than four percent apart is of other rules and left out.
Prints the machine and a TSV, then the geometric mean and the least ratio."""
import json
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
from lanes_games import machine  # noqa: E402
from library import SHARED  # noqa: E402

LUDC = os.environ.get("LUDC", "ludc")
HAND = SHARED / "limits" / "lanes"
NEAR = 0.04
# What is made of a circuit's generator, or a program as it is.
PROGRAMS = {"c4": ("gen.py", "c4"), "reversi": ("gen.py", "rev"), "breakthrough": ("bt_hand.c", None)}
ROWS = [("gdl/connect4.kif", "c4"), ("gdl/reversi.kif", "reversi"), ("gdl/stanford__breakthrough.kif", "breakthrough"),
        ("ludii/**/Breakthrough.lud", "breakthrough")]


def built(name, folder):
    """The program by hand."""
    source, circuit = PROGRAMS[name]
    words = ["-O3", "-march=native", "-w", "-o", str(folder / name)]
    if circuit:
        header = folder / f"{circuit}.h"
        subprocess.run([sys.executable, str(HAND / source), circuit, "phase", "plain", str(header)], check=True, stdout=subprocess.DEVNULL)
        words += ["-DW=512", f'-DCIRC="{header}"', str(HAND / "bs.c")]
    else:
        words += [str(HAND / source)]
    compiler = "gcc" if circuit or not shutil.which("clang-19") else "clang-19"
    subprocess.run([compiler, *words], check=True)
    return folder / name


def by_hand(program, seconds):
    """Games a second and their mean length."""
    line = subprocess.run([program, str(seconds), "1"], capture_output=True, text=True, check=True).stdout.splitlines()[-1]
    rate, unit = re.search(r"playouts/s ([0-9.]+)([kMG])", line).groups()
    return float(rate) * {"k": 1e3, "M": 1e6, "G": 1e9}[unit], float(re.search(r"meanlen ([0-9.]+)", line)[1])


def ours(game, seconds):
    done = subprocess.run([LUDC, "playout", str(game), "--backend", "lanes", "--lanes", "512", "-t", str(seconds), "--json"], capture_output=True,
                          text=True, check=True)
    result = json.loads(done.stdout)
    return result["playouts_per_s"], result["mean_moves"]


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    cpu, wide = machine()
    if not HAND.is_dir() or "avx512vl" not in wide:
        print("bench: skipped, there are no circuits by hand (LUDC_SHARED), or the processor has no words of 512")
        return
    print("#", cpu, *wide, "load", f"{os.getloadavg()[0]:.1f}")
    print("game", "ours M moves/s", "M games/s", "by hand M games/s", "ours / by hand", "mean length, ours / theirs", sep="\t", flush=True)
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        programs = {name: built(name, Path(folder)) for name in PROGRAMS}
        for pattern, name in ROWS:
            game = next(iter(sorted((SHARED / "corpus").glob(pattern))))
            runs = [(ours(game, seconds), by_hand(programs[name], seconds)) for _ in range(rounds)]
            rate, hand = statistics.median(r[0][0] for r in runs), statistics.median(r[1][0] for r in runs)
            length, theirs = runs[0][0][1], runs[0][1][1]
            differs = abs(length - theirs) > NEAR * theirs
            if not differs:
                ratios.append(rate / hand)
            print(game.name, f"{rate * length / 1e6:.0f}", f"{rate / 1e6:.2f}", f"{hand / 1e6:.2f}", "differs" if differs else f"{rate / hand:.2f}",
                  f"{length:.2f} / {theirs:.2f}", sep="\t", flush=True)
    if ratios:
        print(f"# geometric mean {math.exp(statistics.fmean(map(math.log, ratios))):.3f}, least {min(ratios):.3f}")


if __name__ == "__main__":
    main()
