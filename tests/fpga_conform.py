#!/usr/bin/env python3
"""fpga_conform.py - games of a library as circuits: made, linted, the core and the step proved by ABC; sheets also sequentially.

    fpga_conform.py [--table FILE] [--stop-after SECONDS] [--place] [--only sheets|ludemes] [--every N] [--brief] [--jobs N] [--games N] [GAME...]

Without GAME: all sheets and ludeme games of LUDC_SHARED whose network has up to 20,000 gates.  A row a game goes into the table (default:
conform-fpga.tsv) as it comes; games that have a row there are left out, so a run that was stopped goes on.  --every N takes each N-th game; --jobs N
looks at so many side by side; --brief leaves out what is asked beyond the core and the rules of a sheet: where there is a core whether the cut step is the step, and invariants.
--place also places and routes (make check-fpga: ten games), simulates, replays (--games N of the evaluator, else 200), compares all that follows 200 random positions
(fpga_states.c), and holds states a second against what is wanted of the game, and random games of two against those in lanes (fpga_fair.py).  The last line counts; exit code 1 if something was refuted or failed, or is slower or larger than is wanted."""
import argparse
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
import fpga_fair  # noqa: E402
from games_at_hand import as_done, rows_of  # noqa: E402

LUDC = os.environ.get("LUDC", "./ludc")
SHARED = Path(os.environ.get("LUDC_SHARED", "../shared"))
MOST_GATES, MOST_SEQUENTIAL, SECONDS, NETWORK, GAMES, SIMULATED, STATES = 20000, 5000, 300, 100, 200, 2000, 200
SHOWN = ["game", "state", "gates", "lint", "core", "step", "rules", "exact", "fair", "replay", "states", "cells", "states_per_s", "wanted"]
FIELDS = ["game", "state", "gates", "lint", "core", "step", "netlist", "axi", "rules", "apart", "moves", "exact", "fair", "replay", "states", "cells", "mhz", "states_per_s", "wanted", "seconds", "note"]
TOOL = Path(LUDC).resolve().parent / "tests" / "verilog_tool"
MILLION = 1000000
# States a second that are wanted of one engine on iCE40 HX8K, buses and all.
TEN = [(140, "gdl/stanford__horseshoe.kif"), (140, "gdl/stanford__connect_four.kif"), (110, "gdl/stanford__pentago.kif"),
       (120, "gdl/stanford__joint_connect_four.kif"), (75, "gdl/stanford__breakthrough.kif"), (30, "gdl/reversi.kif"), (140, "gdl/ticTacToe.kif"),
       (0, "Tic-Tac-Toe.lud"), (100, "Connect Four.lud", "--option", "Modelisation/2D"), (75, "Breakthrough.lud")]
MORE = [(150, "gdl/connect4.kif"), (450, "gdl/connect4.kif", "--engines", "auto")]
MOST_CELLS = {"connect4.kif": 3000}
EXACT = {"ticTacToe.kif": 200000, "connect4.kif": 200000} # random games that are simulated; of others fewer, and they are not held against lanes


def run(words, seconds=SECONDS, **more):
    try:
        return subprocess.run([str(w) for w in words], capture_output=True, text=True, errors="replace", timeout=seconds, check=False, **more)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(words, 124, "", "too long")


def name_of(words):
    """As a row says it: a game of the library by its place there, so that a table holds on other machines."""
    return " ".join(str(w).removeprefix(f"{SHARED / 'corpus'}/") for w in words)


def proof(root, target):
    """proved, refuted, undecided or failed; none: where floods go round there is no core."""
    if target in ("core", "netlist", "apart", "moves") and not Path(root, "formal", "core.ys").exists():
        return "none"
    done = run(["make", "-s", "-C", root, f"formal-{target}"], env={**os.environ, "MAKEFLAGS": ""})
    found = re.findall(rf"^{target}: (\w+)", done.stdout, re.MULTILINE)
    return "undecided" if done.returncode == 124 else found[-1] if found else "failed"


