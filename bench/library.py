"""library.py - where the library of games and the figures of others are, if they are anywhere."""
import os
import pathlib

# What LUDC_SHARED says, or a folder of that name beside the sources.
SHARED = pathlib.Path(os.environ.get("LUDC_SHARED") or pathlib.Path(__file__).resolve().parents[2] / "shared")
