#!/usr/bin/env python3
"""distribution.py - does every playout plan play the same distribution as plain playouts?

usage: distribution.py [-n N] [-t SECONDS] [--level P] [--backend NAME] [--jobs N] [--max-moves N]
                       [--match TEXT] [--plan NAME] [--out FILE.tsv] GAME|FOLDER|LIST... [-- OPTIONS OF LUDC]

For each game that has a plan, N playouts of it (default 100000, or fewer if they take more
processor time than SECONDS, default 60) are compared with as many plain ones, with other random numbers:
lengths and outcomes, each by a chi-square test of two samples with pooled bins.  Holm's method
keeps the chance of any false alarm among all tests below the level (default 0.001).  Where
several plans are combined each is also compared alone.

Prints a row for each game and plan: its path, the plan, how many playouts, both p-values.  The
last line is `N same, N differ, N without a plan, N not played`; the exit code is 0 when none
differs, 1 when some do."""
import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import twosample  # noqa: E402

LUDC = os.environ.get("LUDC", "ludc")
SEEDS = {"standard": 20211103, "plan": 2839}


def sample(game, plan, seed, a):
    """(JSON of ludc playout, None) or (None, why not)."""
    command = [LUDC, "playout", game, "--plan", plan, "--backend", a.backend, "-n", str(a.n), "--cpu-time", str(a.t),
               "--seed", str(seed), "--json", "--histogram", *a.extra]
    if a.max_moves:
        command += ["--max-moves", str(a.max_moves)]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                              timeout=60 * a.t + 600, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None, "it never ended"
    if done.returncode:
        said = done.stderr.strip().splitlines()
        return None, said[-1] if said else f"exit {done.returncode}"
    return json.loads(done.stdout), None


def compare(game, a):
    """Rows: (game, plan, playouts, p of lengths, p of outcomes), or (game, None, why)."""
    planned, why = sample(game, a.plan, SEEDS["plan"], a)
    if why:
        return [(game, None, why)]
    if planned["plan"] == "standard":
        return [(game, "standard", "")]
    plain, why = sample(game, "standard", SEEDS["standard"], a)
    if why:
        return [(game, None, why)]
    samples = [planned]
    parts = planned["plan"].split("+")
    for part in parts if len(parts) > 1 else []:
        one, why = sample(game, part, SEEDS["plan"] + len(samples), a)
        if why:
            return [(game, None, f"plan {part} alone: {why}")]
        samples.append(one)
    return [(game, one["plan"], min(one["playouts"], plain["playouts"]),
             twosample.same_lengths(plain["lengths"], one["lengths"]),
             twosample.same_outcomes(plain["outcomes"], one["outcomes"])) for one in samples]


def games_of(words, match):
    found, suffixes = [], (".lud", ".kif", ".gir")
    for path in map(Path, words):
        if path.is_dir():
            found += sorted(p for p in path.rglob("*") if p.suffix in suffixes)
        elif path.suffix in suffixes:
            found.append(path)
        else:
            lines = path.read_text(encoding="utf8").splitlines()
            found += [Path(line) for line in lines if line and not line.startswith("#")]
    return [str(path) for path in found if match in str(path)]


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("-n", type=int, default=100_000)
    parser.add_argument("-t", type=float, default=60)
    parser.add_argument("--level", type=float, default=0.001)
    parser.add_argument("--backend", default="c")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--max-moves", type=int, default=0)
    parser.add_argument("--match", default="")
    parser.add_argument("--plan", default="auto")
    parser.add_argument("--out")
    parser.add_argument("games", nargs="+")
    words, extra = sys.argv[1:], []
    if "--" in words:
        words, extra = words[:words.index("--")], words[words.index("--") + 1:]
    a = parser.parse_args(words)
    a.extra = extra
    return a


def main():
    a = arguments()
    out = open(a.out, "w", encoding="utf8") if a.out else sys.stdout
    tests, count = [], {"same": 0, "differ": 0, "none": 0, "not": 0}
    print("path\tplan\tplayouts\tp_lengths\tp_outcomes\tnote", file=out)
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        for rows in pool.map(lambda game: compare(game, a), games_of(a.games, a.match)):
            for row in rows:
                if len(row) == 3:
                    count["none" if row[1] else "not"] += 1
                    print(f"{row[0]}\t{row[1] or ''}\t\t\t\t{row[2]}", file=out, flush=True)
                    continue
                game, plan, n, lengths, outcomes = row
                print(f"{game}\t{plan}\t{n}\t{lengths:.3g}\t{outcomes:.3g}\t", file=out, flush=True)
                tests += [((game, plan, "lengths"), lengths), ((game, plan, "outcomes"), outcomes)]
    wrong = twosample.holm(tests, a.level)
    for game, plan, what in wrong:
        print(f"# differs: {game}, plan {plan}: {what}")
    bad = {(game, plan) for game, plan, _ in wrong}
    count["differ"], count["same"] = len(bad), len(tests) // 2 - len(bad)
    if out is not sys.stdout:
        out.close()
    print(f"# {len(tests)} tests, family-wise level {a.level} (Holm), chi-square with pooled bins")
    print(f"{count['same']} same, {count['differ']} differ, {count['none']} without a plan, {count['not']} not played")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
