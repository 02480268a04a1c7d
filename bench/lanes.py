#!/usr/bin/env python3
"""lanes.py - states/s of random games in lanes, one core, beside one game at a time.

usage: lanes.py [GAME...]

Without GAME the rule sheets of LUDC_SHARED/corpus/gdl that doc/performance.md speaks of.
Rates are per second of CPU time; only moves really made are counted, not the steps in which
a lane waited.  64 lanes are libtcc's, 256 and 512 the system compiler's (LUDC_CC, else cc);
`scalar` is libtcc's code for one game.  Prints a TSV; compile_s is the CPU time of the run
with 512 lanes, compiler and all, less that of playing."""
import json
import os
import pathlib
import resource
import subprocess
import sys

LUDC = os.environ.get("LUDC", "ludc")
SHARED = pathlib.Path(os.environ.get("LUDC_SHARED", "../shared"))
GAMES = ["connect4", "stanford__connect_four", "stanford__horseshoe", "stanford__joint_connect_four",
         "stanford__breakthrough", "stanford__pentago", "reversi"]
SECONDS = os.environ.get("SECONDS_EACH", "2")


def play(game, *words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([LUDC, "playout", game, "-t", SECONDS, "--json", *words], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        return None
    result = json.loads(done.stdout)
    result["other_s"] = after.ru_utime - before.ru_utime - result["seconds"]
    return result


def millions(result):
    return f"{result['moves_per_s'] / 1e6:.1f}" if result else "-"


def main():
    games = sys.argv[1:] or [str(SHARED / "corpus" / "gdl" / f"{name}.kif") for name in GAMES]
    games = [game for game in games if pathlib.Path(game).exists()]
    if not games:
        print("bench: skipped, there are no rule sheets (LUDC_SHARED)")
    print("game", "scalar tcc M/s", "64 tcc M/s", "256 M/s", "512 M/s", "512/scalar", "moving", "compile_s", sep="\t")
    for game in games:
        scalar = play(game, "--backend", "tcc")
        lanes = [play(game, "--backend", "lanes", "--lanes", n) for n in ("64", "256", "512")]
        widest = lanes[2] or lanes[1] or lanes[0]
        ratio = f"{widest['moves_per_s'] / scalar['moves_per_s']:.0f}" if widest and scalar else "-"
        print(pathlib.Path(game).stem, millions(scalar), *map(millions, lanes), ratio,
              f"{widest['moving']:.3f}" if widest else "-", f"{widest['other_s']:.1f}" if widest else "-",
              sep="\t", flush=True)
    return 0


sys.exit(main())
