#!/usr/bin/env python3
"""lanes_conform.py - many random games in lanes beside games played one by one.

usage: lanes_conform.py [--out FILE] [--lanes N] [--scale X] [--stop-after SECONDS] [GAME ...]

For each game a row: mean length, its variance and the share of every vector of values in
lanes beside those of the C back end (10^9 games in lanes where they are short, else 10^8,
and 10^7 one by one; all times --scale), the greatest difference in standard errors, which
four must not exceed; then the same without quotas in lanes, which must exceed four; and
given moves, a different game in each lane, bit for bit as the evaluator plays: recorded
games where LUDC_SHARED has any, else random ones.

GAME is a file, perhaps with options (`FILE --option A/B`, one word); without any the games
of LUDC_SHARED that doc/performance.md speaks of.  --lanes: 512 by the C compiler, 512l through LLVM;
default: the widest words there are, through LLVM where it is built in.  Times are processor time.

Rows go to --out as they are found; what stands there is not done again, and what is half
played is kept piece by piece in the folder --out.d, so the command may be stopped and given
again (--stop-after: no new game is begun after so long).  Exit code 0 when every row there
should be is there, and is as it must be."""
import argparse
import gzip
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "bench"))
from lanes_games import SHARED, machine, usual  # noqa: E402

BUILD = pathlib.Path(os.environ.get("builddir", "."))
LUDC = os.environ.get("LUDC", str(BUILD / "ludc"))
TOOL = BUILD / "tests" / "lanes_tool"
HASTY = {"connect4", "Tic-Tac-Toe", "Connect Four", "Breakthrough"}  # lengths differ much
HEAD = ["game", "test", "lanes", "games", "scalar", "compared", "worst", "worst_of", "mean_lanes", "mean_scalar",
        "cpu_lanes_s", "cpu_scalar_s", "lanes_M_moves_per_s", "scalar_M_moves_per_s", "verdict"]
SHORT = 24  # mean length of games that are played ten times as often


def widest():
    flags = machine()[1]
    lanes = "512" if "avx512f" in flags else "256" if "avx2" in flags else "64"
    return lanes + ("l" if (BUILD / ".libs" / "ludc-llvm.so").exists() else "")


def records_of(path):
    folder = SHARED / "oracle" / "ludii" / "traces"
    return sorted(folder.rglob(f"{path.stem.replace(' ', '_')}.jsonl*")) if path.suffix == ".lud" else []


class Table:
    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.rows = []
        if self.path.exists():
            self.rows = [line.split("\t") for line in self.path.read_text(encoding="utf-8").splitlines()[1:]]
        else:
            self.path.write_text("\t".join(HEAD) + "\n", encoding="utf-8")

    def has(self, *key):
        return any(row[:3] == [str(word) for word in key] for row in self.rows)

    def add(self, *row):
        self.rows.append([str(word) for word in row])
        with self.path.open("a", encoding="utf-8") as out:
            out.write("\t".join(self.rows[-1]) + "\n")
        print(*self.rows[-1], sep="\t", flush=True)


def lowered(words, passes, folder):
    done = subprocess.run([LUDC, "build", *words, "--emit=ir", *passes], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip() or f"exit {done.returncode}")
    path = pathlib.Path(folder, "game.gir")
    path.write_text(done.stdout, encoding="utf-8")
    return path


def tool(*words):
    return subprocess.run([str(TOOL), *map(str, words)], capture_output=True, text=True, check=False)


def agree(table, name, game, a, games, scalar, hasty):
    kept = pathlib.Path(a.out + ".d", re.sub(r"\W", "_", f"{name} {a.lanes} {games} {scalar}"))
    kept.parent.mkdir(exist_ok=True)
    done = tool("agree", a.lanes, games, scalar, *(["hasty"] if hasty else ["keep", kept]), game)
    seen = re.findall(r"^(.*): lanes (\S+), scalar (\S+), (\S+) standard errors$", done.stdout, re.M)
    worst = max(seen, key=lambda row: abs(float(row[3])), default=("", "", "", "nan"))
    mean = seen[0] if seen else ("", "-", "-", "")
    good = done.returncode == (1 if hasty else 0) and len(seen) > 2
    verdict = ("refused" if hasty else "agrees") if good else f"WRONG (exit {done.returncode}) {done.stdout[-200:]!r}"
    speed = re.findall(r"^\w+: (\S+) s of processor time, (\S+) million moves/s$", done.stdout, re.M) or [("-", "-")] * 2
    table.add(name, "no quotas" if hasty else "agree", a.lanes, games, scalar, len(seen), worst[3], worst[0], mean[1],
              mean[2], speed[0][0], speed[1][0], speed[0][1], speed[1][1], verdict)
    kept.unlink(missing_ok=True)


def given(table, name, path, words, a, folder):
    """Recorded games, else random ones, move by move."""
    game = lowered(words, [], folder)
    count = 0
    records = records_of(path) if "--option" not in words else []
    for record in records:
        text = (gzip.open if record.suffix == ".gz" else open)(record, "rt", encoding="utf-8").read()
        count += text.count('"type":"end"') + text.count('"type": "end"')
        done = tool("recorded", a.lanes, record, game)
        if done.returncode:
            break
    if not records:
        done = tool("forced", a.lanes, 100, game)
    verdict = "agrees" if done.returncode == 0 else f"WRONG (exit {done.returncode}) {done.stdout[-200:]!r}"
    table.add(name, "recorded" if records else "given", a.lanes, count or a.lanes.strip("l"), 0, 0, 0, *"-------", verdict)


def measure(table, text, a):
    words = shlex.split(text)
    path = pathlib.Path(words[0])
    name = path.name
    with tempfile.TemporaryDirectory() as folder:
        if not (table.has(name, "recorded", a.lanes) or table.has(name, "given", a.lanes)):
            given(table, name, path, words, a, folder)
        game = None if table.has(name, "agree", a.lanes) else lowered(words, ["--passes=default"], folder)
        if game:
            short = mean_length(words) < SHORT
            agree(table, name, game, a, int((1e9 if short else 1e8) * a.scale), int(1e7 * a.scale), False)
        if path.stem in HASTY and not table.has(name, "no quotas", a.lanes):
            game = game or lowered(words, ["--passes=default"], folder)
            agree(table, name, game, a, int(1e7 * a.scale), int(1e6 * a.scale), True)


def mean_length(words):
    done = subprocess.run([LUDC, "playout", *words, "-n", "100", "--json"], capture_output=True, text=True, check=False)
    found = re.search(r'"mean_moves":([0-9.]+)', done.stdout)
    return float(found.group(1)) if found else SHORT


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", default="conform-lanes.tsv")
    parser.add_argument("--lanes", default=widest())
    parser.add_argument("--stop-after", type=float, default=float("inf"))
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("game", nargs="*")
    a = parser.parse_args()
    table = Table(a.out)
    games, until = a.game or usual(), time.monotonic() + a.stop_after
    print("#", *machine()[:1], *machine()[1], "by", LUDC)
    if not games:
        print("conform-lanes: there are no games (LUDC_SHARED)")
    left = 0
    for text in games:
        if time.monotonic() > until:
            left += 1
            continue
        try:
            measure(table, text, a)
        except RuntimeError as why:
            print(f"{text}: {why}", file=sys.stderr)
            return 1
    wrong = [row for row in table.rows if "WRONG" in row[-1]]
    print(f"{len(table.rows)} rows, {len(wrong)} wrong, {left} games left")
    return 1 if wrong or left else 0


sys.exit(main())
