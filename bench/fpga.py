#!/usr/bin/env python3
"""fpga.py - games as circuits beside the figures of "Implementing Propositional Networks on FPGA" (AI 2018).

usage: fpga.py [--table | --tree] [--games N] [--turns N] [--seconds S]

--table: the paper's Table 2, flat Monte Carlo of 10^6 playouts (--games): what a game's circuit takes of iCE40 HX8K, how long it took
from the rules to a netlist and to a placed design, and states a second, beside random games one at a time and in lanes on this machine.
--tree: its Figure 2, UCT over Pentago with batches of 10 to 3,000 games: what a second (--seconds) of search in the first turns (--turns) does with one
batch under way and with 16, and in lanes on this machine; and games against a player that moves at random.  Neither: both.  Each is a TSV.

A device's time is clocks of the model, which is the simulated circuit bit for bit, at the frequency of the placed design.  The bus is
modelled: a word of a command takes four clocks (AXI4-Lite), a word of a result one (AXI4-Stream), and what the host does is the processor
time that examples/fpga_uct.c spends in its tree.  With one batch under way these follow each other; with 16 the circuit and
the host work at once, and whoever takes longer says how fast it is."""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from library import SHARED  # noqa: E402

LUDC = os.environ.get("LUDC", "ludc")
SOURCE = pathlib.Path(os.environ.get("srcdir", pathlib.Path(__file__).resolve().parent.parent))
BUILT = pathlib.Path(LUDC).resolve().parent
# M states a second of the paper's Cyclone V.
TABLE = [("stanford__horseshoe", 8.5), ("stanford__connect_four", 7.0), ("stanford__pentago", 7.0), ("stanford__joint_connect_four", 4.5),
         ("stanford__breakthrough", 1.4), ("reversi", 1.17)]
CELLS, TREE, SIZES, COMMAND_CLOCKS = 7680, "stanford__pentago", (10, 50, 300, 600, 1500, 3000), 4
BATCHES, MATCH = 40, (30, 64, 10) # batches a move that are simulated; of the match batches, their size, games


def run(words, cwd=None):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, cwd=cwd, check=False, env={**os.environ, "MAKEFLAGS": ""})
    if done.returncode:
        sys.exit(f"bench: {' '.join(map(str, words))}: {done.stderr.strip()[-500:]}")
    return done.stdout


def circuit(sheet):
    return json.loads(run([LUDC, "fpga", sheet, "--pnr", "--engines", 1, "--json"]))


def ir(sheet, folder):
    path = pathlib.Path(folder, "game.gir")
    path.write_text(run([LUDC, "build", sheet, "--emit=ir", "--passes=default", "--disable-pass", "layout"]), encoding="utf-8")
    return path


def model(game, games, seed=1):
    return json.loads(run([BUILT / "tests" / "verilog_tool", "model", 4, 0, 1, 1, seed, games, game]))


def playouts(sheet, backend):
    """States a second and games a second on this machine."""
    found = json.loads(run([LUDC, "playout", sheet, "--backend", backend, "-t", 2, "--json"]))
    return found["moves_per_s"], found["playouts_per_s"]


def table(sheets, games):
    print("game", "paper_m_states_s", "m_states_s", "ratio", "playouts_s", "seconds", "gates", "cells", "device_percent", "mhz", "netlist_s", "placed_s",
          "scalar_m_states_s", "lanes_m_states_s", sep="\t")
    for name, paper in TABLE:
        sheet = sheets / f"{name}.kif"
        c = circuit(sheet)
        with tempfile.TemporaryDirectory() as folder:
            m = model(ir(sheet, folder), games)
        seconds, ms = m["clocks"] / c["fmax_mhz"] / 1e6, c["ms"]
        states, netlist = m["moves"] / seconds / 1e6, ms["rules"] + ms["circuit"] + ms["synth"]
        print(name, paper, f"{states:.1f}", f"{states / paper:.0f}", f"{games / seconds:.0f}", f"{seconds:.3f}", c["gates"], c["logic_cells"],
              f"{100 * c['logic_cells'] / CELLS:.0f}", f"{c['fmax_mhz']:.1f}", f"{netlist / 1e3:.1f}", f"{(netlist + ms['place']) / 1e3:.1f}",
              f"{playouts(sheet, 'llvm')[0] / 1e6:.1f}", f"{playouts(sheet, 'lanes')[0] / 1e6:.0f}", sep="\t", flush=True)