def replay(words, games):
    """Random games of the evaluator, ply by ply by the circuit, simulated: all, or where they part."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder, "games.jsonl")
        done = run([LUDC, "playout", *words, "--record", games, "--backend", "eval"], 1800)
        record.write_text(done.stdout, encoding="utf-8")
        done = run([LUDC, "replay", "--game", *words, "--backend", "verilator", record], 3600, env={**os.environ, "MAKEFLAGS": ""})
        last = (done.stdout.strip().splitlines() or [""])[-1]
        return "all" if done.returncode == 0 and ", 0 failed, 0 skipped" in last else "undecided" if done.returncode == 124 else f"failed: {last}"


def states(words):
    """What follows random positions, by the circuit and by the evaluator: how many successors, or where they differ."""
    rules = [word for word in words if word != "--option"]
    done = run([TOOL.with_name("fpga_states"), "verilator", STATES, 1, *rules], 3600, env={**os.environ, "MAKEFLAGS": ""})
    said = " ".join((done.stdout + done.stderr).split())
    return said.split()[2] if done.returncode == 0 else "undecided" if done.returncode == 124 else f"failed: {said[-200:]}"


def exact(words, root):
    """Random games of the simulated circuit and of the compiler's model, on the same random bits: one line of JSON, the same from both."""
    n = EXACT.get(Path(words[0]).name, SIMULATED)
    engines = words[words.index("--engines") + 1] if "--engines" in words else "1"
    rules = [word for word in words if word not in ("--engines", engines)]
    simulated = run(["make", "-s", "-C", root, "sim", "SIM=verilator", f"N={n}", "SEED=7"], 3600, env={**os.environ, "MAKEFLAGS": ""})
    ir = run([LUDC, "build", *rules, "--emit=ir", "--passes=default", "--disable-pass", "layout"], 1800)
    text = Path(root, "build", "game.gir")
    text.write_text(ir.stdout, encoding="utf-8")
    model = run([TOOL, "model", 4, 0, 1, 0 if engines == "auto" else engines, 7, n, text], 3600)
    last = (simulated.stdout.strip().splitlines() or [""])[-1]
    return "undecided" if 124 in (simulated.returncode, model.returncode) else n if last.startswith("{") and last == model.stdout.strip() else "failed"


def place_and_route(words, row):
    done = run([LUDC, "fpga", *words, "--pnr", "--json"], 3600)
    if done.returncode:
        row["note"] = " ".join(done.stderr.split())[-200:]
        return
    found = json.loads(done.stdout)
    row["cells"], row["mhz"], row["states_per_s"] = found["logic_cells"], round(found["fmax_mhz"], 1), round(found["states_per_s"])
    most = None if "--engines" in words else MOST_CELLS.get(Path(words[0]).name)
    if most and found["logic_cells"] > most:
        row["note"] = f"{most} cells are wanted"


def large(words):
    """More gates than are asked for, or so many that their network is not there in time?  Its circuit would take far longer."""
    done = run([LUDC, "build", *words, "--emit=blif", "-o", "-"], NETWORK)
    return done.returncode == 124 or done.stdout.count("\n.names ") > MOST_GATES


