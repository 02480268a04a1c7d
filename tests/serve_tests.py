"""serve_tests.py - what the tests of ludc serve share: a player that is started and ended."""
import os
import signal
import subprocess
import time

from ggp_server import Player
from tap import LUDC, Failure, Skip, run

# A sheet that grounds without end.
ENDLESS = ("(role r) (init (n z)) (<= (next (n (s ?x))) (true (n ?x))) (<= (legal r (go ?x)) (true (n ?x))) (legal r stay) "
           "(<= terminal (true over)) (<= (goal r 100) (true (n ?x)))")


class Serve:
    """A player; at its end nothing may be left of it."""

    def __init__(self, *options, agent="uct:n=60"):
        if "libmicrohttpd" in run([LUDC, "serve", "--ggp", "0", "--agent", "nobody"]).stderr:
            raise Skip("ludc serve is not built in")
        self.process = subprocess.Popen([LUDC, "serve", "--ggp", "0", "--agent", agent, *map(str, options)],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline().split()
        if line[:2] != ["listening", "on"]:
            raise Failure(self.process.stderr.read())
        self.address = line[2]
        self.descriptors = self.count()

    def __enter__(self):
        return self

    def count(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def children(self):
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children", encoding="ascii") as file:
            return file.read().split()

    def megabytes(self):
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) / 256

    def ask(self, text, want=None, timeout=20, **way):
        said, _ = Player(self.address, **way).ask(text, timeout)
        if want is not None and said != want:
            raise Failure(f"{text[:60]}: {said!r}, not {want!r}")
        return said

    def idle(self):
        """Between matches there is no process, and no descriptor but those at the start."""
        until = time.monotonic() + 40
        while self.children() or self.count() > self.descriptors:
            if time.monotonic() > until:
                raise Failure(f"left over: processes {self.children()}, descriptors {self.count() - self.descriptors}")
            time.sleep(0.05)

    def __exit__(self, kind, *_):
        try:
            if kind is None:
                if self.process.poll() is not None:
                    raise Failure(f"it ended, {self.process.returncode}: {self.process.stderr.read()}")
                children = self.children()
                self.process.send_signal(signal.SIGTERM)
                code, errors = self.process.wait(20), self.process.stderr.read()
                if code or errors:
                    raise Failure(f"exit {code}: {errors}")
                for child in children:
                    if os.path.exists(f"/proc/{child}"):
                        raise Failure("a process is left over")
        finally:
            self.process.kill()
            self.process.communicate()