def tree_program(folder):
    headers, library = SOURCE / "runtime" / "include", BUILT / ".libs"
    run([os.environ.get("CC", "cc"), "-O2", "-D_POSIX_C_SOURCE=200809L", f"-I{headers}", "-o", "uct", SOURCE / "examples" / "fpga_uct.c", f"-L{library}", "-lludc",
         f"-Wl,-rpath,{library}", "-lm"], folder)


def match(folder, batches, size, games, turns):
    return json.loads(run(["./uct", "sim:circuit", "circuit", batches, size, "match", games, turns, 7], folder))


def discovery_clocks(described, words):
    """Clocks to list the moves of a position in the mean of its phases: every number takes a lap, one that is a move a second one and a message."""
    stages, clocks = described["stages"], []
    for phase in described["engine"]["choices"]:
        numbers = [n for group in phase for n in group]
        moves = sum(n is not None for n in numbers)
        clocks.append(stages * (len(numbers) + moves) + moves * (3 + words))
    return sum(clocks) / len(clocks)


def tree(sheets, turns, seconds):
    sheet = sheets / f"{TREE}.kif"
    c, lanes = circuit(sheet), playouts(sheet, "lanes")[1]
    clock = 1e-6 / c["fmax_mhz"]
    with tempfile.TemporaryDirectory() as folder:
        game = ir(sheet, folder)
        tree_program(folder)
        run([LUDC, "build", sheet, "--emit=verilog", "-o", "circuit"], folder)
        run(["make", "-s", "-C", "circuit", "link", "SIM=verilator"], folder)
        described = json.loads(pathlib.Path(folder, "circuit", "circuit.json").read_text(encoding="utf-8"))
        words = (described["engine"]["phase"]["first"] + described["engine"]["phase"]["bits"] + 31) // 32
        results = sum(map(len, described["engine"]["rows"])) + 2
        print("batch", "under_way", "nodes", "playouts", "tree_percent", "lanes_playouts", sep="\t")
        for size in SIZES:
            one = match(folder, BATCHES, size, 1, turns)
            host, grown = one["tree_s"] / one["batches"], one["nodes"] / one["batches"]
            bus = (COMMAND_CLOCKS * (3 + words) + results) * clock
            grow = grown * (discovery_clocks(described, words) + COMMAND_CLOCKS * (2 + words)) * clock
            alone = sum(model(game, size, seed)["clocks"] for seed in range(1, 9)) / 8 * clock
            busy = one["moves"] / one["batches"] / c["states_per_s"]
            for under_way, took in ((1, host + bus + grow + alone), (16, max(host, bus + grow + busy))):
                print(size, under_way, f"{seconds * grown / took:.0f}", f"{seconds * size / took:.0f}", f"{100 * host / took:.1f}",
                      f"{seconds * size / (host + max(size, 512) / lanes):.0f}", sep="\t", flush=True)
        batches, size, games = MATCH
        found = match(folder, batches, size, games, 1000)
        print(f"# UCT with {batches} batches of {size} games a move wins {found['wins']} of {games} games against a player that moves at random")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--tree", action="store_true")
    parser.add_argument("--games", type=int, default=1000000)
    parser.add_argument("--turns", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=1.0)
    a = parser.parse_args()
    sheets = SHARED / "corpus" / "gdl"
    missing = [tool for tool in ("yosys", "nextpnr-ice40", "verilator") if not shutil.which(tool)]
    if not sheets.is_dir() or missing:
        print(f"bench: skipped, there is no {missing[0] if missing else 'library of sheets (LUDC_SHARED)'}")
        return 0
    if a.table or not a.tree:
        table(sheets, a.games)
    if a.tree or not a.table:
        tree(sheets, a.turns, a.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
