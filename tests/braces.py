#!/usr/bin/env python3
"""braces.py - braces around single statements, as clang-format sees them (.clang-format: RemoveBracesLLVM): there are none.

    braces.py [--fix] [FILE...]      prints FILE:LINE of each brace that may go, of all C files in the tree; --fix takes them out

Only braces are looked at: how lines are broken and comments aligned is the writer's."""
import os
import re
import subprocess
import sys
from pathlib import Path

SRC = Path(os.environ.get("srcdir", ".")).resolve()
ROOMS = ("base", "ir", "frontend", "backends", "runtime", "driver", "tests", "examples", "bench")


def files():
    return [path for room in ROOMS for path in sorted((SRC / room).rglob("*.[ch]"))]


def skip_space(text, at):
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def partners(text):
    """By the place of a brace that opens: that of the one that closes."""
    open_, partner = [], {}
    for token in re.finditer(r"""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{}]""", text, re.DOTALL):
        if token.group() == "{":
            open_.append(token.start())
        elif token.group() == "}" and open_:
            partner[open_.pop()] = token.start()
    return partner


def needless(text, path):
    """The places of the braces that clang-format takes out: it changes nothing else but white space."""
    new = subprocess.run(["clang-format", f"--assume-filename={path}", "--style=file"], input=text, capture_output=True, text=True,
                         check=True, cwd=SRC).stdout
    found, at, of = [], skip_space(text, 0), skip_space(new, 0)
    while at < len(text):
        if of < len(new) and text[at] == new[of]:
            of = skip_space(new, of + 1)
        elif text[at] in "{}":
            found += [at] if text[at] == "{" else []
        elif text[at] != "\\" and (of >= len(new) or new[of] != "\\"): # lines that go on in macros
            raise ValueError(f"{path}: {text[at:at + 40]!r} became {new[of:of + 40]!r}")
        elif text[at] != "\\":
            of = skip_space(new, of + 1)
            continue
        at = skip_space(text, at + 1)
    partner = partners(text)
    return sorted(found + [partner[at] for at in found])


def without(text, places):
    for at in reversed(places):
        text = text[:at] + "\0" + text[at + 1:]
    lines = []
    for line in text.split("\n"):
        if "\0" not in line:
            lines.append(line)
            continue
        line = line.replace("\0 ", "", 1) if line.lstrip().startswith("\0 ") else line
        kept = line.replace(" \0", "").replace("\0", "")
        if kept.strip():
            lines.append(kept)
    return "\n".join(lines)


def main():
    words = sys.argv[1:]
    fix = words[:1] == ["--fix"]
    paths = [Path(word).resolve() for word in words[fix:]] or files()
    for path in paths:
        text = path.read_text(encoding="utf-8")
        places = needless(text, path)
        if fix and places:
            path.write_text(without(text, places), encoding="utf-8")
        for at in places if not fix else ():
            print(f"{path.relative_to(SRC)}:{1 + text.count(chr(10), 0, at)}")


if __name__ == "__main__":
    main()