def look_at(words, place, wanted=0, brief=False, games=GAMES):
    row = dict.fromkeys(FIELDS, "")
    row["game"] = name_of(words)
    row["wanted"] = wanted * MILLION if place else ""
    if not place and large(words):
        row["state"] = "large"
        return row
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "circuit")
        done = run([LUDC, "build", *words, "--emit=verilog", "--name", "game", "-o", root])
        if done.returncode:
            row["state"] = {1: "invalid", 4: "none", 124: "large"}.get(done.returncode, "failed")
            row["note"] = " ".join((done.stderr.strip().splitlines() or [""])[0].split())[:200]
            return row
        row["state"] = "made"
        row["gates"] = json.loads(Path(root, "circuit.json").read_text(encoding="utf-8"))["gates"]
        if row["gates"] > MOST_GATES:
            row["state"] = "large"
            return row
        done = run(["make", "-s", "-C", root, "lint"], env={**os.environ, "MAKEFLAGS": ""})
        row["lint"] = "silent" if done.returncode == 0 and not done.stdout.strip() else "undecided" if done.returncode == 124 else "failed"
        row["core"] = proof(root, "core")
        row["step"] = "" if brief and row["core"] != "none" else proof(root, "step")
        if place:
            row["netlist"], row["axi"], row["exact"] = proof(root, "netlist"), proof(root, "axi"), exact(words, root)
        sequential = place or row["gates"] <= MOST_SEQUENTIAL
        if sequential and Path(root, "formal", "game_rules.blif").exists():
            row["rules"] = proof(root, "rules")
        if sequential and not brief:
            row["apart"], row["moves"] = proof(root, "apart"), proof(root, "moves")
    if place:
        if "--engines" not in words:
            row["replay"], row["states"] = replay(words, games), states(words)
            row["fair"] = fpga_fair.verdict(fpga_fair.fair(words)) if Path(words[0]).name in EXACT else ""
        place_and_route(words, row)
    return row


def library(only):
    corpus = SHARED / "corpus"
    games = [] if only == "ludemes" else sorted(corpus.glob("gdl/*.kif"))
    games += [] if only == "sheets" else sorted(corpus.glob("ludii/lud/**/*.lud"))
    return [(game,) for game in games]


def ten():
    corpus = SHARED / "corpus"
    for wanted, name, *options in [*TEN, *MORE]:
        found = [corpus / name] if "/" in name else sorted(corpus.glob(f"ludii/lud/**/{name}"))[:1]
        for path in found:
            yield wanted, (path, *options)


def wrong(row):
    """Has something failed, or been refuted, or is a placed circuit less than what is wanted?"""
    answers = [str(row.get(k) or "") for k in ("state", "lint", "core", "step", "netlist", "axi", "rules", "apart", "exact", "fair", "replay", "states")]
    slow = row.get("wanted") not in (None, "") and float(row.get("states_per_s") or 0) < float(row["wanted"])
    return any(word.startswith(("failed", "refuted")) for word in answers) or slow or "cells are wanted" in (row.get("note") or "")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--table", default="conform-fpga.tsv")
    parser.add_argument("--stop-after", type=float, default=float("inf"))
    parser.add_argument("--place", action="store_true")
    parser.add_argument("--ten", action="store_true")
    parser.add_argument("--only", choices=("sheets", "ludemes"))
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--brief", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("paths", nargs="*", metavar="GAME")
    a = parser.parse_args()
    games = [(0, (game,)) for game in a.paths] or (list(ten()) if a.ten else [(0, words) for words in library(a.only)[::a.every]])
    table = Path(a.table)
    rows = rows_of(table)
    known, began = {row["game"] for row in rows}, time.monotonic()
    with table.open("a", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, FIELDS, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_NONE, quotechar=None)
        if not out.tell():
            writer.writeheader()

        def one(game):
            wanted, words = game
            start = time.monotonic()
            if start - began > a.stop_after:
                return None
            row = look_at(words, a.place, wanted, a.brief, a.games)
            row["seconds"] = round(time.monotonic() - start, 1)
            return row

        waiting = [game for game in games if name_of(game[1]) not in known]
        for row in filter(None, as_done(one, waiting, a.jobs)):
            rows.append(row)
            writer.writerow(row)
            out.flush()
            print(*(f"{row[k]}" for k in SHOWN), flush=True)
    made = [row for row in rows if row["state"] == "made"]
    asked = [row for row in made if row["rules"]]
    bad = [row for row in rows if wrong(row)]
    print(f"{len(rows)} games: {len(made)} circuits, {sum(row['lint'] == 'silent' for row in made)} linted, "
          f"{sum(row['core'] == 'proved' for row in made)} cores and {sum(row['step'] == 'proved' for row in made)} steps proved; "
          f"rules of {sum(row['rules'] == 'proved' for row in asked)} of {len(asked)} sheets proved; {len(bad)} failed, refuted or less than wanted")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
