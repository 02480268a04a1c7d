#!/usr/bin/env python3
"""ggp_server.py SHEET --player HOST:PORT.. - a game server of General Game Playing, of the standard library alone.

It reads rule sheets, says what is legal and draws nothing: an independent reading of the rules and of the protocol.  As a
program it plays a match and prints a line of JSON: moves, answers that were late or no legal move, goals, and how long each
answer took.  A player that is called `random` is played here."""
import argparse
import json
import random
import socket
import sys
import time
from urllib.parse import quote

KEYWORDS = {"role", "init", "true", "does", "next", "legal", "goal", "terminal", "base", "input", "distinct", "not", "or", "<="}


class Wrong(Exception):
    """A text is no term."""


# ---- terms: a word is a str, a list a tuple --------------------------------------------------------


def read(text):
    """All terms of a text."""
    lines = (line.split(";")[0] for line in text.split("\n"))
    words = " ".join(lines).replace("(", " ( ").replace(")", " ) ").split()
    stack = [[]]
    for word in words:
        if word == "(":
            stack.append([])
        elif word == ")":
            if len(stack) == 1:
                raise Wrong("a bracket closes nothing")
            done = tuple(stack.pop())
            stack[-1].append(done)
        else:
            stack[-1].append(word)
    if len(stack) != 1:
        raise Wrong("a bracket is open")
    return stack[0]


def show(term):
    return term if isinstance(term, str) else "( " + " ".join(map(show, term)) + " )"


def one(text):
    terms = read(text)
    if len(terms) != 1:
        raise Wrong("not one term")
    return terms[0]


def mapped(term, word):
    return word(term) if isinstance(term, str) else tuple(mapped(part, word) for part in term)


def is_variable(term):
    return isinstance(term, str) and term.startswith("?")


def bound(term, where):
    while is_variable(term) and term in where:
        term = where[term]
    return term if isinstance(term, str) else tuple(bound(part, where) for part in term)


def ground(term):
    return not is_variable(term) if isinstance(term, str) else all(map(ground, term))


def unify(a, b, where):
    """Bindings under which both are the same, or None."""
    a, b = bound(a, where) if is_variable(a) else a, bound(b, where) if is_variable(b) else b
    if a == b:
        return where
    if is_variable(a):
        return {**where, a: b}
    if is_variable(b):
        return {**where, b: a}
    if isinstance(a, str) or isinstance(b, str) or len(a) != len(b):
        return None
    for x, y in zip(a, b):
        where = unify(x, y, where)
        if where is None:
            return None
    return where


# ---- rules ---------------------------------------------------------------------------------------------


def name(term):
    return (term, 0) if isinstance(term, str) else (term[0], len(term) - 1)


class Sheet:
    """Rules, and what follows from them in a position: a set of facts."""

    def __init__(self, text):
        self.rules, self.fresh = {}, 0
        for form in read(text):
            form = mapped(form, lambda w: w.lower() if w.lower() in KEYWORDS else w)
            head, body = (form[1], form[2:]) if form[0] == "<=" else (form, ())
            self.rules.setdefault(name(head), []).append((head, body))
        self.roles = [head[1] for head, _ in self.rules[("role", 1)]]
        self.position(frozenset())
        self.start = frozenset(bound("?f", w) for w in self.all(("init", "?f")))

    def position(self, facts, does=()):
        self.known = {}
        self.given = {("true", 1): [("true", fact) for fact in facts],
                      ("does", 2): [("does", role, move) for role, move in zip(self.roles, does)]}

    def all(self, goal):
        return list(self.solve((goal,), {}))

    def holds(self, goal):
        return bool(self.answers(goal))

    def answers(self, goal):
        """All instances of a goal that hold, each once."""
        names = {}
        key = mapped(goal, lambda w: names.setdefault(w, f"?{len(names)}") if is_variable(w) else w)
        if key not in self.known:
            self.known[key] = {}
            found = {}
            while True:  # until nothing new comes: a relation may need itself
                for fact in self.derive(key):
                    found[fact] = True
                if len(found) == len(self.known[key]):
                    break
                self.known[key] = dict(found)
                if not self.recursive(name(key)):
                    break
        return list(self.known[key])

    def recursive(self, relation):
        def reach(at, seen):
            for _, body in self.rules.get(at, ()):
                for literal in flat(body):
                    to = name(literal)
                    if to == relation or (to not in seen and not seen.add(to) and reach(to, seen)):
                        return True
            return False
        return reach(relation, set())

    def derive(self, goal):
        for fact in self.given.get(name(goal), ()):
            if unify(goal, fact, {}) is not None:
                yield fact
        for head, body in self.rules.get(name(goal), ()):
            self.fresh += 1
            fresh = str(self.fresh)
            head, body = (mapped(t, lambda w: w + "'" + fresh if is_variable(w) else w) for t in (head, body))
            where = unify(head, goal, {})
            if where is not None:
                for done in self.solve(body, where):
                    yield bound(head, done)

    def solve(self, body, where):
        if not body:
            yield where
            return
        literal, rest = body[0], body[1:]
        word = literal if isinstance(literal, str) else literal[0]
        if word in ("not", "distinct"):
            term = bound(literal[1:], where)
            if not ground(term) and rest:
                yield from self.solve(rest + (literal,), where)
            elif term[0] != term[1] if word == "distinct" else not self.holds(term[0]):
                yield from self.solve(rest, where)
        elif word == "or":
            for branch in literal[1:]:
                yield from self.solve((branch,) + rest, where)
        else:
            goal = bound(literal, where)
            for fact in self.answers(goal):
                more = unify(goal, fact, where)
                if more is not None:
                    yield from self.solve(rest, more)

    # what a server asks; each after position()

    def legal(self, role):
        return sorted({fact[2] for fact in self.answers(("legal", role, "?m"))}, key=show)

    def next(self):
        return frozenset(fact[1] for fact in self.answers(("next", "?f")))

    def goals(self):
        return [int(next(iter(self.answers(("goal", role, "?g"))))[2]) for role in self.roles]


