"""directed.py - games that try to leave their ranges: every pair of a ludeme that takes a number or a site and a
source of numbers.  `games()` yields (name, text) of those that `make check` plays, `all_games()` of many more.

    directed.py LUDC FOLDER [--every N] [--from NAME]

plays them all (make conform-directed): the evaluator and tcc must print the same traces, and of every twentieth c and llvm too; no
back end may end by anything but 0, 1 or 4.  FOLDER keeps the games that do not, and `done`, so that the next call goes on."""
import argparse
import subprocess
import sys
from pathlib import Path

SOURCES = {
    "large": "5000",
    "far": "(+ (to) 1000)",
    "below": "(- (to) 1000)",
    "product": "(* 1000000 (to))",
    "power": "(^ (+ (to) 2) 40)",
    "map": '(mapEntry "Away" (mover))',
    "score": "(score Mover)",
    "counted": "(* 40 (count Moves))",
    "remainder": "(% (* 7 (to)) (- (to) 3))",
    "quotient": "(/ 1000 (- (to) 5))",
}

SINKS = {
    "remove": "(remove X)",
    "add": '(add (piece "Stone1") (to X))',
    "state": "(set State at:X 1)",
    "state-value": "(set State at:(to) X)",
    "count": "(set Count at:X 2)",
    "count-value": "(set Count at:(to) X)",
    "value": "(set Value at:X 3)",
    "move": "(fromTo (from (to)) (to X))",
    "move-from": "(fromTo (from X) (to (to)))",
    "promote": '(promote X (piece "Stone2"))',
    "swap": "(swap Pieces X (to))",
    "flip": "(flip X)",
    "who": "(if (= (who at:X) 1) (moveAgain))",
    "empty": "(if (is Empty X) (moveAgain))",
    "member": "(if (is In X (sites Empty)) (moveAgain))",
    "line": "(if (is Line 3 through:X) (moveAgain))",
    "group": "(set Score Mover (size Group at:X))",
    "around": "(forEach Site (sites Around X) (if (is Enemy (who at:(site))) (remove (site))))",
    "sight": "(set Score Mover (count Sites in:(sites LineOfSight at:X)))",
    "between": "(set Score Mover (count Sites in:(sites Between from:X to:(to))))",
    "row": "(set Score Mover (row of:X))",
    "rows": "(remove (sites Row X))",
    "track": '(set Score Mover (trackSite Move from:X "Way" steps:1))',
    "steps": '(set Score Mover (trackSite Move from:(to) "Way" steps:X))',
    "next": "(set NextPlayer (player X))",
    "variable": '(set Var "Any" X)',
    "pending": "(set Pending X)",
    "hidden": "(set Hidden at:X to:P1)",
    "push": "(push (from X) N)",
    "surround": "(surround (from X) Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between))))"
                " (to if:(is Friend (who at:(to)))))",
    "values": "(forEach Value min:0 max:(min 20 X) (addScore Mover (value)))",
    "points": "(addScore Mover X)",
}

