#!/usr/bin/env python3
"""observe.py - the planes of every position of recorded games: what a record shows must be in
the bits, what is hidden from a player must not be in that player's, and every engine must
give the same bits.

    observe.py [--every N] [--first K] [--backends eval,tcc] [--passes] [--only TEXT]
               [--stop-after S] [--patience S] [--lang ludii|gdl] SHARED

SHARED has oracle/ludii/traces (or oracle/gdl) and corpus/.  A row a game:

    game  positions  pairs  planes  bits  left-out  verdict

Checked for a game:
  * equal bits of what lies where (counters and the last move left away, which tell any two
    positions of a game apart), seen by everybody's eyes, mean equal what, who, count, state,
    value and rotation of every site, and equal mover.  What has no plane at all is named
    under left-out: no rule reads it (ir/offer/reads.h).  In GDL equal bits mean equal
    facts, and equal facts equal bits.
  * for the eyes of player p: positions alike in what p sees have equal bits (`pairs`
    counts those that differ in what is hidden from p).
  * the other back ends print the same; with --passes so does eval's game with each pass
    left out, by tcc."""
import argparse
import gzip
import json
import os
import subprocess
import sys
import time
from pathlib import Path

SITE_FACTS = ("what", "who", "count", "state", "val", "rot")
PLANE_OF = {"count": "count", "state": "state", "val": "value", "rot": "rotation", "who": "who"}
HIDES = {"what": 2, "who": 4, "state": 8, "val": 16, "rot": 32, "count": 64}
PUBLIC = ("score", "dice", "counter", "phase", "turn", "same", "passes", "pvalue", "order", "active")


def run(command, patience):
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, timeout=patience,
                              stdin=subprocess.DEVNULL, check=False)
    except subprocess.TimeoutExpired:
        return None, "time"
    return done, done.stderr.decode("utf-8", "replace")


def planes_of(text):
    """{line: {(set, eyes): words}} of what replay --planes printed."""
    found = {}
    for line in text.splitlines():
        if line.startswith("planes "):
            _, number, name, eyes, words = line.split(" ", 4)
            found.setdefault(int(number), {})[name, int(eyes)] = words
    return found


def frozen(value):
    if isinstance(value, list):
        return tuple(frozen(x) for x in value)
    if isinstance(value, dict):
        return tuple(sorted((k, frozen(v)) for k, v in value.items()))
    return value


def trimmed(values):
    """Without the zeros at its end, as a record may leave all zeros out."""
    values = list(values)
    while values and values[-1] in (0, [], None):
        values.pop()
    return frozen(values)


def read_trace(path):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


# ---- games of turns ---------------------------------------------------------------

def sites_of(state):
    """(container, type) -> {fact: values}"""
    return {(i, kind): arrays for i, container in enumerate(state.get("c", []))
            for kind, arrays in container.items()}


def board_facts(state, wanted):
    return tuple(sorted((key, name, trimmed(arrays[name])) for key, arrays in sites_of(state).items()
                        for name in wanted if name in arrays and trimmed(arrays[name])))


def at(arrays, name, i):
    values = arrays.get(name)
    return values[i] if values and i < len(values) else 0


def seen_facts(state, player, owner):
    """What the player sees of the board: per site a tuple, hidden things as None."""
    seen = []
    for key, arrays in sorted(sites_of(state).items()):
        n = max([len(v) for v in arrays.values()] or [0])
        row = []
        for i in range(n):
            hid = at(arrays, f"hid{player}", i)
            what = at(arrays, "what", i)
            values = {name: frozen(at(arrays, name, i)) for name in SITE_FACTS}
            if hid & 1:
                row.append(None)
                continue
            there = what not in (0, [])
            if hid & 4:
                values["what"], values["who"] = there, None
            elif hid & 2:
                values["what"] = (there, owner.get(what) if not isinstance(what, list) else None)
            for name in ("state", "val", "rot", "count"):
                if hid & HIDES[name]:
                    values[name] = None
            plain = all(values[name] in (0, (), None, False) for name in SITE_FACTS)
            row.append(None if plain and not hid else tuple(sorted(values.items(), key=str)))
        while row and row[-1] is None:
            row.pop()
        seen.append((key, tuple(row)))
    return tuple(seen)


