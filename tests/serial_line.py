#!/usr/bin/env python3
"""serial_line.py - a circuit, simulated, at a serial line: a pseudo-terminal, whose name is printed.

    serial_line.py DIR

DIR is what `ludc build --emit=verilog` made, after `make link`.  Ends when whoever opened the line closes it."""
import os
import select
import subprocess
import sys
import tty


def main():
    master, slave = os.openpty()
    tty.setraw(slave)
    link = subprocess.Popen(["vvp", "-n", os.path.join(sys.argv[1], "build", "link.vvp"), "+SERIAL", "+PATIENCE=500"],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    print(os.ttyname(slave), flush=True)
    while True:
        if select.select([master], [], [], 0)[0]:
            try:
                come = os.read(master, 4096)
            except OSError:
                break
            if slave >= 0:  # until somebody has spoken the line must not end
                os.close(slave)
                slave = -1
            link.stdin.write(b"".join(b"b%02x\n" % byte for byte in come))
        link.stdin.write(b"g\n")
        link.stdin.flush()
        said = link.stdout.readline()
        if not said:
            break
        if said.startswith(b"o"):
            os.write(master, bytes([int(said[1:], 16)]))
    link.stdin.close()
    link.wait()


if __name__ == "__main__":
    main()
