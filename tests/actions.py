#!/usr/bin/env python3
"""actions.py - the table of actions: of every game, how many actions the compiler numbers, how many
come up in random play, and what the analysis takes.

usage: actions.py [--out FILE] [--resume] [--plies N] [-t SECONDS] [--every K] [--stop-after SECONDS]
                  [--jobs N] [--backend NAME] GAME|FOLDER... [-- LUDC OPTIONS]

A row: game, status, actions, codes, listed, seen, ratio, plies, ms.  Status: ok, wrong (a legal move
without an action of its own), unsupported, slow, or the exit code.  --resume goes on where the table
ends.  The exit code is 1 if a game was wrong."""
import argparse
import concurrent.futures
import json
import os
import statistics
import subprocess
import sys
import time

COLUMNS = ["game", "status", "actions", "codes", "listed", "seen", "ratio", "plies", "ms"]


def games_of(paths):
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        for folder, folders, files in os.walk(path):
            folders.sort()
            for name in sorted(files):
                if name.endswith((".lud", ".kif")):
                    yield os.path.join(folder, name)


def measure(game, options):
    command = [os.environ.get("LUDC", "ludc"), "explain", game, "--actions", "--seen", str(options.plies), "--json",
               "--backend", options.backend, "-t", str(options.seconds)] + options.ludc
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20 * options.seconds + 120)
    except subprocess.TimeoutExpired:
        return [game, "slow"]
    if done.returncode != 0:
        wrong = "no action of its own" in done.stderr
        status = "wrong" if wrong else "unsupported" if done.returncode == 4 else "exit %d" % done.returncode
        if wrong:
            print("%s: %s" % (game, done.stderr.strip()), file=sys.stderr)
        return [game, status]
    row = json.loads(done.stdout)
    ratio = row["actions"] / row["seen"] if row["seen"] else 0
    return [game, "ok", row["actions"], row["codes"], int(row["listed"]), row["seen"], "%.3f" % ratio, row["plies"],
            "%.1f" % row["ms"]]


def read_table(path):
    if not os.path.exists(path):
        return []
    with open(path) as file:
        return [line.rstrip("\n").split("\t") for line in file][1:]


def summary(rows):
    good = [row for row in rows if row[1] == "ok"]
    ratios = [float(row[6]) for row in good if int(row[5]) > 0]
    times = sorted(float(row[8]) for row in good)
    print("%d games, %d played, %d wrong" % (len(rows), len(good), sum(row[1] == "wrong" for row in rows)))
    if ratios:
        print("actions for each one seen: median %.2f, %d of %d games at most 2" %
              (statistics.median(ratios), sum(r <= 2 for r in ratios), len(ratios)))
        print("analysis: median %.1f ms, nine of ten %.1f ms, longest %.1f ms" %
              (statistics.median(times), times[len(times) * 9 // 10], times[-1]))


def main():
    own, ludc = sys.argv[1:], []
    if "--" in own:
        own, ludc = own[:own.index("--")], own[own.index("--") + 1:]
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", default="actions.tsv")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--plies", type=int, default=100000)
    parser.add_argument("-t", dest="seconds", type=float, default=5)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--stop-after", type=float, default=float("inf"))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--backend", default="tcc")
    parser.add_argument("game", nargs="+")
    options = parser.parse_args(own)
    options.ludc = ludc
    rows = read_table(options.out) if options.resume else []
    known = {row[0] for row in rows}
    games = [game for game in list(games_of(options.game))[::options.every] if game not in known]
    began = time.monotonic()
    with open(options.out, "a" if rows else "w") as out:
        if not rows:
            print("\t".join(COLUMNS), file=out, flush=True)

        def one(game):
            return measure(game, options) if time.monotonic() - began < options.stop_after else None

        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for row in pool.map(one, games):
                if row:
                    rows.append([str(value) for value in row])
                    print("\t".join(rows[-1]), file=out, flush=True)
    summary(rows)
    sys.exit(any(row[1] == "wrong" for row in rows))


if __name__ == "__main__":
    main()
