#!/usr/bin/env python3
"""features_conform.py - features against recorded vectors: `make conform-features`.

Takes the folder of oracle/features/FORMAT.md: every game with vectors is replayed from its trace, every move of the
recorded positions must have just the recorded active features (`ludc replay --features --ties floor`), but for those
features that the file lists as departures from the paper.  The numbers of instances of each feature (`ludc features
--instances`) must be the recorded ones, but for features of the same kinds (which depart although no recorded vector shows it).
Where the start rules place pieces by chance the record does not say which came last: features of the last move are
left out in the first position then.  A game is a row of the table --out; with --resume rows that are there are not done again.

With --library every game of the library plays one random game with Atomic-1-2, every vector by every evaluator (`ludc
features --check 1`); games that are not supported, or have no board, are rows, too."""
import argparse
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

DEPARTURES = ["negated-connectivity", "no-elements", "two-negations", "enemy", "early-stop", "several", "line-of-sight"]
COLUMNS = ["path", "status", "pairs", "departures", "differ", "counts", "counts_differ", "seconds", "what"]


def run(args, patience):
    return subprocess.run(args, capture_output=True, text=True, errors="replace", timeout=patience)


def write_trace(shared, path, most, folder):
    """The first game of the trace up to ply `most`."""
    name = "".join(c if c.isalnum() and c.isascii() or c in "._/-" else "_" for c in path[:-len(".lud")])
    source = shared / "oracle/ludii/traces" / (name + ".jsonl.gz")
    kept = []
    with gzip.open(source, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row.get("type") == "start" and any(json.loads(k).get("type") == "start" for k in kept[:3]):
                break
            kept.append(line)
            if row.get("k", -1) > most or row.get("type") == "end":  # dice are read from the line that follows
                break
    out = Path(folder) / "trace.jsonl"
    out.write_text("".join(kept), encoding="utf-8")
    return out, bool(json.loads(kept[0]).get("stochastic"))


def active_by_position(text):
    """{line: {(tuple): [(from, to, player, active)]}}"""
    found = {}
    for line in text.splitlines():
        if not line.startswith("features "):
            continue
        _, number, tuple_, start, end, player, *active = line.split(" ")
        features = [int(x) for x in active[0].split(",")] if active and active[0] else []
        found.setdefault(int(number), {}).setdefault(tuple_, []).append((int(start), int(end), int(player), features))
    return found


class Game:
    def __init__(self, args, path, vectors):
        self.args, self.path = args, path
        with gzip.open(vectors, "rt", encoding="utf-8") as lines:
            self.rows = [json.loads(line) for line in lines]
        self.head = self.rows[0]
        self.features = self.head["features"]
        self.skip = {i for row in self.rows if row["type"] == "deviations" for name in DEPARTURES for i in row[name]}
        self.aspatial = self.head["aspatial"]
        self.lud = args.shared / "corpus/ludii/lud" / path
        self.differences = []
        self.chance = False  # start rules place pieces by chance

    def counts_depart(self, i):
        """Features of which Ludii makes other instances than the paper's."""
        text = self.features[i]
        many = self.head["players"] != 2
        beyond = self.head["players"] < 2 and "2{" in text  # a player that the game does not have
        return (i in self.skip or beyond or "els=[]" in text or "LOS" in text or re.search(r"!N\d", text) or (many and re.search(r"!?e\{", text))
                or (re.search(r"![fe12]\{.*![fe12]\{", text) or re.search(r"!I\d+\{.*!I\d+\{", text)) or "rots=" in text)

    def say(self, what):
        self.differences.append(what)

    def write_set(self, folder):
        out = Path(folder) / "set.features"
        out.write_text("\n".join(self.aspatial + self.features) + "\n", encoding="utf-8")
        return out

    def ludc(self, *args):
        return run([self.args.ludc, *map(str, args), "--def-path", self.args.shared / "corpus/ludii/def"], self.args.patience)

    def compare_move(self, k, recorded, found):
        tuple_, start, end, player, spatial, aspatial = recorded
        text = json.dumps(tuple_, separators=(",", ":"))
        mine = found.get(text, [])
        if not any((a, b, p) == (start, end, player) for a, b, p, _ in mine):
            self.say(f"ply {k} move {text}: expected from {start} to {end} player {player}, found {[m[:3] for m in mine]}")
            return 1
        n = len(self.aspatial)
        differ = 0
        for a, b, p, active in mine:
            if (a, b, p) != (start, end, player):
                continue
            wanted = set(aspatial) | {n + i for i in spatial}
            for i in sorted(wanted ^ set(active)):
                if i >= n and (i - n in self.skip or (k == 0 and self.chance and "last_" in self.features[i - n])):
                    continue
                name = self.features[i - n] if i >= n else self.aspatial[i]
                self.say(f"ply {k} move {text}: feature {i - n} is {'not ' if i in wanted else ''}active: {name}")
                differ += 1
            break
        return differ

    def compare_vectors(self, folder, features):
        positions = [row for row in self.rows if row["type"] == "position"]
        trace, self.chance = write_trace(self.args.shared, self.path, max(p["k"] for p in positions), folder)
        done = self.ludc("replay", "--game", self.lud, "--features", features, "--ties", "floor", "--evaluator",
                         self.args.evaluator, "--backend", self.args.backend, trace)
        if "passed" not in done.stdout:
            raise RuntimeError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"exit code {done.returncode}")
        found = active_by_position(done.stdout)
        pairs = differ = 0
        for p in positions:
            here = found.get(2 + p["k"], {})  # the header, the start line, then a line a ply
            for recorded in p["A"]:
                pairs += len(self.features)
                differ += self.compare_move(p["k"], recorded, here)
        return pairs, differ

    def compare_counts(self, features):
        done = self.ludc("features", self.lud, "--set", features, "--ties", "floor", "--instances", "--json", "--backend", "eval")
        if done.returncode:
            raise RuntimeError(done.stderr.strip().splitlines()[-1])
        mine = {row["player"]: row for row in json.loads(done.stdout)["players"]}
        n, differ, compared = len(self.aspatial), 0, 0
        for row in self.rows:
            if row["type"] != "instances":
                continue
            found = mine[row["p"]]
            for i, wanted in enumerate(row["distinct"]):
                mine_here = found["instances"][n + i]
                if self.counts_depart(i):
                    continue
                compared += 1
                if mine_here != wanted:
                    differ += 1
                    self.say(f"player {row['p']}: feature {i} has {mine_here} instances, not {wanted}: {self.features[i]}")
        return compared, differ

    def row(self):
        began = time.time()
        try:
            with tempfile.TemporaryDirectory() as folder:
                features = self.write_set(folder)
                pairs, differ = self.compare_vectors(folder, features)
                counts, counts_differ = self.compare_counts(features)
            status = "same" if not differ + counts_differ else "differs"
        except (RuntimeError, subprocess.TimeoutExpired, OSError, KeyError) as error:
            return {"path": self.path, "status": "failed", "what": str(error).replace("\t", " ").replace("\n", " ")[:300]}
        return {"path": self.path, "status": status, "pairs": pairs, "departures": len(self.skip), "differ": differ, "counts": counts,
                "counts_differ": counts_differ, "seconds": f"{time.time() - began:.1f}",
                "what": self.differences[0] if self.differences else ""}


