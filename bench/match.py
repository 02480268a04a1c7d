"""match.py - make bench-match: how many games a second a match plays where its agents cost nothing, on one thread, how
soon an engine of `ludc ugi` answers `stop`, and what a player of `ludc serve` makes of its clock.

    match.py [TURNS]        prints tables in Markdown (default: 5 turns)"""
import json
import os
import statistics
import subprocess
import sys
import time

LUDC = os.environ.get("LUDC", "ludc")
EXAMPLES = os.path.join(os.environ.get("srcdir", "."), "examples")
TURNS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
GAMES, STOPS = 50000, 20
MOVES, CLOCK, MARGIN = 200, 1, 0.2

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests"))
from ggp_server import Match, Player, Sheet  # noqa: E402


def games_per_second(game):
    out = subprocess.run([LUDC, "match", game, "--agent", "random", "--agent", "random", "-n", "1", "--games", str(GAMES),
                          "--json"], capture_output=True, text=True, check=True)
    return GAMES / json.loads(out.stdout)["seconds"]


def stop_latencies(game):
    """Milliseconds from `stop` to `bestmove`, over searches that think for 0.2 s."""
    engine = subprocess.Popen([LUDC, "ugi", game], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    found = []
    engine.stdin.write("position startpos\n")
    for _ in range(STOPS):
        engine.stdin.write("go infinite\n")
        time.sleep(0.2)
        began = time.monotonic()
        engine.stdin.write("stop\n")
        while not engine.stdout.readline().startswith("bestmove"):
            pass
        found.append(1e3 * (time.monotonic() - began))
    engine.stdin.write("quit\n")
    engine.wait(30)
    return found


def ggp_moves(name):
    """Seconds that a player took for MOVES moves where it had a choice, against random moves; what was late or wrong."""
    serve = subprocess.Popen([LUDC, "serve", "--ggp", "0", "--margin", str(MARGIN)], stdout=subprocess.PIPE, text=True)
    address = serve.stdout.readline().split()[-1:]
    if not address:
        sys.exit("ludc serve is not built in: no figures of it")
    address = address[0]
    with open(os.path.join(EXAMPLES, name), encoding="utf-8") as file:
        sheet = Sheet(file.read())
    took, errors, games = [], [], 0
    while len(took) < MOVES:
        games += 1
        seats = [None] * len(sheet.roles)
        seats[games % len(seats)] = Player(address)
        match = Match(sheet, seats, 2, CLOCK, games)
        match.play()
        took += match.thought
        errors += match.errors
    serve.terminate()
    serve.wait(30)
    return took[:MOVES], errors


def main():
    load = os.getloadavg()[0]
    rates = {name: [] for name in ("tictactoe.lud", "tictactoe.kif")}
    for _ in range(TURNS):
        for name, found in rates.items():
            found.append(games_per_second(os.path.join(EXAMPLES, name)))
    print(f"{TURNS} turns of {GAMES} games; {os.cpu_count()} processors, load at the beginning {load:.1f}\n")
    print("| random against random | games/s, median | least | most |\n|---|---|---|---|")
    for name, found in rates.items():
        print(f"| {name} | {statistics.median(found):.0f} | {min(found):.0f} | {max(found):.0f} |")
    print(f"\n| UGI `stop` to `bestmove`, {STOPS} times | ms, median | most |\n|---|---|---|")
    for name in ("tictactoe.kif", "hex.lud", "dropfour.lud"):
        found = stop_latencies(os.path.join(EXAMPLES, name))
        print(f"| {name} | {statistics.median(found):.1f} | {max(found):.1f} |")
    print(f"\n| {MOVES} GGP moves, clock {CLOCK} s, margin {MARGIN} | s, median | least | most | late or wrong |\n|---|---|---|---|---|")
    for name in ("breakthrough.kif",):
        found, errors = ggp_moves(name)
        print(f"| {name} | {statistics.median(found):.3f} | {min(found):.3f} | {max(found):.3f} | {len(errors)} |")
        for error in errors:
            print(error, file=sys.stderr)


main()
