#!/usr/bin/env python3
"""strength_features.py - policies of features that are trained, and matches with what they have learnt (make strength-features).

    strength_features.py [--table FILE] [--out DIR] [--time SECONDS] [--games N] [--iterations N] [--limit LIMIT] [--jobs N]
                         [--only NAME].. [--stop-after SECONDS]

The table is bench/strength_features.tsv, which says what its columns are.  DIR/NAME is a training, DIR/NAME-MATCH.jsonl the record of a
match, DIR/strength.tsv a line a match, with Wilson's interval (a draw is half a win).  Called again, it goes on where it was stopped, within a training and within a
match.  --iterations and --limit take the place of what the table says."""
import argparse
import json
import math
import os
import shlex
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SRC = Path(os.environ.get("srcdir", "."))
LUDC = os.environ.get("LUDC", "./ludc")
COLUMNS = ["game", "match", "agent", "against", "limit", "episodes", "features", "games", "wins", "draws", "losses", "rate", "low", "high"]


def table_of(path):
    rows = {"train": [], "match": [], "transfer": []}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and line[0] != "#":
            kind, *fields = line.split("\t")
            rows[kind].append(fields + [""] * (6 - len(fields)))
    return rows


def file_of(game):
    if not game.startswith("shared/"):
        return SRC / "examples" / game
    shared = os.environ.get("LUDC_SHARED")
    return Path(shared) / game[len("shared/"):] if shared else None


def wilson(rate, n, z=1.959963985):
    """E. B. Wilson, 1927."""
    middle, spread = rate + z * z / (2 * n), z * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    return (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)


def ludc(*words):
    """Standard output; None where it was broken off or went wrong."""
    done = subprocess.run([LUDC, *map(str, words)], stdout=subprocess.PIPE, text=True, check=False)
    if 0 < done.returncode < 128:
        print(f"exit {done.returncode}: ludc {shlex.join(map(str, words))}", file=sys.stderr)
    return done.stdout if done.returncode == 0 else None


def train(row, args):
    """The training's JSON line."""
    name, game, iterations, more = row[:4]
    out = ludc("train", file_of(game), "--out", args.out / name, "-t", args.time, "--games", 1000000000, "--iterations", args.iterations or iterations,
               "--seed", 1, "--json", *shlex.split(more))
    return json.loads(out) if out else None


def played_by(row, rows):
    """(name, game, match, options) of all that the policy of a training plays: its own matches, then those in other games."""
    own = [(row[0], row[1], match[:4], []) for match in rows["match"]]
    return own + [(name, game, (f"from-{source}-over-{against}", "puct:features=FILE,transfer=on", against, limit), shlex.split(more))
                  for name, source, game, against, limit, more in rows["transfer"] if source == row[0]]


def play(source, one, trained, args):
    """A line of the result, of the policy that was learnt as `source`; None: it was broken off."""
    name, game, (kind, agent, against, limit), more = one
    limit = args.limit or limit
    record, policy = args.out / f"{name}-{kind}.jsonl", args.out / source / "policy.features"
    words = ["match", file_of(game), "-" + limit.split("=")[0], limit.split("=")[1], "--games", args.games, "--seed", 1, "--json", "--record-to", record, *more]
    for spec in (agent, against):
        words += ["--agent", spec.replace("FILE", str(policy))]
    out = ludc(*words, *(["--resume"] if record.exists() else []))
    if not out:
        return None
    found = json.loads(out)
    games, wins, draws = found["games"], found["wins"][0], found.get("draws", 0)
    rate = (wins + draws / 2) / games
    low, high = wilson(rate, games)
    return [name, kind, agent, against, limit, trained["episodes"], "/".join(map(str, trained["features"])), games, wins, draws, games - wins - draws,
            f"{rate:.4f}", f"{low:.4f}", f"{high:.4f}"]


def done_already(path):
    lines = path.read_text(encoding="utf-8").splitlines()[1:] if path.exists() else []
    return {tuple(line.split("\t")[:2]) for line in lines}


def add_line(path, line):
    if not path.exists():
        path.write_text("\t".join(COLUMNS) + "\n", encoding="utf-8")
    with path.open("a", encoding="utf-8") as out:
        out.write("\t".join(map(str, line)) + "\n")
    print("\t".join(map(str, line)), flush=True)


def has_file(name, game):
    there = file_of(game) is not None and file_of(game).exists()
    if not there:
        print(f"{name}: LUDC_SHARED has no {game}", file=sys.stderr)
    return there


def one_training(row, rows, args, begun):
    """Trains, and plays what is left of it."""
    result = args.out / "strength.tsv"
    left = [one for one in played_by(row, rows) if (not args.only or one[0] in args.only) and (one[0], one[2][0]) not in done_already(result)]
    if not left:
        return True
    if not has_file(*row[:2]):
        return False
    trained = train(row, args) if time.monotonic() - begun < args.stop_after else None
    finished = trained is not None
    for one in left if trained else []:
        there = has_file(*one[:2]) and time.monotonic() - begun < args.stop_after
        line = play(row[0], one, trained, args) if there else None
        finished = finished and line is not None
        if line:
            add_line(result, line)
    return finished


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--table", type=Path, default=SRC / "bench" / "strength_features.tsv")
    parser.add_argument("--out", type=Path, default=Path("strength-features"))
    parser.add_argument("--time", type=float, default=900)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--iterations", type=int)
    parser.add_argument("--limit")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", action="append")
    parser.add_argument("--stop-after", type=float, default=math.inf)
    args = parser.parse_args()
    rows = table_of(args.table)
    args.out.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    with ThreadPoolExecutor(args.jobs) as pool:
        finished = list(pool.map(lambda row: one_training(row, rows, args, begun), rows["train"]))
    if not all(finished):
        print("not everything was played: the same command goes on", file=sys.stderr)
    return 0 if all(finished) else 1


if __name__ == "__main__":
    sys.exit(main())
