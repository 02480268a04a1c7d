"""directed.py - games that try to leave their ranges: every pair of a ludeme that takes a number or a site and a
source of numbers.  `games()` yields (name, text)."""

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
