#!/usr/bin/env python3
"""bad_engine.py HOW - an engine of the Universal Game Interface that is at fault when it is asked for a move:
stall, late, crash, illegal, flood (100 MB without a line's end), close (its output)."""
import os
import sys
import time


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def fault(how):
    if how == "crash":
        os._exit(3)
    elif how == "illegal":
        say("bestmove Q77")
    elif how == "flood":
        try:
            for _ in range(100):
                os.write(1, b"x" * 1000000)
        except BrokenPipeError:
            os._exit(0)
    elif how == "close":
        os.close(1)
        time.sleep(60)
    elif how == "stall":
        time.sleep(60)
    elif how == "late":
        time.sleep(0.8)
        say("bestmove A1")


def main():
    how = sys.argv[1]
    for line in sys.stdin:
        word = line.split()
        if word[:1] == ["ugi"]:
            say("id name bad\nugiok")
        elif word[:1] == ["isready"]:
            say("readyok")
        elif word[:1] == ["go"]:
            fault(how)
        elif word[:1] == ["quit"]:
            return


main()
