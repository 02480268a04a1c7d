#!/usr/bin/env python3
"""geometry.py - what reasoners say of their boards, beside recorded topologies and rings.

    geometry.py SHARED [--every N] [--only WORD] [--seconds S] [--out FILE] [--resume]

SHARED has oracle/ludii/traces (headers with `topology`), oracle/features/vectors (headers with
`rings`, `regions`, `owners`) and corpus/ludii (lud/ and def/).  For each recorded game that is
supported `ludc explain --geometry --json` is compared: places, labels, neighbours, outlines,
colours, sets, sides, directions, containers, pieces, rings, regions.  $LUDC is the program.
FILE gets a line a game: its path, `ok`, `unsupported`, `late` or what differs; --resume goes on
where it ends.  Exit code 1 if anything differs."""
import argparse
import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

KINDS = {"Board": "board", "MancalaBoard": "board", "SurakartaBoard": "board", "Boardless": "board", "Hand": "hand", "Dice": "dice"}
LUDC = os.environ.get("LUDC", "ludc")


def header(file):
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return json.loads(lines.readline())


def table(file):
    """A file of columns with a line of their names, by the first column."""
    lines = file.read_text(encoding="utf-8").splitlines()
    names = lines[0].split("\t")
    return {row[0]: dict(zip(names, row)) for row in (line.split("\t") for line in lines[1:])}


def same_place(mine, theirs):
    """Records are rounded to four digits."""
    theirs = theirs + [0] * (3 - len(theirs))
    return all(abs(a - b) <= 0.5e-4 + 1e-9 for a, b in zip(mine, theirs))


def same_winds(mine, theirs):
    """The record calls the wind DNW by the name of DSW, and has those up and down in an order of its own."""
    return {wind.replace("DNW", "DSW") for wind in mine} == set(theirs)


def same_piece(mine, theirs):
    """Pieces that the rules do not name have the player's number once more in records: Ball11."""
    twice = mine["name"].startswith("Ball") and theirs["name"] == f"{mine['name']}{mine['owner']}"
    return mine["owner"] == theirs["owner"] and (mine["name"] == theirs["name"] or twice)


def of_type(mine, theirs):
    """What differs between a type of sites and its record."""
    if mine["n"] != theirs["n"]:
        return [f"{mine['n']} sites, recorded are {theirs['n']}"]
    found = []
    if not all(map(same_place, mine["xy"], theirs["xy"])):
        found.append("xy")
    found += [key for key in ("label", "phase", "vertices", "orth", "diag", "adj", "off")
              if key in theirs and mine[key] != theirs[key]]
    for name, sites in theirs.get("sets", {}).items():
        if name == "sides":
            sites = {wind: s for wind, s in sites.items() if s}
        if name not in ("rows", "columns", "diagonals") and mine["sets"][name] != sites:
            found.append(name)
    short = {"Orthogonal": "orth", "Diagonal": "diag", "Adjacent": "adj", "All": "all"}
    found += [f"supported {kind}" for kind, winds in theirs.get("supported", {}).items()
              if not same_winds(mine["supported"][short[kind]], winds)]
    return found


def of_game(mine, theirs):
    """The same of a game and the header of its record."""
    found = []
    for kind, layer in theirs["topology"].items():
        found += [f"{kind} {what}" for what in of_type(mine["types"][kind], layer)]
    if set(mine["used"]) - set(theirs["used"]):
        found.append("used")
    boxes = [(c["kind"], c["owner"], c["from"], c["n"]) for c in mine["containers"]]
    want = [(KINDS.get(c["kind"], c["kind"]), c["owner"], c["from"], c["n"]) for c in theirs["containers"]]
    if [b[0] for b in boxes] != [w[0] for w in want] or boxes[1:] != want[1:]:
        found.append("containers")
    pieces = list(zip(mine["pieces"][1:], theirs["components"]))
    if not theirs["deduction"] and not (len(pieces) == len(mine["pieces"]) - 1 == len(theirs["components"])
                                        and all(same_piece(*pair) for pair in pieces)):
        found.append("pieces")
    return found


def of_features(mine, theirs):
    found = []
    layer = mine["types"][theirs["site"]]
    if mine["use"] != theirs["site"]:
        found.append("use")
    wrong = [i for i, ring in enumerate(theirs["rings"]) if layer["rings"][i] != ring]
    if wrong:
        found.append(f"rings of {len(wrong)} sites, the first {wrong[0]}: {layer['rings'][wrong[0]]}"
                     f" is recorded as {theirs['rings'][wrong[0]]}")
    if [p["owner"] for p in mine["pieces"]] != theirs["owners"]:
        found.append("owners")
    for k, region in enumerate(theirs["regions"]):
        known = k < len(mine["regions"]) and mine["regions"][k]
        if not known or known["name"] != region["name"] or known["owner"] != region["owner"]:
            found.append(f"region {k}")
        elif region["dist"] and known["known"] and known["sites"] != [
                i for i, far in enumerate(region["dist"]) if far == 0]:
            found.append(f"sites of region {k}")
    return found


def compare(shared, path, trace, vectors, seconds):
    """`ok`, `unsupported`, `late` or what differs."""
    corpus = shared / "corpus" / "ludii"
    command = [LUDC, "explain", "--geometry", "--json", "--def-path", corpus / "def", corpus / "lud" / path]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return "late"
    if done.returncode == 4:
        return "unsupported"
    if done.returncode != 0:
        return f"exit code {done.returncode}: {done.stderr.strip()[:200]}"
    mine = json.loads(done.stdout)
    found = of_game(mine, header(shared / "oracle" / "ludii" / trace)) if trace else []
    if vectors:
        found += of_features(mine, header(shared / "oracle" / "features" / vectors))
    return "; ".join(found) if found else "ok"


def main():
    words = argparse.ArgumentParser()
    words.add_argument("shared", type=Path)
    words.add_argument("--every", type=int, default=1, help="of the games without rings only every Nth")
    words.add_argument("--only", default="", help="games with this in their path")
    words.add_argument("--seconds", type=float, default=600)
    words.add_argument("--out", type=Path)
    words.add_argument("--resume", action="store_true")
    args = words.parse_args()
    traces = {path: row["file"] for path, row in
              table(args.shared / "oracle" / "ludii" / "traces" / "index.tsv").items() if row["status"] == "ok"}
    vectors = {path: row["file"] for path, row in table(args.shared / "oracle" / "features" / "vectors.tsv").items()}
    done = {}
    if args.resume and args.out and args.out.exists():
        done = dict(line.split("\t", 1) for line in args.out.read_text(encoding="utf-8").splitlines())
    wanted = [path for i, path in enumerate(sorted(set(traces) | set(vectors)))
              if args.only in path and (path in vectors or i % args.every == 0)
              and (args.shared / "corpus" / "ludii" / "lud" / path).exists()]
    results = dict(done)
    out = args.out.open("a" if done else "w", encoding="utf-8") if args.out else None
    for path in wanted:
        if path in done:
            continue
        said = compare(args.shared, path, traces.get(path), vectors.get(path), args.seconds)
        results[path] = said
        if out:
            print(path, said, sep="\t", file=out, flush=True)
        if said not in ("ok", "unsupported", "late"):
            print(f"{path}: {said}", flush=True)
    said = [results[path] for path in wanted]
    wrong = sum(s not in ("ok", "unsupported", "late") for s in said)
    rings = sum(path in vectors and results[path] == "ok" for path in wanted)
    print(f"{said.count('ok')} games agree, {rings} of them with rings; {said.count('unsupported')} are not supported, "
          f"{said.count('late')} were late, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
