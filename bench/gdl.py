#!/usr/bin/env python3
"""gdl.py - states/s of rule sheets beside the engines measured on them.

usage: gdl.py [--backend NAME] [--seconds S] [--match TEXT]

Needs LUDC_SHARED with notes/gdl-speed.tsv (states per second of CPU time of other
engines, one thread) and corpus/gdl; without them it says so and is done.  Prints a
TSV: game, ours (random playouts, one thread, per second of CPU time), the best of
the others and its name, ratio, ms of wall time from the start of the process to the
end of the first playout with tcc.  A game that no engine with a net could do is held
against the prover.  Ends with the geometric mean of the others and the worst."""
import argparse
import csv
import json
import math
import os
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
from library import SHARED  # noqa: E402

LUDC = os.environ.get("LUDC", "ludc")
PROVER = "ggp-base-prover"


def rivals(path):
    """{game: (best net engine or None, prover)} with (rate, name) each."""
    best, prover = {}, {}
    with open(path, encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["status"] != "ok" or not row["states_per_cpu_s"]:
                continue
            rate = (float(row["states_per_cpu_s"]), row["engine"])
            table = prover if row["engine"] == PROVER else best
            table[row["game"]] = max(rate, table.get(row["game"], (0, "")))
    return {game: (best.get(game), prover.get(game)) for game in best.keys() | prover.keys()}


def playout(game, backend, seconds):
    done = subprocess.run([LUDC, "playout", game, "--backend", backend, "--steady", "-t", str(seconds), "--json"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--backend", default="c")
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--match", default="")
    a = parser.parse_args()
    figures, corpus = SHARED / "notes" / "gdl-speed.tsv", SHARED / "corpus" / "gdl"
    if not figures.exists() or not corpus.is_dir():
        print("bench: skipped, there are no figures of other engines (LUDC_SHARED)")
        return 0
    print("game", "ours/s", "theirs/s", "engine", "ratio", "first_ms", sep="\t")
    ratios = []
    for game, (net, prover) in sorted(rivals(figures).items()):
        path = corpus / (game.replace("/", "__") + ".kif")
        if a.match not in game or not path.exists():
            continue
        ours, first = playout(path, a.backend, a.seconds), playout(path, "tcc", 0.01)
        rate, engine = net or prover
        if not ours:
            print(game, "not played", rate, engine, "", "", sep="\t")
            continue
        ratio = ours["moves_per_s"] / rate
        ready = f'{first["first_playout_ms"]:.0f}' if first else ""
        print(game, f'{ours["moves_per_s"]:.0f}', f"{rate:.0f}", engine, f"{ratio:.2f}", ready, sep="\t", flush=True)
        if net:
            ratios.append((ratio, game))
    if ratios:
        mean = math.exp(sum(math.log(ratio) for ratio, _ in ratios) / len(ratios))
        worst = min(ratios)
        print(f"# {len(ratios)} games with a net: geometric mean {mean:.2f}, worst {worst[0]:.2f} ({worst[1]})")
    return 0


sys.exit(main())
