"""games_at_hand.py - the library of games, where it is at hand, for sweeps over it."""
import os
from pathlib import Path

SHARED = Path(os.environ.get("LUDC_SHARED", Path(__file__).resolve().parent.parent.parent / "shared"))


ALL = (".lud", ".kif", ".gir")


def games_of(places, suffixes=(".lud",)):
    """Files as they are named; all games of a folder that end so."""
    for place in places:
        path = Path(place)
        yield from sorted(p for p in path.rglob("*") if p.suffix in suffixes) if path.is_dir() else [path]


def definitions():
    """Options of ludc for the library's defines."""
    defs = SHARED / "corpus" / "ludii" / "def"
    return ["--def-path", str(defs)] if defs.is_dir() else []
