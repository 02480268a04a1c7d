#!/usr/bin/env python3
"""compare.py - two builds of ludc by turns: is the newer one as fast?

    compare.py OLD NEW GAME|FOLDER .. [--backend c,tcc,llvm] [--plan auto,standard] [-t SECONDS] [--rounds N]
                                      [--below R] [--again N] [--out compare.tsv] [--json] [--list FILE] [--every N] [--steady]

OLD and NEW are programs; their modules are looked for beside them (LUDC_LIBDIR: FOLDER/.libs or FOLDER).  A row is a game, a
back end and a plan.  In each round OLD and NEW play random games for SECONDS of processor time, in the order OLD NEW,
in the next NEW OLD; a round's ratio is NEW's rate by OLD's, and the row's is the median of its rounds, since what disturbs both
at once then cancels.  A row below R (0.95) is measured again with N times as many rounds before it is believed.  Of the times
from the start of the program to the end of the first playout the least counts; games are compiled anew each time.
With --steady LLVM's best code is waited for; without it a short measurement is as much one of the code that is there first.

Each row is written as soon as it is known; what stands in the table is not measured again.  At the end: geometric means by
back end and plan, rows below R, the ratios of first playouts.  The exit code is 1 if rows below R are left."""
import argparse
import json
import math
import os
import statistics
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from games_at_hand import ALL, games_of  # noqa: E402

COLUMNS = ("game", "backend", "plan", "old", "new", "ratio", "lowest", "highest", "first_old", "first_new", "rounds", "load", "state")


def environment(program):
    folder = Path(program).resolve().parent
    libs = folder / ".libs"
    return dict(os.environ, LUDC_CACHE="", LUDC_LIBDIR=str(libs if libs.is_dir() else folder))


class Build:
    """One of the two programs."""

    def __init__(self, program):
        self.program = str(Path(program).resolve())
        self.environment = environment(program)

    def play(self, game, backend, plan, options):
        """Playouts a second of processor time, and milliseconds until the first was over; or why there are none."""
        command = [self.program, "playout", str(game), "--backend", backend, "--cpu-time", str(options.t), "--json", "--no-cache"]
        if options.steady:
            command += ["--steady"]
        if plan:
            command += ["--plan", plan]
        try:
            done = subprocess.run(command, capture_output=True, env=self.environment, stdin=subprocess.DEVNULL, timeout=600, check=False)
        except subprocess.TimeoutExpired:
            return None, "600 s are over"
        except OSError as error:
            return None, str(error)
        if done.returncode:
            return None, f"exit {done.returncode}"
        found = json.loads(done.stdout)
        return (found["playouts_per_s"], found["first_playout_ms"]), ""


def one_round(builds, game, row, options, turned):
    """What both builds do, [old, new], or the reason why not."""
    result = [None, None]
    for i in (1, 0) if turned else (0, 1):
        result[i], why = builds[i].play(game, *row, options)
        if result[i] is None:
            return None, f"{'NEW' if i else 'OLD'}: {why}"
    return result, ""


def measure(builds, game, row, options, rounds):
    done = []
    for i in range(rounds):
        result, why = one_round(builds, game, row, options, i % 2)
        if result is None:
            return {"state": why}
        done.append(result)
    ratios = [new[0] / old[0] for old, new in done if old[0] > 0]
    if not ratios:
        return {"state": "no playout came to an end"}
    return {"old": statistics.median(old[0] for old, _ in done), "new": statistics.median(new[0] for _, new in done),
            "ratio": statistics.median(ratios), "lowest": min(ratios), "highest": max(ratios),
            "first_old": min(old[1] for old, _ in done), "first_new": min(new[1] for _, new in done),
            "rounds": rounds, "load": os.getloadavg()[0], "state": "ok"}


def measured(builds, game, row, options):
    found = measure(builds, game, row, options, options.rounds)
    if found.get("ratio", options.below) < options.below and options.again > 1:
        found = measure(builds, game, row, options, options.rounds * options.again)
    return {"game": str(game), "backend": row[0], "plan": row[1] or "", **found}


def builds_line(options):
    return f"# {options.old.program} {options.new.program}"


