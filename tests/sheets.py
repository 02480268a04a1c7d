#!/usr/bin/env python3
"""sheets.py - the planes of rule sheets beside recorded games: two positions have the same
bits exactly when the same facts hold.

    sheets.py [--tool TOOL] [--backends eval,tcc] [--every N] [--without PASS] [SHARED]

SHARED is a folder with corpus/gdl and oracle/gdl.  A line a sheet that fails, and a last one
with counts; exit 1 if any failed.  A sheet that does not compile is counted, not judged."""
import argparse
import gzip
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

STATE, NODES = 0, 1


class Wrong(Exception):
    """What a reasoner says is not so; the text says what."""


class Sheet:
    """A running sheet_tool."""

    def __init__(self, tool, path, backend, without=None, nice=False):
        command = (["nice", "-n", "10"] if nice else []) + [str(tool), str(path), backend] + ([without] if without else [])
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        first = self.process.stdout.readline()
        self.planes = json.loads(first)["planes"] if first else None
        self.fixed = None

    def end(self):
        """Its exit code and what it complained about."""
        out, err = self.process.communicate()
        return self.process.returncode, err.decode("utf-8", "replace")

    def ask(self, line):
        self.process.stdin.write((line + "\n").encode("utf-8"))
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise Wrong(f"no answer to {line!r}: {self.end()[1]}")
        found = json.loads(answer)
        if "error" in found:
            raise Wrong(f"{found['error']}: {line!r}")
        return found

    def named(self, found, which, name, owner=0):
        """The members of a plane in a position, or None where there is no such plane."""
        key = "bits" if which == STATE else "nodes"
        rows = iter(found[key])
        for plane in self.planes:
            if plane["set"] != which:
                continue
            row = next(rows)
            if plane["name"] == name and plane["owner"] == owner:
                return {plane["members"][i] for i in row}
        return None

    def check(self, found, facts, legal=None, terminal=None):
        """What the planes say of a position in which these facts hold."""
        told = self.named(found, STATE, "fact") or set()
        if not told <= set(facts):
            raise Wrong(f"bits of facts that do not hold: {sorted(told - set(facts))[:3]}")
        rest = set(facts) - told
        if self.fixed is not None and rest != self.fixed:
            raise Wrong(f"facts that differ have no bits: {sorted(rest ^ self.fixed)[:3]}")
        self.fixed = rest
        if rest & {m for p in self.planes if p["set"] == STATE for m in p["members"]}:
            raise Wrong("a fact holds, and its bit is not set")
        if any(p["set"] == NODES for p in self.planes):
            self.check_nodes(found, facts, legal, terminal)

    def check_nodes(self, found, facts, legal, terminal):
        nodes = self.named(found, NODES, "fact")
        if nodes != {node for fact in facts for node in ([fact] if fact in nodes else columns(fact))}:
            raise Wrong("nodes: other facts")
        facts = sorted(nodes)
        if terminal is not None and bool(self.named(found, NODES, "terminal")) != terminal:
            raise Wrong("nodes: terminal")
        if self.named(found, NODES, "goal") != set(found["goals"]):
            raise Wrong("nodes: other goals")
        for player, moves in enumerate(legal or [], 1):
            if self.named(found, NODES, "legal", player) != set(moves):
                raise Wrong(f"nodes: other legal moves of {player}")
        self.check_gates(found, facts)

    def check_gates(self, found, facts):
        """Every gate is what its label says, as far as that goes."""
        gates = self.named(found, NODES, "gate")
        if gates is None:
            return
        holds = {label.split(" ", 1)[0] for label in gates}
        for plane in self.planes:
            for label in plane["members"] if plane["set"] == NODES and plane["name"] == "gate" else ():
                name, inputs, whole = gate(label)
                value = all((text in holds if re.fullmatch(r"n\d+", text) else text in facts) != opposite for text, opposite in inputs)
                if whole and value != (name in holds) or name in holds and not value:
                    raise Wrong(f"a gate is not what it says: {label}")


PARSED = {}