def move_seen(line, state, player):
    """The move's ends, unless one of them is hidden from the player; all of it if unsure."""
    move = line.get("mv")
    if not move:
        return None
    arrays = sites_of(state)
    flat = {}
    for (_, _), values in sorted(arrays.items()):
        for i, hid in enumerate(values.get(f"hid{player}", [])):
            flat[i] = flat.get(i, 0) | hid
    return None if any(flat.get(site, 0) & 5 for site in move[:2]) else tuple(move)


def board_of(listed, words):
    """The words of what lies where and of whose turn it is.  Counters and the last move would tell
    any two positions of a game apart."""
    words = words.split(",")
    kept = []
    for plane in listed:
        single = plane["space"].split(" ")[0] in ("number", "digits", "one")
        if plane["name"] == "mover" or not (single or plane["name"].startswith("last ")):
            kept += words[plane["word"]:plane["word"] + (plane["size"] + 63) // 64]
    return ",".join(kept)


def check_turns(trace, planes, listed):
    """(positions, pairs, left out, what is wrong or None)"""
    header = trace[0]
    owner = {c["i"]: c["owner"] for c in header.get("components", [])}
    words = {plane["name"].split(" ")[0] for plane in listed}
    wanted = [fact for fact in SITE_FACTS if PLANE_OF.get(fact, "empty") in words]  # owners: else they are the pieces'
    if any(plane["space"].startswith("index") and plane["name"] == "can" for plane in listed):
        wanted.append("what")  # of puzzles: which values a site can still have
    left_out = set()
    known, seen_known, pairs, positions = {}, {}, 0, 0
    for number, line in enumerate(trace, 1):
        state = line.get("s")
        if number not in planes or state is None:
            continue
        nxt = trace[number] if number < len(trace) else {}  # says who is to move now
        if "m" not in nxt:
            continue
        positions += 1
        for arrays in sites_of(state).values():
            left_out |= {name for name in SITE_FACTS if name in arrays and name not in wanted}
        bits = planes[number]["state", 0]
        facts = (board_facts(state, wanted), nxt["m"])
        before = known.setdefault(board_of(listed, bits), (facts, number))
        if before[0] != facts:
            return positions, pairs, left_out, f"lines {before[1]} and {number} have the same bits"
        if not header.get("hidden"):
            for player in range(1, header["players"] + 1):
                if planes[number]["state", player] != bits:
                    return positions, pairs, left_out, f"line {number}: nothing is hidden, yet player {player} sees less"
            continue
        for player in range(1, header["players"] + 1):
            view = (player, seen_facts(state, player, owner), nxt["m"], nxt["x"], nxt["p"],
                    frozen({key: state[key] for key in PUBLIC if key in state}), move_seen(line, state, player))
            mine = planes[number]["state", player]
            before = seen_known.setdefault(view, (mine, bits, number))
            pairs += before[1] != bits
            if before[0] != mine:
                return positions, pairs, left_out, f"lines {before[2]} and {number} look alike to player {player}, not the bits"
    return positions, pairs, left_out, None


# ---- joint games ---------------------------------------------------------------------

def check_joint(trace, planes):
    of_bits, of_facts, positions = {}, {}, 0
    for number, line in enumerate(trace, 1):
        if number not in planes or "facts" not in line:
            continue
        positions += 1
        bits, facts = planes[number].get(("state", 0)), tuple(line["facts"])
        if bits is None:
            return positions, 0, set(), "there are no planes"
        for table, key, value in ((of_bits, bits, facts), (of_facts, facts, bits)):
            if table.setdefault(key, value) != value:
                return positions, 0, set(), f"line {number}: bits and facts do not agree"
    return positions, 0, set(), None


# ---- a game -----------------------------------------------------------------------------

def replay(options, game, path, backend, more=()):
    done, said = run([options.ludc, "replay", "--planes", "--game", game, path, "--backend", backend, *more],
                     options.patience)
    return (planes_of(done.stdout.decode("utf-8", "replace")) if done else None), said


def passes_of(options):
    """Names of the passes that are run, in their order."""
    text = (Path(options.srcdir) / "ir/passes/manager.c").read_text(encoding="utf-8")
    body = text.split("static const char *const order[] = {")[1].split("};")[0]
    return list(dict.fromkeys(word.strip().strip('"') for word in body.replace("\n", " ").split(",") if word.strip()))


def check_game(options, game, path):
    done, said = run([options.ludc, "explain", "--planes", "--json", game], options.patience)
    if not done or done.returncode:
        last = said.strip().splitlines()
        return ["-"] * 5 + ["time" if not done else "not compiled: " + (last[-1] if last else "?")]
    listed = [p for p in json.loads(done.stdout)["planes"] if p["set"] == "state"]
    head = [str(len(listed)), str(sum(p["size"] for p in listed))]
    trace = read_trace(path)
    first, *others = options.backends.split(",")
    planes, said = replay(options, game, path, first)
    if planes is None:
        return ["-", "-"] + head + ["-", f"time ({first})"]
    if not planes:
        return ["0", "0"] + head + ["-", "WRONG: no planes printed: " + said.strip()[:200]]
    if options.lang == "gdl":
        positions, pairs, left_out, wrong = check_joint(trace, planes)
    else:
        positions, pairs, left_out, wrong = check_turns(trace, planes, listed)
    row = [str(positions), str(pairs)] + head + [",".join(sorted(left_out)) or "-"]
    runs = [(backend, ()) for backend in others]
    if options.passes:
        runs += [("tcc", ("--disable-pass", name)) for name in passes_of(options)]
    for backend, more in runs:
        if wrong:
            break
        found, said = replay(options, game, path, backend, more)
        if found is None:
            return row + [f"time ({backend} {' '.join(more)})"]
        if found != planes:
            at_line = next((n for n in planes if planes[n] != found.get(n)), None)
            wrong = f"{backend} {' '.join(more)} differs from {first} at line {at_line}"
    return row + ["WRONG: " + wrong if wrong else "ok"]


def listed_games(options):
    shared = Path(options.shared)
    if options.lang == "gdl":
        for path in sorted((shared / "oracle/gdl/traces").rglob("*.jsonl.gz")):
            game = shared / "corpus/gdl" / (path.name[:-len(".jsonl.gz")] + ".kif")
            yield path.name[:-len(".jsonl.gz")], game, path
        return
    index = shared / "oracle/ludii/traces/index.tsv"
    for line in index.read_text(encoding="utf-8").splitlines()[1:]:
        cells = line.split("\t")
        if cells[4] == "ok":
            yield cells[0], shared / "corpus/ludii/lud" / cells[0], shared / "oracle/ludii" / cells[2]


def main():
    words = argparse.ArgumentParser()
    words.add_argument("shared")
    words.add_argument("--every", type=int, default=1)
    words.add_argument("--first", type=int, default=0)
    words.add_argument("--backends", default="eval,tcc")
    words.add_argument("--passes", action="store_true")
    words.add_argument("--only", default="")
    words.add_argument("--lang", default="ludii")
    words.add_argument("--stop-after", type=float, default=1e9)
    words.add_argument("--patience", type=float, default=120)
    options = words.parse_args()
    options.ludc = os.environ.get("LUDC", "./ludc")
    options.srcdir = os.environ.get("srcdir", str(Path(__file__).resolve().parent.parent))
    os.environ.setdefault("LUDC_DEF_PATH", str(Path(options.shared) / "corpus/ludii/def"))
    os.environ.setdefault("LUDC_CACHE", "")
    began, bad, n = time.monotonic(), 0, 0
    for i, (name, game, path) in enumerate(listed_games(options)):
        if i < options.first or i % options.every or options.only not in name:
            continue
        if time.monotonic() - began > options.stop_after:
            print(f"stopped before number {i}: --first {i} goes on", flush=True)
            break
        row = check_game(options, game, path)
        bad += row[-1].startswith("WRONG")
        n += 1
        print("\t".join([name] + row), flush=True)
    print(f"{n} games, {bad} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