def flat(body):
    for literal in body:
        if not isinstance(literal, str) and literal[0] in ("or", "not"):
            yield from flat(literal[1:])
        else:
            yield literal


# ---- the wire --------------------------------------------------------------------------------------------


class Player:
    """A player at HOST:PORT; `way` is POST or GET, `version` 1.0 or 1.1."""

    def __init__(self, address, way="POST", version="1.0"):
        host, port = address.rsplit(":", 1)
        self.address, self.way, self.version = (host, int(port)), way, version

    def request(self, text):
        if self.way == "GET":
            return f"GET /{quote(text)} HTTP/{self.version}\r\nHost: player\r\nConnection: close\r\n\r\n"
        return (f"POST / HTTP/{self.version}\r\nAccept: text/delim\r\nHost: player\r\nSender: GAMESERVER\r\nReceiver: PLAYER\r\n"
                f"Content-Type: text/acl\r\nConnection: close\r\nContent-Length: {len(text)}\r\n\r\n{text}")

    def ask(self, text, timeout):
        """The answer's body, and seconds."""
        began = time.monotonic()
        with socket.create_connection(self.address, timeout=timeout) as peer:
            peer.sendall(self.request(text).encode())
            data = b""
            while True:
                peer.settimeout(max(0.01, began + timeout - time.monotonic()))
                part = peer.recv(65536)
                if not part:
                    break
                data += part
        head, _, body = data.partition(b"\r\n\r\n")
        if not head.split(b" ", 2)[1:2] == [b"200"]:
            raise Wrong(head.split(b"\r\n")[0].decode("latin-1"))
        return body.decode("latin-1").strip(), time.monotonic() - began


# ---- a match ------------------------------------------------------------------------------------------------


