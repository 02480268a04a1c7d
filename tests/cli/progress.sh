#!/bin/sh
# progress.sh - what takes longer than two seconds says so on a terminal, and there alone.
. "$srcdir/tests/cli/lib.sh.inc"
cat >on_terminal.py <<'END'
import os, pty, sys
out = b""
pid, fd = pty.fork()
if not pid:
    os.execvp(sys.argv[1], sys.argv[1:])
try:
    while True:
        some = os.read(fd, 4096)
        if not some:
            break
        out += some
except OSError:
    pass
os.waitpid(pid, 0)
sys.stdout.buffer.write(out)
END
python3 on_terminal.py "$LUDC" playout "$hex" --backend eval -t 3.5 >terminal.txt
grep -q 'playout: 2 s' terminal.txt || fail "no progress on a terminal: $(cat terminal.txt)"
python3 on_terminal.py "$LUDC" playout "$hex" --backend eval -n 1 >terminal.txt
grep -q 'playout: [0-9]* s' terminal.txt && fail "progress of what is short"
"$LUDC" playout "$hex" --backend eval -t 2.5 >out.txt 2>err.txt
[ -s err.txt ] && fail "progress where there is no terminal: $(cat err.txt)"
exit 0
