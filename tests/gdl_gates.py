#!/usr/bin/env python3
"""gdl_gates.py - how large our nets are beside those of a catalogue.

    gdl_gates.py TOOL CATALOGUE FOLDER [--steps N] [--match TEXT]

TOOL is tests/gdl_tool; FOLDER has the rule sheets, KEY.kif each (a `/` in a key
is `__` there); CATALOGUE is a table with tabs and a head line, of which the
columns key, pn_and, pn_or, pn_not, pn_links are used.  Gates of any number of
inputs count once.  One line a game, sorted by ratio, and a summary; the exit code
is 1 when the median is over 0.6 or a game is over 1.2."""
import argparse
import csv
import re
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

MEDIAN, MOST = 0.6, 1.2
LINE = re.compile(r"ok ground_s (\S+) net_s (\S+) .* and (\d+) or (\d+) not (\d+) gates (\d+) two (\d+)")


def read_catalogue(path):
    with open(path, encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE):
            gates = [row[column] for column in ("pn_and", "pn_or", "pn_not")]
            if all(gates) and sum(map(int, gates)):
                yield row["key"].replace("/", "__"), sum(map(int, gates)), int(row["pn_links"] or 0)


def measure(tool, sheet, steps):
    try:
        done = subprocess.run([tool, "stats", sheet, str(steps), "4000"], capture_output=True, text=True,
                              timeout=660, check=False)
    except subprocess.TimeoutExpired:
        return None
    return LINE.match(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("catalogue")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--steps", type=int, default=400000000)
    parser.add_argument("--match", default="")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    games = [game for game in read_catalogue(options.catalogue) if options.match in game[0]]
    rows, missing = [], []
    with ThreadPoolExecutor(options.jobs) as pool:
        found = pool.map(lambda game: measure(options.tool, options.folder / (game[0] + ".kif"), options.steps), games)
        for (key, theirs, links), line in zip(games, found):
            if line:
                ours = int(line[6])
                rows.append((ours / theirs, key, *(int(line[i]) for i in (3, 4, 5)), ours, theirs, int(line[7]),
                             links - theirs, float(line[1]) + float(line[2])))
            else:
                missing.append(key)
    print("ratio\tgame\tand\tor\tnot\tgates\tcatalogue\ttwo-input\tcatalogue\tseconds")
    for row in sorted(rows):
        print(f"{row[0]:.2f}\t" + "\t".join(map(str, row[1:-1])) + f"\t{row[-1]:.2f}")
    median = statistics.median(row[0] for row in rows)
    over = [row[1] for row in rows if row[0] > MOST]
    print(f"# {len(rows)} games, median {median:.3f} (aim {MEDIAN}), {len(over)} over {MOST}: {' '.join(over) or 'none'}; "
          f"{len(missing)} not grounded: {' '.join(missing) or 'none'}")
    return int(median > MEDIAN or bool(over))


if __name__ == "__main__":
    sys.exit(main())