class Match:
    """`word` says how the words of the sheet go over the wire, `upper` that all moves do in upper case."""

    def __init__(self, sheet, players, start=1, play=1, seed=1, scramble=False, upper=False, label="match"):
        self.sheet, self.players, self.clocks, self.upper = sheet, players, (start, play), upper
        self.random = random.Random(seed)
        self.label = f"{label}.{self.random.randrange(10 ** 9)}"
        self.word = self.scrambled() if scramble else {}
        self.back = {self.spoken(there).lower(): here for here, there in self.word.items()}
        self.moves, self.errors, self.seconds = [], [], [[] for _ in players]
        self.thought = []  # seconds of all answers where there was a choice

    def scrambled(self):
        words = set()
        for rules in self.sheet.rules.values():
            mapped(tuple(rules), lambda w: words.add(w))
        words = sorted(w for w in words if w and not is_variable(w) and w not in KEYWORDS and not w.isdigit())
        new = [f"{self.random.choice('bdfgklmnprstvz')}{self.random.choice('aeiou')}{n}x" for n in range(len(words))]
        self.random.shuffle(new)
        return dict(zip(words, new))

    def spoken(self, text):
        return text.upper() if self.upper else text

    def out(self, term):
        return self.spoken(show(mapped(term, lambda w: self.word.get(w, w))))

    def heard(self, text):
        return mapped(one(text), lambda w: self.back.get(w.lower(), w))

    def rules(self):
        forms = [("<=", head, *body) if body else head for rules in self.sheet.rules.values() for head, body in rules]
        order = [form for form in forms if form[0] == "role"] + [form for form in forms if form[0] != "role"]
        return "( " + " ".join(show(mapped(form, lambda w: self.word.get(w, w))) for form in order) + " )"

    def each(self, ask):
        """Asks all players at once, in threads."""
        from concurrent.futures import ThreadPoolExecutor
        with ThreadPoolExecutor(len(self.players)) as pool:
            return list(pool.map(ask, range(len(self.players))))

    def begin(self):
        def ask(i):
            if self.players[i] is None:
                return
            role = self.word.get(self.sheet.roles[i], self.sheet.roles[i])
            message = f"( START {self.label}.{i} {role} {self.rules()} {self.clocks[0]} {self.clocks[1]} )"
            said, took = self.players[i].ask(message, self.clocks[0] + 20)
            if said.lower() != "ready" or took > self.clocks[0]:
                self.errors.append(f"START: {said!r} after {took:.2f} s")
        self.each(ask)

    def choice(self, i, last, legal):
        role_moves = legal[i]
        if self.players[i] is None:
            return self.random.choice(role_moves)
        moves = "NIL" if last is None else "( " + " ".join(map(self.out, last)) + " )"
        try:
            said, took = self.players[i].ask(f"( PLAY {self.label}.{i} {moves} )", self.clocks[1] + 20)
            self.seconds[i].append(round(took, 4))
            if len(role_moves) > 1:
                self.thought.append(took)
            if took > self.clocks[1]:
                self.errors.append(f"ply {len(self.moves)}: late, {took:.3f} s")
            move = self.heard(said)
        except (Wrong, OSError) as why:
            self.errors.append(f"ply {len(self.moves)}: {why}")
            return self.random.choice(role_moves)
        for legal_move in role_moves:
            if show(legal_move).lower() == show(move).lower():
                return legal_move
        self.errors.append(f"ply {len(self.moves)}: {said!r} is not legal")
        return self.random.choice(role_moves)

    def play(self, most=1000):
        """Plays to the end, or for so many steps; the goals, or None."""
        self.begin()
        facts, last = self.sheet.start, None
        while True:
            self.sheet.position(facts)
            if self.sheet.holds("terminal"):
                goals = self.sheet.goals()
                break
            if len(self.moves) == most:
                goals = None
                break
            legal = [self.sheet.legal(role) for role in self.sheet.roles]
            last = self.each(lambda i: self.choice(i, last, legal))
            self.moves.append(last)
            self.sheet.position(facts, last)
            facts = self.sheet.next()
        self.stop(last, goals is None)
        return goals

    def stop(self, last, abort):
        def ask(i):
            if self.players[i] is None:
                return
            moves = "NIL" if last is None else "( " + " ".join(map(self.out, last)) + " )"
            text = f"( ABORT {self.label}.{i} )" if abort else f"( STOP {self.label}.{i} {moves} )"
            said, _ = self.players[i].ask(text, 20)
            if said.lower() != ("aborted" if abort else "done"):
                self.errors.append(f"{text.split()[1]}: {said!r}")
        self.each(ask)


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("sheet")
    options.add_argument("--player", action="append", required=True, help="HOST:PORT, or random; in the order of the roles")
    options.add_argument("--start", type=float, default=2)
    options.add_argument("--play", type=float, default=1)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--scramble", action="store_true")
    options.add_argument("--upper", action="store_true")
    options.add_argument("--get", action="store_true")
    o = options.parse_args()
    with open(o.sheet, encoding="utf-8") as file:
        sheet = Sheet(file.read())
    if len(sheet.roles) != len(o.player):
        sys.exit(f"{o.sheet} has the roles {', '.join(sheet.roles)}")
    players = [None if p == "random" else Player(p, "GET" if o.get else "POST") for p in o.player]
    match = Match(sheet, players, o.start, o.play, o.seed, o.scramble, o.upper)
    goals = match.play()
    print(json.dumps({"roles": sheet.roles, "goals": goals, "errors": match.errors, "seconds": match.seconds,
                      "moves": [[show(move) for move in step] for step in match.moves]}))


if __name__ == "__main__":
    main()