LIBRARY_COLUMNS = ["path", "status", "positions", "moves", "active", "hash", "seconds", "what"]


def library_row(args, path):
    """One random game of the library."""
    began = time.time()
    row = {"path": path}
    try:
        done = run([args.ludc, "features", args.shared / "corpus/ludii/lud" / path, "--def-path", args.shared / "corpus/ludii/def",
                    "--atomic", "1-2", "--check", "1", "--max-moves", "300", "--backend", args.backend, "--json"], args.patience)
    except subprocess.TimeoutExpired:
        return {**row, "status": "late", "seconds": f"{time.time() - began:.1f}"}
    said = done.stderr.strip().splitlines()
    row.update(status={0: "same", 1: "differs", 4: "unsupported"}.get(done.returncode, "failed"), seconds=f"{time.time() - began:.1f}",
               what=said[-1].replace("\t", " ")[:200] if done.returncode and said else "")
    if not done.returncode:
        found = json.loads(done.stdout)
        row.update({name: found[name] for name in ("positions", "moves", "active", "hash")})
    return row


def library(args):
    folder = args.shared / "corpus/ludii/lud"
    for path in sorted(folder.rglob("*.lud")):
        yield str(path.relative_to(folder)), lambda path=path: (library_row(args, str(path.relative_to(folder))), [])


def vectors(args):
    folder = args.shared / "oracle/features"
    for line in (folder / "vectors.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        path, file = line.split("\t")[0], line.split("\t")[2]

        def compared(path=path, file=file):
            game = Game(args, path, folder / file)
            return game.row(), game.differences
        yield path, compared


def read_table(path):
    if not path or not Path(path).exists():
        return {}
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return {row.split("\t")[0]: row for row in lines[1:] if row}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("shared", type=Path)
    parser.add_argument("--library", action="store_true", help="evaluators beside each other, on every game")
    parser.add_argument("--ludc", default=os.environ.get("LUDC", "ludc"))
    parser.add_argument("--out", help="the table")
    parser.add_argument("--resume", action="store_true", help="go on where the table ends")
    parser.add_argument("--only", help="games whose path has this in it")
    parser.add_argument("--evaluator", default="jit")
    parser.add_argument("--backend", default="tcc")
    parser.add_argument("--patience", type=float, default=600)
    parser.add_argument("--stop-after", type=float, help="seconds: begin with no game after so long")
    parser.add_argument("--show", type=int, default=0, help="differences shown of each game")
    args = parser.parse_args()
    columns = LIBRARY_COLUMNS if args.library else COLUMNS
    done = read_table(args.out) if args.resume else {}
    began, bad = time.time(), 0
    out = open(args.out, "w", encoding="utf-8") if args.out else None
    for stream in filter(None, [out, sys.stdout]):
        print("\t".join(columns), file=stream, flush=True)
    for path, compared in (library if args.library else vectors)(args):
        if args.only and args.only not in path:
            continue
        text = done.get(path)
        if not text:
            if args.stop_after and time.time() - began > args.stop_after:
                continue
            result, differences = compared()
            text = "\t".join(str(result.get(name, "")) for name in columns)
            for what in differences[:args.show]:
                print("    " + what, file=sys.stderr)
        bad += text.split("\t")[1] not in ("same", "unsupported")
        for stream in filter(None, [out, sys.stdout]):
            print(text, file=stream, flush=True)
    if out:
        out.close()
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