def columns(fact):
    """The nodes of a net in which the arguments of a fact are facts of their own: (row a (b c)) is (row.1 a), (row.2 (b c))."""
    words, depth = [""], 0
    for sign in fact.strip()[1:-1]:
        depth += (sign == "(") - (sign == ")")
        if sign == " " and not depth:
            words.append("")
        else:
            words[-1] += sign
    return [f"({words[0]}.{k} {word})" for k, word in enumerate(words[1:], 1)]


def gate(label):
    """The name of a gate, its inputs with whether they are negated, and whether those are all."""
    if label not in PARSED:
        name, _, rest = label.partition(" = (and ")
        parts, depth, begin = [], 0, 0
        for i, c in enumerate(rest):
            depth += (c == "(") - (c == ")")
            if (c == " " and depth == 0) or depth < 0:
                parts.append(rest[begin:i])
                begin = i + 1
        whole = parts[-1:] != [".."]
        parts = parts if whole else parts[:-1]
        PARSED[label] = name, [(p[5:-1], True) if p.startswith("(not ") else (p, False) for p in parts], whole
    return PARSED[label]


def records(path):
    """The plies and ends of a trace."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def replay(sheets, trace):
    """Follows a record with all sheets, which are one game by several engines; counts its positions."""
    seen, positions, playout = {}, 0, None
    line = "start"
    for row in trace:
        if row["type"] != "ply":
            continue
        if row["playout"] != playout:
            playout, line = row["playout"], "start"
        found = [sheet.ask(line) for sheet in sheets]
        if any(other != found[0] for other in found):
            raise Wrong(f"ply {row['ply']}: engines differ")
        sheets[0].check(found[0], row["facts"], row.get("legal"), row["terminal"])
        bits, facts = json.dumps(found[0]["bits"]), json.dumps(row["facts"])
        if seen.setdefault(bits, facts) != facts or seen.setdefault(facts, bits) != bits:
            raise Wrong(f"ply {row['ply']}: bits and facts differ")
        positions += 1
        line = "\t".join(row.get("move", []))
    return positions


def random_play(sheets, games, steps, seed, check=True):
    """Plays at random with all sheets, which must say the same of every position."""
    dice = random.Random(seed)
    for _ in range(games):
        line = "start"
        for _ in range(steps):
            found = [sheet.ask(line) for sheet in sheets]
            if any(other != found[0] for other in found):
                raise Wrong("engines differ")
            if check:
                over = found[0]["terminal"]  # a sheet may say what is legal then, too
                sheets[0].check(found[0], found[0]["facts"], None if over else found[0]["legal"], over)
            if found[0]["terminal"] or not all(found[0]["legal"]):
                break
            line = "\t".join(dice.choice(moves) for moves in found[0]["legal"])


def one(options, kif, trace):
    """Positions that were compared; 0: the sheet does not compile."""
    sheets = [Sheet(options.tool, kif, backend, options.without, True) for backend in options.backends.split(",")]
    try:
        if any(sheet.planes is None for sheet in sheets):
            codes = [sheet.end() for sheet in sheets]
            if any(code not in (1, 4) for code, _ in codes):
                raise Wrong(f"exit {codes}")
            return 0
        return replay(sheets, trace)
    finally:
        for sheet in sheets:
            sheet.process.kill()
            sheet.process.communicate()
        PARSED.clear()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", default="tests/sheet_tool")
    parser.add_argument("--backends", default="eval,tcc")
    parser.add_argument("--without")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("shared", nargs="?", default=os.environ.get("LUDC_SHARED", "../shared"))
    options = parser.parse_args()
    sheets = positions = refused = failed = 0
    for path in sorted(Path(options.shared, "oracle", "gdl", "traces").glob("*.jsonl.gz"))[options.skip::options.every]:
        kif = Path(options.shared, "corpus", "gdl", path.name.removesuffix(".jsonl.gz") + ".kif")
        trace = records(path)
        if not kif.exists() or not any(row["type"] == "ply" for row in trace):
            continue
        sheets += 1
        try:
            found = one(options, kif, trace)
            positions += found
            refused += not found
        except Wrong as why:
            failed += 1
            print(f"{kif.stem}: {why}", flush=True)
    print(f"{sheets} sheets, {refused} of them do not compile, {positions} positions, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