# What `make conform-directed` adds.
MORE_SOURCES = {
    "minus": "-1",
    "beyond": "16",
    "in-hand": "(handSite Mover 1)",
    "ahead": "(ahead (to) N steps:3)",
    "last-from": "(last From)",
    "state-of": "(state at:(to))",
    "variable-of": '(var "Any")',
    "group-of": "(* 5 (size Group at:(to)))",
    "choice": "(if (is Empty (ahead (to) N)) 17 -3)",
    "difference": "(- (count Turns) (* 3 (row of:(to))))",
}
EFFECTS = """
(add (piece X) (to (to)))| (add (piece "Stone1" state:X) (to (to)))| (addScore P1 X)| (attract (from X))| (claim (to X))
(custodial (from X) Orthogonal (between (max 3) if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Friend (who at:(to)))))
(custodial (from (to)) Orthogonal (between (max X) if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Friend (who at:(to)))))
(directional (from X) (directions All) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))
(enclose (from X) Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))))
(forget Value X)| (remember Value X)| (fromTo (from (to)) (to (to)) count:X)| (fromTo (from (handSite Mover)) (to X))
(intervene (from X) Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))
(promote (to) (piece X))| (push (from (to)) N)| (remove (to) count:X)| (remove X count:2)| (set Counter X)| (set Counter -1)
(set Rotation (to X) 1)| (set Rotation (to (to)) X)| (set Value at:(to) X)| (set Value P1 X)| (set Score P2 X)| (set Var X)
(set Count at:(sites Around X) 2)| (set Count at:(to) X)| (set State at:X X)| (set Hidden What at:X True to:P1)| (set Hidden Who at:X to:P2)
(set Hidden State at:X to:Mover)| (set Hidden Count at:X to:Mover)| (set Invisible at:X to:P1)| (set Pending (sites Around X))
(set TrumpSuit X)| (set NextPlayer (player (+ 1 X)))| (sow X count:2 numPerHole:1 "Way")| (sow (to) count:X numPerHole:1 "Way")
(sow (to) count:2 numPerHole:X "Way")| (swap Pieces (to) X)| (trigger "Any" (player X))| (trigger "Any" X)| (moveAgain)
(forEach Value min:X max:5 (addScore Mover (value)))| (forEach Site (sites {X}) (remove (site)))| (forEach Piece (if (= (to) X) (moveAgain)))
(forEach Player (set Score Player X))| (forEach Direction (from X) (to (apply (remove (to)))))| (forEach Level X (remove X level:(level)))
(remove X level:X)| (remove (to) level:X)| (add (piece "Stone2") (to X level:X))| (flip (ahead X N))| (select (from X) (to X))| (slide (from X))
(step (from X) (to if:(is Empty (to))))| (hop (from X) (between if:(is Occupied (between))) (to if:(is Empty (to))))| (leap (from X) {{F F R}} (to if:(is Empty (to))))
(shoot (piece "Stone1") (from X))| (shove (from X))| (and (remove X) (set State at:X 1))| (seq { (remove X) (add (piece "Stone1") (to X)) })
(if (is Empty X) (add (piece "Stone2") (to X)))| (apply (remove X))| (take Domino)| (take Control of:P2 by:Mover at:X)| (vote X)| (bet P1 (range 0 X))
(random {X 1} {(remove X) (moveAgain)})| (priority {(remove X) (moveAgain)})| (avoidStoredState (remove X))| (max Captures (remove X))
"""
CONDITIONS = """
(is Related Orthogonal (to) X)| (is Related Adjacent X (sites Empty))| (is In X (sites {0 5}))| (is In (to) (sites Around X))| (is Occupied X)
(is Enemy X)| (is Friend X)| (is Mover X)| (is Next X)| (is Prev X)| (is Even X)| (is Odd X)| (is Visited X)| (is Pattern {F R F} from:X)| (is Loop at:X)
(is Connected at:X Sides)| (is Connected 2 at:X Corners)| (is Blocked Mover)| (is Crossing X (to))| (is LastTo X)| (is LastFrom X)
(is Threatened (id "Stone" Mover) at:X)| (is Threatened at:X)| (is Target {0 1} {X 1})| (is Within (id "Stone" Mover) in:(sites {X}))| (is Line X)
(is Line 3 Orthogonal through:X)| (is Line 3 throughAny:(sites Around X))| (is Line 3 exact:True through:X)| (is Hidden at:X to:P1)| (is Hidden What at:X to:P1)
(is Invisible at:X to:P1)| (is Masked at:X to:P1)| (is Empty (ahead X N))| (is Empty Vertex X)| (is Anyway X)| (is Corner X)| (is Pending)| (= X 3)| (< X (to))
(>= X X)| (!= X (to))| (not (is Empty X))| (or (is Empty X) (= X 1))| (xor (is Empty X) (= X 1))| (all Sites (sites Around X) if:(is Empty (site)))
(all Values (values Remembered) if:(= (value) X))| (can Move (forEach Piece (step (to if:(= (to) X)))))| (no Moves Next)| (no Pieces P1 in:(sites {X}))
(no Pieces in:(sites Row X))| (was Pass)| (= (sites {X}) (sites Empty))| (!= (sites Around X) (sites Row X))| (is Cycle)| (is Active (player X))| (is Decided "Any")
(is Target "Board" {X 0})| (is SidesMatch X)| (is SidesMatch at:X)| (is Full)| (is Tree Mover)| (is Caterpillar Mover)
"""
NUMBERS = """
(column of:X)| (layer of:X)| (phase of:X)| (what at:X)| (who at:X)| (state at:X)| (rotation at:X)| (value Piece at:X)| (count at:X)| (count Steps (to) X)
(count Steps X (to))| (count Pieces Mover in:(sites Around X))| (size Stack at:X)| (size Stack in:(sites Around X))| (size Group at:X Orthogonal)
(size Group at:X if:(= (who at:(to)) 1))| (size LargePiece at:X)| (size Territory Mover)| (size Array (array {X X}))| (topLevel at:X)| (mapEntry "Away" X)| (mapEntry X)
(coord row:X column:1)| (coord row:1 column:X)| (coord row:X column:X)| (ahead X S steps:1)| (ahead (to) N steps:X)| (ahead X)| (handSite P1 X)| (handSite Mover X)
(handSite (+ 1 X))| (regionSite (sites Board) index:X)| (regionSite (sites {X}) index:0)| (trackSite Move from:X "Way" steps:X)| (trackSite EndSite (player X))
(trackSite FirstSite from:X "Way" if:(is Empty (to)))| (score (player X))| (amount (player X))| (abs X)| (- X)| (* X X)| (+ {X X 3})| (/ X 3)| (/ 100 X)| (% X 7)
(% 100 X)| (^ X 2)| (^ 2 X)| (min X 3)| (max {X 3 5})| (if (= X 1) X 2)| (count Liberties at:X)| (count Groups if:(= (to) X))| (count Adjacent at:X)
(count Neighbours at:X)| (count Orthogonal at:X)| (count Diagonal at:X)| (count Off at:X)| (count Sites at:X)| (count Sites in:(sites {X}))
(count StepsOnTrack P1 (to) X)| (count StepsOnTrack "Way" X (to))| (count Stack at:X)| (count Value X in:(values Remembered))| (face X)| (card Rank at:X)
(card Suit at:X)| (card TrumpValue at:X)| (matchScore P1)| (toInt (is Empty X))| (where "Stone" P1 state:X)| (where (what at:X))| (value Player (player X))
(value Random (range 0 X))| (value MoveLimit)| (who at:(ahead X N))| (what at:X level:X)| (state at:X level:X)| (centrePoint)| (last To)| (next)| (id (what at:X))
(count Pips)| (var "Any")| (counter)| (count Phases)| (count Vertices in:X)| (count Rows)| (count Turns)| (count MovesThisTurn)| (pot)| (intersection X 1)
"""
REGIONS = """
(sites Around X Diagonal)| (sites Around (sites {X}))| (sites Around X distance:(exact X))| (sites Around X includeSelf:True)| (sites Column X)| (sites Layer X)| (sites Phase X)| (sites State X)
(sites Distance from:X (exact 2))| (sites Distance from:(to) (exact X))| (sites Distance from:(to) (range 0 X))| (sites Distance (step (to if:(is Empty (to)))) from:X (range 1 3))
(sites Direction from:X N)| (sites Direction from:(to) N distance:X)| (sites Direction from:X All stop:(is Empty (to)))| (sites LineOfSight Empty at:X)
(sites LineOfSight Farthest at:X)| (sites Between from:(to) to:X)| (sites Between from:X to:X fromIncluded:True toIncluded:True)| (sites Group at:X)| (sites Group at:X Orthogonal if:(is Empty (to)))
(sites Incident Edge of:Cell at:X)| (sites Incident Vertex of:Cell at:X)| (sites {X})| (sites {0 X 3})| (sites Pattern {F R F} from:X)| (sites Crossing at:X)
(sites Random num:X)| (sites Random (sites {X}) num:2)| (sites Track from:X to:3)| (sites Track Mover "Way" from:X to:X)| (sites Loop at:X)| (sites Occupied by:Mover)
(sites Occupied by:Mover at:X)| (expand (sites {X}) steps:1)| (expand origin:X steps:1)| (expand (sites {0}) steps:X)| (difference (sites Board) X)
(difference (sites Board) (sites {X}))| (union (sites {X}) (sites {0}))| (union {(sites {X}) (sites Row X)})| (intersection (sites {X}) (sites Empty))
(sites Player (player X))| (forEach (sites Around X) if:(is Empty (site)))| (forEach (sites Board) if:(= (site) X))| (sites Side N)| (sites Hidden to:(player X))
(sites (array {X 1 X}))| (sites Stack at:X)| (sites LargePiece at:X)| (sites Support)| (sites Territory Mover)| (sites From (forEach Piece (step (to if:(= (to) X)))))
(sites To (forEach Piece (step (to if:(= (to) X)))))| (sites Between (forEach Piece (hop (between if:(= (between) X)))))| (if (= X 1) (sites {X}) (sites Empty))
(sites Cell {X})| (sites Walk {{F F R}} index:X)| (sites X {{F F R}})| (sites Hint)| (sites Start (piece X))| (sites Concave? X)| (sites Walk X {{F F} {F L F}} rotations:True)
"""

