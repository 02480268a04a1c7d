#!/usr/bin/env python3
"""options.py - games with the options and rulesets that nobody chose: the evaluator and compiled code play the same.

usage: options.py [--out FILE.tsv] [--plies N] [--backends A,B] [--jobs N] [--match TEXT] [--stop-after S] GAME|FOLDER...

Each item of a game's menu that is not the default is chosen alone, each ruleset likewise, and one game of at most N plies is
played from one seed by each back end: the printed moves and results must be equal, and no run may end but by exit code 0 or
by 4 (not supported).  What is done already stands in FILE.tsv (game, choice, result, why) and is not done again.
The last line is `N agree, N differ, N unsupported, N slow`; the exit code is 0 when none differs."""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
from games_at_hand import definitions, games_of, rows_of  # noqa: E402

LUDC = os.environ.get("LUDC", "ludc")
SLOW = 120  # seconds a run may take


def choices(game):
    """The options that choose each item that is not the default, and each ruleset."""
    said = subprocess.run([LUDC, "playout", str(game), "--list-options", *definitions()], capture_output=True, text=True, check=False)
    for line in said.stdout.splitlines():
        if line.startswith("  ruleset "):
            yield ["--ruleset", line[len("  ruleset "):]]
        elif line.startswith("  "):
            yield ["--option", line[2:]]


def play(game, choice, backend, plies):
    command = [LUDC, "playout", str(game), *definitions(), *choice, "-n", "1", "--seed", "1", "--trace", "--backend", backend,
               "--max-moves", str(plies)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SLOW, check=False)
    except subprocess.TimeoutExpired:
        return None, ""
    said = re.sub(r"(?m)^.*(back end|playouts/s|compiled in).*$", "", done.stdout)
    return done.returncode, said if done.returncode == 0 else done.stderr


def look_at(game, choice, backends, plies):
    first = None
    for backend in backends:
        code, said = play(game, choice, backend, plies)
        if code is None:
            return "slow", f"{backend}: over {SLOW} s"
        if code == 4:
            return "unsupported", said.strip().splitlines()[0][:200] if said.strip() else ""
        if code != 0:
            return "differ", f"{backend}: exit code {code}: {said.strip()[:200]}"
        if first is None:
            first = said
        elif said != first:
            at = next((i for i, (a, b) in enumerate(zip(first.splitlines(), said.splitlines())) if a != b), "the end")
            return "differ", f"{backend}: from line {at} of the trace on"
    return "agree", ""


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--out", type=Path, default=Path("conform-options.tsv"))
    parser.add_argument("--plies", type=int, default=400)
    parser.add_argument("--backends", default="eval,tcc")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--match", default="")
    parser.add_argument("--stop-after", type=float, default=float("inf"))
    parser.add_argument("place", nargs="+")
    options = parser.parse_args()
    known, start = {(row["game"], row["choice"]): row["result"] for row in rows_of(options.out)}, time.monotonic()
    backends = options.backends.split(",")
    new = not options.out.exists()
    with open(options.out, "a", encoding="utf-8") as out, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        if new:
            print("game", "choice", "result", "why", sep="\t", file=out)
        for game in (g for g in games_of(options.place) if options.match in str(g)):
            if time.monotonic() - start > options.stop_after:
                break
            untried = [c for c in choices(game) if (str(game), c[1]) not in known]
            for choice, (result, why) in zip(untried, pool.map(lambda c: look_at(game, c, backends, options.plies), untried)):
                print(game, choice[1], result, " ".join(why.split()), sep="\t", file=out, flush=True)
                known[(str(game), choice[1])] = result
                if result in ("differ", "slow"):
                    print(f"{game}: {choice[1]}: {result}: {why}", flush=True)
    count = {kind: sum(r == kind for r in known.values()) for kind in ("agree", "differ", "unsupported", "slow")}
    print(", ".join(f"{n} {kind}" for kind, n in count.items()))
    return count["differ"] != 0


if __name__ == "__main__":
    sys.exit(main())
