#!/usr/bin/env python3
"""broken_engine.py RULE - an engine of noughts and crosses that speaks the Universal Game Interface, but for one rule, which it
breaks; `none`: it breaks none.  Shares no code with ours."""
import os
import sys
import threading

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
SITES = ["A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"]
BREAKS = sys.argv[1]
lock = threading.Lock()


def say(text):
    with lock:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()


def winner(moves):
    for player in (0, 1):
        mine = set(moves[player::2])
        if any(mine.issuperset(line) for line in LINES):
            return player
    return None


def over(moves):
    return winner(moves) is not None or len(moves) == 9


def query(what, moves):
    if what == "p1turn":
        right = len(moves) % 2 == 0
        wrong = BREAKS == "moves" and len(moves) == 2 or BREAKS == "position" and not moves
        return "true" if right != wrong else "false"
    if what == "gameover":
        return "true" if over(moves) and BREAKS != "end" else "false"
    who = winner(moves)
    return "none" if not over(moves) else "draw" if who is None else f"p{who + 1}win"


def best(moves, kind):
    free = [site for site in range(9) if site not in moves]
    return "bestmove Z9" if BREAKS == kind else "bestmove " + SITES[free[0]] if free and not over(moves) else "bestmove (none)"


def main():
    moves, stop = [], None
    while True:
        line = sys.stdin.readline()
        word = line.split()
        if not line:
            return
        if word[:1] == ["ugi"]:
            if BREAKS == "hello":
                say("Welcome!")
            if BREAKS != "name":
                say("id name planted")
            if BREAKS == "options":
                say("option name x type number")
            say("ugiok")
        elif word[:1] == ["isready"] and not (stop and BREAKS == "ready"):
            say("readyok")
        elif word[:1] == ["uginewgame"]:
            moves = []
            if BREAKS == "newgame":
                os._exit(1)
        elif word[:2] == ["position", "startpos"]:
            try:
                moves = [SITES.index(move) for move in word[3:]]
            except ValueError:
                if BREAKS == "illegal":
                    raise
        elif word[:1] == ["query"]:
            say("response " + query(word[1], moves))
        elif word[:2] == ["go", "infinite"]:
            stop = True
            if BREAKS == "infinite":
                say(best(moves, ""))
                stop = None
        elif word[:1] == ["go"]:
            kind = {"movetime": "movetime", "p1time": "clock", "nodes": "nodes", "depth": "depth"}[word[1]]
            say("info depth 1 nodes 1")
            if BREAKS != kind + "-silent":
                say(best(moves, kind))
        elif word[:1] == ["stop"]:
            if stop or BREAKS == "stop":
                say(best(moves, ""))
            stop = None
        elif word[:1] == ["quit"]:
            if BREAKS == "quit" and not stop or BREAKS == "quit-thinking" and stop:
                continue
            return
        elif BREAKS == "unknown" and word[:1] == ["xyzzy"]:
            say("what?")
            os._exit(1)
        elif BREAKS == "long" and len(line) > 10000:
            os._exit(1)


main()