def read_table(path, builds):
    """The rows that are there; a table of other builds is refused."""
    if not path.exists():
        return {}
    first = path.read_text(encoding="utf-8").split("\n", 1)[0]
    if first and first != builds:
        sys.exit(f"compare.py: {path} is the table of other builds ({first.lstrip('# ')}); name another one with --out")
    lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    rows = [dict(zip(COLUMNS, line)) for line in lines if len(line) == len(COLUMNS) and tuple(line) != COLUMNS]
    for row in rows:
        for name in COLUMNS[3:-1]:
            row[name] = float(row[name]) if row[name] else math.nan
    return {(row["game"], row["backend"], row["plan"]): row for row in rows}


def text_of(value):
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def games_wanted(options):
    names = [*options.game, *(options.list.read_text(encoding="utf-8").split("\n") if options.list else [])]
    return list(games_of(filter(None, names), ALL))[::options.every]


def mean(ratios):
    return math.exp(statistics.fmean(math.log(r) for r in ratios)) if ratios else math.nan


def summary(rows, below):
    good = [row for row in rows if row["state"] == "ok"]
    groups = sorted({(row["backend"], row["plan"]) for row in good})
    first = [row["first_new"] / row["first_old"] for row in good if row["first_old"] > 0]
    return {
        "rows": len(good), "without": [{name: row[name] for name in ("game", "backend", "plan", "state")} for row in rows if row["state"] != "ok"],
        "geometric_mean": mean([row["ratio"] for row in good]),
        "groups": [{"backend": b, "plan": p, "rows": len(part), "geometric_mean": mean(part)} for b, p in groups
                   for part in [[row["ratio"] for row in good if (row["backend"], row["plan"]) == (b, p)]]],
        "below": sorted((row for row in good if row["ratio"] < below), key=lambda row: row["ratio"]),
        "first_playout": {"median": statistics.median(first), "largest": max(first)} if first else None,
    }


def say(found, below):
    for part in found["without"]:
        print(f"not measured: {part['game']} {part['backend']} {part['plan']}: {part['state']}")
    for part in found["groups"]:
        print(f"{part['backend']:6} {part['plan']:9} {part['rows']:4} rows, geometric mean {part['geometric_mean']:.3f}")
    print(f"all              {found['rows']:4} rows, geometric mean {found['geometric_mean']:.3f}")
    if found["first_playout"]:
        print("first playout: median {median:.2f}, largest {largest:.2f} of before".format(**found["first_playout"]))
    for row in found["below"]:
        print(f"below {below}: {row['ratio']:.3f} ({row['lowest']:.2f} to {row['highest']:.2f}) {row['game']} {row['backend']} {row['plan']}")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Build)
    parser.add_argument("new", type=Build)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--list", type=Path, help="a file with a game a line")
    parser.add_argument("--backend", default="c")
    parser.add_argument("--plan", default="auto")
    parser.add_argument("-t", type=float, default=0.5, help="seconds of processor time for each measurement")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--again", type=int, default=3)
    parser.add_argument("--below", type=float, default=0.95)
    parser.add_argument("--every", type=int, default=1, help="only every n-th game")
    parser.add_argument("--out", type=Path, default=Path("compare.tsv"))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--steady", action="store_true", help="wait for LLVM's best code")
    return parser.parse_args()


def main():
    options = arguments()
    rows = read_table(options.out, builds_line(options))
    wanted = [(game, backend, plan) for game in games_wanted(options)
              for backend in options.backend.split(",") for plan in options.plan.split(",")]
    with open(options.out, "a", encoding="utf-8") as out:
        if not rows and not out.tell():
            out.write(builds_line(options) + "\n" + "\t".join(COLUMNS) + "\n")
        for game, backend, plan in wanted:
            if (str(game), backend, plan) in rows:
                continue
            row = {name: math.nan for name in COLUMNS} | measured((options.old, options.new), game, (backend, plan), options)
            rows[(str(game), backend, plan)] = row
            out.write("\t".join("" if row[name] != row[name] else text_of(row[name]) for name in COLUMNS) + "\n")
            out.flush()
    found = summary([row for key, row in rows.items() if key in {(str(g), b, p) for g, b, p in wanted}], options.below)
    if options.json:
        print(json.dumps(found))
    else:
        say(found, options.below)
    return 1 if found["below"] else 0


if __name__ == "__main__":
    sys.exit(main())
