#!/bin/sh
# search_demo.sh - what `ludc search` shows to people: the board, the moves ranked with bars, the line.
. "$srcdir/tests/cli/lib.sh.inc"
expect 0 "$LUDC" search "$srcdir/examples/dropfour.lud" -n 3000 --seed 1 --backend tcc --moves D1 --moves D2
# without times and the agent's keys
sed -e 's/ in [0-9.]* s: [0-9]* a second/ in T/' -e '/^uct:/d' out.txt >shown.txt
cat >want.txt <<'EOF'
      6 . . . . . . .
      5 . . . . . . .
      4 . . . . . . .
      3 . . . . . . .
      2 . . . O . . .
      1 . . . X . . .
        A B C D E F G
  > player 1 X   player 2 O
Drop Four, back end tcc, plan standard
3000 iterations in T; depth 4.1, at most 5; 6427 nodes of 16.6 bytes
value: 0.6098 0.3902
player 1, 7 moves:
  E1               #####                           17.3%         519  0.6262
  C1               #####                           16.9%         507  0.6243
  D3               #####                           15.9%         478  0.6182
  B1               #####                           15.2%         455  0.6143
  F1               ####                            13.3%         400  0.6050
  A1               ####                            12.5%         375  0.5947
  G1               ###                              8.9%         266  0.5564
line: E1 F1 F2 B1 G1
EOF
diff want.txt shown.txt >diff.txt || fail "$(cat diff.txt)"
