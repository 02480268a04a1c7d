#!/usr/bin/env python3
"""distribution.py - does every playout plan play the same distribution as plain playouts?

usage: distribution.py [-n N] [-t SECONDS] [--level P] [--backend NAME] [--jobs N] [--max-moves N]
                       [--match TEXT] [--plan NAME] [--out FILE.tsv [--resume]] [--stop-after SECONDS]
                       [--patience SECONDS] GAME|FOLDER|LIST... [-- OPTIONS OF LUDC]

For each game that has a plan, N playouts of it (default 100000, or fewer if they take more
processor time than SECONDS, default 60) are compared with as many plain ones, with other random numbers:
lengths and outcomes, each by a chi-square test of two samples with pooled bins.  Holm's method
keeps the chance of any false alarm among all tests below the level (default 0.001).  Where
several plans are combined each is also compared alone; the plan fill, where it holds, by its outcomes.

Prints a row for each game and plan: its path, the plan, how many playouts, both p-values.  With
--resume the games that FILE.tsv has rows of are not played again, and --stop-after begins no game
after so many seconds, so that a long run can be cut into parts: the verdict is always that of all rows.
A game is given up where compiling it or one playout takes longer than --patience (default: 300 s
beside the playouts' own time).  The last line is `N same, N differ, N without a plan, N not
played, N left`; the exit code is 0 when none differs, 1 when some do."""
import argparse
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import twosample  # noqa: E402
from games_at_hand import as_done  # noqa: E402

LUDC = os.environ.get("LUDC", "ludc")
SEEDS = {"standard": 20211103, "plan": 2839}
MEMORY = 6 << 30  # of a process
HEAD = "path\tplan\tplayouts\tp_lengths\tp_outcomes\tnote"


def little_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def ask(game, a, *words, seconds=0.0):
    """(JSON of ludc playout, None) or (None, why not)."""
    command = [LUDC, "playout", game, *words, "--json", *a.extra]
    patience = a.patience + 4 * seconds  # the machine may be busy with other things
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                              timeout=patience, stdin=subprocess.DEVNULL, preexec_fn=little_memory)
    except subprocess.TimeoutExpired:
        return None, f"not done after {patience:.0f} s"
    if done.returncode:
        said = [line for line in done.stderr.strip().splitlines() if "--help` says more" not in line]
        first = [line for line in said if ": error: " in line] or said[-1:]
        return None, first[0].replace("\t", " ") if first else f"exit {done.returncode}"
    return json.loads(done.stdout), None


def sample(game, plan, seed, a):
    limit = ["--max-moves", str(a.max_moves)] if a.max_moves else []
    return ask(game, a, "--plan", plan, "--backend", a.backend, "-n", str(a.n), "--cpu-time", str(a.t), "--seed",
               str(seed), "--histogram", *limit, seconds=a.t)


def compare(game, a):
    """Rows: (game, plan, playouts, p of lengths, p of outcomes), or (game, None, why)."""
    found, why = ask(game, a, "--plan", a.plan, "--backend", "tcc", "-n", "0")
    if found and found["plan"] == "standard":
        return [(game, "standard", "")]
    planned, why = sample(game, a.plan, SEEDS["plan"], a) if found else (None, why)
    if why:
        return [(game, None, why)]
    plain, why = sample(game, "standard", SEEDS["standard"], a)
    if why:
        return [(game, None, why)]
    samples = [planned]
    parts = planned["plan"].split("+")
    parts = parts if len(parts) > 1 else []
    if "add-to-empty" in planned["plan"] and ask(game, a, "--plan", "fill", "--backend", "tcc", "-n", "0")[0]:
        parts = [*parts, "fill"]
    for part in parts:
        one, why = sample(game, part, SEEDS["plan"] + len(samples), a)
        if why:
            return [(game, None, f"plan {part} alone: {why}")]
        samples.append(one)
    return [(game, one["plan"], min(one["playouts"], plain["playouts"]),
             twosample.same_lengths(plain["lengths"], one["lengths"]) if one.get("lengths_hold", True) else None,
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


# ---- the table --------------------------------------------------------------------


def text_of(rows):
    """The lines of a game."""
    lines = []
    for row in rows:
        if len(row) == 3:
            lines.append(f"{row[0]}\t{row[1] or ''}\t\t\t\t{row[2]}")
        else:
            game, plan, n, *p = row
            lines.append("\t".join([game, plan, str(n), *("" if x is None else f"{x:.3g}" for x in p), ""]))
    return "\n".join(lines) + "\n"


def row_of(line):
    path, plan, n, lengths, outcomes, note = line.split("\t")
    lengths = float(lengths) if lengths else None
    return (path, plan, int(n), lengths, float(outcomes)) if n else (path, plan or None, note)


def read_rows(path):
    """Rows by game; the rows of a game are written at once, so only a last line can be torn."""
    rows = {}
    try:
        text = Path(path).read_text(encoding="utf8")
    except FileNotFoundError:
        return rows
    for line in text[:text.rfind("\n") + 1].splitlines():
        if line.count("\t") == 5 and line != HEAD:
            row = row_of(line)
            rows.setdefault(row[0], []).append(row)
    return rows


def begin_table(path, rows):
    """The file with these rows, open for more; at no moment are rows lost."""
    fresh = Path(f"{path}.new")
    fresh.write_text(HEAD + "\n" + "".join(map(text_of, rows.values())), encoding="utf8")
    fresh.replace(path)
    return open(path, "a", encoding="utf8")


def measure(games, rows, out, a):
    """Plays what has no rows yet, and adds them; the number of games that are left."""
    began, waiting = time.monotonic(), [game for game in games if game not in rows]

    def one(game):
        late = a.stop_after and time.monotonic() - began > a.stop_after
        return game, None if late else compare(game, a)

    left = 0
    for game, found in as_done(one, waiting, a.jobs):
        if not found:
            left += 1
            continue
        rows[game] = found
        out.write(text_of(found))
        out.flush()
    return left


def verdict(rows, left, level):
    tests, played, count = [], 0, {"none": 0, "not": 0}
    for row in (row for found in rows for row in found):
        if len(row) == 3:
            count["none" if row[1] else "not"] += 1
            continue
        played += 1
        tests += [((row[0], row[1], what), p) for what, p in zip(("lengths", "outcomes"), row[3:]) if p is not None]
    wrong = twosample.holm(tests, level)
    for game, plan, what in wrong:
        print(f"# differs: {game}, plan {plan}: {what}")
    bad = {(game, plan) for game, plan, _ in wrong}
    print(f"# {len(tests)} tests, family-wise level {level} (Holm), chi-square with pooled bins")
    print(f"{played - len(bad)} same, {len(bad)} differ, {count['none']} without a plan, "
          f"{count['not']} not played, {left} left")
    return 1 if bad else 0


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
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--stop-after", type=float, default=0)
    parser.add_argument("--patience", type=float, default=300)
    parser.add_argument("games", nargs="+")
    words, extra = sys.argv[1:], []
    if "--" in words:
        words, extra = words[:words.index("--")], words[words.index("--") + 1:]
    a = parser.parse_args(words)
    a.extra = extra
    return a


def main():
    a = arguments()
    games = games_of(a.games, a.match)
    rows = read_rows(a.out) if a.resume and a.out else {}
    out = begin_table(a.out, rows) if a.out else sys.stdout
    if out is sys.stdout:
        print(HEAD)
    left = measure(games, rows, out, a)
    if out is not sys.stdout:
        out.close()
    return verdict([rows[game] for game in games if game in rows], left, a.level)


if __name__ == "__main__":
    sys.exit(main())