GAME = """(game "Directed" (players 2)
  (equipment {{ (board (square 4) {{ (track "Way" {{0 1 2 3 7 11 15}} P1) (track "Way" {{0 1 2 3 7 11 15}} P2) }})
               (piece "Stone" Each) (hand Each size:2) (map "Away" {{ (pair P1 2000000) (pair P2 -77) }}) }})
  (rules (start (set Score Each 3000)) (play (move Add (to (sites Empty)) (then {sink})))
         (end (if (>= (count Turns) 14) (result Mover Draw)))))
"""


def games():
    for sink, ludeme in SINKS.items():
        for source, number in SOURCES.items():
            yield f"{sink}-{source}", GAME.format(sink=ludeme.replace("X", number))


def forms(text):
    return [form.strip() for form in text.replace("\n", "|").split("|") if form.strip()]


def all_sinks():
    """Each form as an effect of a move: what it is in itself, or what asks for it."""
    yield from SINKS.values()
    yield from forms(EFFECTS)
    for form in forms(CONDITIONS):
        yield f"(if {form} (moveAgain))"
        yield f"(if {form} (remove (to)))"
    for form in forms(NUMBERS):
        yield f"(set Score Mover {form})"
        yield f"(remove {form})"
    for form in forms(REGIONS):
        yield f"(remove {form})"
        yield f"(set Score Mover (count Sites in:{form}))"


