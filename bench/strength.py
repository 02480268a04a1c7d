#!/usr/bin/env python3
"""strength.py - matches of a table, a result a line (make strength).

    strength.py [--table FILE] [--out FILE] [--stop-after SECONDS] [--games N] [--only GROUP] [--jobs N] [--page FILE]

The table is bench/strength.tsv, which says what its columns are.  Results are written as they come; called again, it goes on
where that file ends, within a match too, by the record beside it.  --games N plays so many of each match in place of what the
table says, in a file of its own.  --page writes the results as a page and plays nothing."""
import argparse
import csv
import json
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

SRC = Path(os.environ.get("srcdir", "."))
LUDC = os.environ.get("LUDC", "./ludc")
COLUMNS = ["group", "name", "game", "agent", "against", "limit", "games", "wins", "draws", "losses", "rate", "low", "high", "payoff",
           "payoff_low", "payoff_high", "forfeits", "plays_per_s"]


def rows_of(table):
    """A row a match: the table's lines, a game each."""
    sets, rows = {}, []
    for line in csv.reader((text for text in table.read_text().splitlines() if text and text[0] != "#"), delimiter="\t"):
        if line[0].startswith("@"):
            sets[line[0]] = line[1].split()
            continue
        group, name, games, agent, against, limit, number, more = (line + [""] * 8)[:8]
        for game in [one for word in games.split() for one in sets.get(word, [word])]:
            rows.append({"group": group, "name": name, "game": game, "agent": agent, "against": against, "limit": limit,
                         "number": int(number), "more": more})
    return rows


def file_of(game):
    game = game.split("@")[0]
    if not game.startswith("shared/"):
        return SRC / "examples" / game
    shared = os.environ.get("LUDC_SHARED")
    return Path(shared) / "corpus" / "gdl" / game[7:] if shared else None


def options_of(game):
    """FILE@OPTION@OPTION, with _ for blanks."""
    return [word for option in game.split("@")[1:] for word in ("--option", option.replace("_", " "))]


def agents_of(row):
    """n=A/B: iterations of both; others are options of the match."""
    kind, value = row["limit"].split("=")
    agents = [row["agent"], row["against"]]
    if "/" in value:
        return [agent + ("," if ":" in agent else ":") + f"{kind}={n}" for agent, n in zip(agents, value.split("/"))], []
    return agents, ["-" + kind, value]


def play(row, games, record, jobs):
    """The match's JSON; None: it was broken off."""
    agents, limit = agents_of(row)
    seats = shlex.split(row["more"])
    if "--seats" in seats and "2" not in seats[seats.index("--seats") + 1]:
        agents = agents[:1]  # of one kind
    command = [LUDC, "match", file_of(row["game"]), *options_of(row["game"]), *limit, "--games", games, "--seed", 1, "--json", "--concurrency", jobs,
               "--record-to", record, *seats]
    command += [word for agent in agents for word in ("--agent", agent)] + (["--resume"] if record.exists() else [])
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1, 2, 3, 4):
        return None
    if done.returncode:
        raise SystemExit(f"exit {done.returncode}: {shlex.join(map(str, command))}")
    return json.loads(done.stdout)


def figures(row, found):
    pair = len(found["agents"]) == 2
    first = {key: value[0] if value else None for key, value in found.items() if key in ("winrate", "ci95", "payoff", "payoff95")}
    low, high = first.get("ci95") or ("", "")
    least, most = first.get("payoff95") or ("", "")
    wins = found.get("wins") or ["", ""]
    return {"group": row["group"], "name": row["name"], "game": row["game"], "agent": row["agent"], "against": row["against"] if pair else "",
            "limit": row["limit"], "games": found["games"], "wins": wins[0], "draws": found.get("draws", ""),
            "losses": wins[1] if pair else "", "rate": first.get("winrate", ""), "low": low, "high": high, "payoff": first.get("payoff", ""),
            "payoff_low": least, "payoff_high": most, "forfeits": sum(sum(one.values()) for one in found["forfeits"]),
            "plays_per_s": round(found["iterations_per_s"][0]) if found.get("iterations_per_s") else ""}


def read(out):
    return list(csv.DictReader(out.open(), delimiter="\t")) if out.exists() else []


def key_of(row):
    return tuple(row[word] for word in ("group", "name", "game", "agent", "limit"))


def run(args):
    known = {key_of(row) for row in read(args.out)}
    records = args.out.with_suffix(".records")
    records.mkdir(exist_ok=True)
    until = time.monotonic() + args.stop_after
    rows = [row for row in rows_of(args.table) if not args.only or row["group"] == args.only]
    fresh = not args.out.exists()
    with args.out.open("a") as file:
        write = csv.DictWriter(file, COLUMNS, delimiter="\t", lineterminator="\n")
        if fresh:
            write.writeheader()
        for number, row in enumerate(rows):
            if key_of(row) in known:
                continue
            if time.monotonic() > until:
                sys.exit(f"{len(rows) - number} matches or less are left: call again")
            if not file_of(row["game"]):
                print(f"passed over without LUDC_SHARED: {row['game']}", file=sys.stderr)
                continue
            name = "-".join(key_of(row)).translate({ord(sign): "_" for sign in "/: ,=@"})
            found = play(row, min(args.games or row["number"], row["number"]), records / name, args.jobs)
            if found is None:
                sys.exit("broken off: call again")
            write.writerow(figures(row, found))
            file.flush()
            print(*key_of(row), found.get("winrate"), found.get("payoff"), file=sys.stderr)


def number(text):
    return f"{float(text):.3f}" if text not in ("", None, "None") else "-"


def page(args):
    lines = ["# Strength, as measured", "", "By `make strength` (bench/strength.tsv says what plays whom). The rate of the first agent counts a draw as a half; intervals are of",
             "95 %. A row with few games says little: look at its interval.", "",
             "| what | game | agent | against | a move | games | rate | interval | payoff | interval |", "|---|---|---|---|---|---|---|---|---|---|"]
    for row in read(args.out):
        lines.append(f"| {row['group']}: {row['name']} | {row['game'].replace('shared/', '')} | {row['agent']} | {row['against'] or '-'} | {row['limit']} | {row['games']} | "
                     f"{number(row['rate'])} | {number(row['low'])} to {number(row['high'])} | {number(row['payoff'])} | "
                     f"{number(row['payoff_low'])} to {number(row['payoff_high'])} |")
    args.page.write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", type=Path, default=SRC / "bench" / "strength.tsv")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--stop-after", type=float, default=float("inf"))
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--only")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--page", type=Path)
    args = parser.parse_args()
    args.out = args.out or Path(f"strength-{args.games}.tsv" if args.games else "strength.tsv")
    page(args) if args.page else run(args)


main()
