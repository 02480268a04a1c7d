#!/usr/bin/env python3
"""lanes.py - states/s of random games in lanes, one core, beside one game at a time.

usage: lanes.py [GAME...]

Without GAME the games of LUDC_SHARED/corpus that doc/performance.md speaks of; GAME may have
options (`FILE --option A/B`, one word).
Rates are per second of CPU time; only moves really made are counted, not the steps in which
a lane waited.  64 lanes are libtcc's, 256 and 512 LLVM's, and 512 the system compiler's (LUDC_CC,
else cc), too;  `scalar` is one game at a time by the plan that `playout` takes, `plain` by none,
each by llvm or c, what is faster.  Prints the machine and a TSV; compile_s is the CPU time of the run with 512
lanes, compiler and all, less that of playing, through LLVM and by the system's compiler."""
import json
import os
import pathlib
import resource
import shlex
import subprocess
import sys

sys.dont_write_bytecode = True
from lanes_games import machine, usual  # noqa: E402

LUDC = os.environ.get("LUDC", "ludc")
SECONDS = os.environ.get("SECONDS_EACH", "2")


def play(game, *words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([LUDC, "playout", *game, "-t", SECONDS, "--json", *words], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        return None
    result = json.loads(done.stdout)
    result["other_s"] = after.ru_utime - before.ru_utime - result["seconds"]
    return result


def alone(words, *options):
    """One game at a time, by the faster back end."""
    done = [play(words, "--backend", by, "--steady", *options) for by in ("llvm", "c")]
    return max((one for one in done if one), key=lambda one: one["moves_per_s"], default=None)


def millions(result):
    return f"{result['moves_per_s'] / 1e6:.1f}" if result else "-"


def main():
    games = sys.argv[1:] or [game for game in usual() if pathlib.Path(shlex.split(game)[0]).exists()]
    if not games:
        print("bench: skipped, there are no games (LUDC_SHARED)")
    name, wide = machine()
    print("#", name, *wide)
    print("game", "scalar M/s", "plan", "plain M/s", "64 tcc M/s", "256 llvm M/s", "512 llvm M/s", "512 c M/s", "512/scalar", "moving",
          "compile llvm_s", "compile c_s", sep="\t")
    for game in games:
        words = shlex.split(game)
        scalar, plain = alone(words), alone(words, "--plan", "standard")
        lanes = [play(words, "--backend", "lanes", "--lanes", n, *by)
                 for n, *by in (("64",), ("256",), ("512",), ("512", "--lanes-by", "c"))]
        widest = lanes[2] or lanes[1] or lanes[0]
        ratio = f"{widest['moves_per_s'] / scalar['moves_per_s']:.1f}" if widest and scalar else "-"
        print(" ".join([pathlib.Path(words[0]).stem, *words[1:]]), millions(scalar), scalar["plan"] if scalar else "-", millions(plain),
              *map(millions, lanes), ratio, f"{widest['moving']:.3f}" if widest else "-",
              *(f"{done['other_s']:.1f}" if done else "-" for done in lanes[2:]), sep="\t", flush=True)
    return 0


sys.exit(main())