def all_games():
    for n, ludeme in enumerate(all_sinks()):
        for source, number in {**SOURCES, **MORE_SOURCES}.items():
            yield f"{n:03}-{source}", GAME.format(sink=ludeme.replace("X", number))


# ---- playing them all -------------------------------------------------------------------------


def trace(ludc, path, backend):
    words = [ludc, "playout", path, "-n", "2", "--max-moves", "40", "--trace", "--backend", backend, "--no-cache"]
    try:
        done = subprocess.run(words, capture_output=True, timeout=60, check=False, text=True, errors="replace")
    except subprocess.TimeoutExpired:
        return "over 60 s", "", ""
    return done.returncode, done.stdout, done.stderr


def complaint(ludc, path, more):
    """What is wrong with the game, or None; and whether it was played."""
    first = trace(ludc, path, "eval")
    if first[0] not in (0, 1, 4) or "internal" in first[2]:
        return f"eval: {first[0]}: {first[2][-300:]}", False
    if first[0] and not first[1]:
        return None, False
    for backend in ("tcc", "c", "llvm") if more else ("tcc",):
        second = trace(ludc, path, backend)
        if second[:2] != first[:2]:
            return f"eval and {backend} differ: {first[0]} and {second[0]}: {second[2][-300:]}", True
    return None, True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ludc")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1)
    o = parser.parse_args()
    o.folder.mkdir(parents=True, exist_ok=True)
    done = o.folder / "done"
    seen = set(done.read_text(encoding="utf-8").split()) if done.exists() else set()
    played = refused = wrong = 0
    with open(done, "a", encoding="utf-8") as list_:
        for n, (name, text) in enumerate(all_games()):
            if n % o.every or name in seen:
                continue
            path = o.folder / f"{name}.lud"
            path.write_text(text, encoding="utf-8")
            what, plays = complaint(o.ludc, path, n % 20 == 0)
            played, refused, wrong = played + plays, refused + (not plays), wrong + bool(what)
            if what:
                print(f"{path}: {what}", flush=True)
            else:
                path.unlink()
                print(name, file=list_, flush=True)
    print(f"{played} played, {refused} refused, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
