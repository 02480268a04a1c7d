"""lanes_games.py - the games that lanes are tried on, and the machine they run on."""
import os
import pathlib
import re
import shlex

from library import SHARED

SHEETS = ["connect4", "stanford__connect_four", "stanford__horseshoe", "stanford__joint_connect_four",
          "stanford__breakthrough", "stanford__pentago", "reversi"]
LUDEMES = ["Tic-Tac-Toe", "Connect Four --option Modelisation/2D", "Breakthrough", "Yavalath", "Gomoku", "Hex",
           "Reversi"]


def usual():
    found = [str(SHARED / "corpus" / "gdl" / f"{name}.kif") for name in SHEETS]
    for name in LUDEMES:
        name, *options = name.split(" --")
        paths = sorted((SHARED / "corpus" / "ludii").rglob(f"{name}.lud"))
        found += [" --".join([shlex.quote(str(paths[0])), *options])] if paths else []
    return found


def machine():
    """The processor and which wide words it has."""
    text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8") if os.path.exists("/proc/cpuinfo") else ""
    name = re.search(r"^model name\s*: (.*)$", text, re.M)
    flags = set((re.search(r"^flags\s*: (.*)$", text, re.M) or ["", ""])[1].split())
    wide = [flag for flag in ("avx2", "avx512f", "avx512vl", "avx512_vpopcntdq") if flag in flags]
    return name.group(1) if name else "?", wide
