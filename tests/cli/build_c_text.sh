#!/bin/sh
# build_c_text.sh - C that people read: contents, the rules' own words where they became code, tables explained, #line with -g,
# and --support=include.
. "$srcdir/tests/cli/lib.sh.inc"
game="$srcdir/examples/breakthrough.lud"
expect 0 "$LUDC" build "$game" -o plain.c
sections=$(sed -n 's/^ \* *\([0-9]*\. .*\)/\1/p' plain.c | head -20)
[ "$(echo "$sections" | wc -l)" -ge 8 ] || fail "contents: $sections"
echo "$sections" | while read -r number title; do
    grep -q "^/\* ---- $number $title ---- \*/" plain.c || fail "there is no section $number $title"
done
line=$(grep -n '(result Mover Win)' "$game" | head -1 | cut -d: -f1)
grep -q "^ *\/\* breakthrough.lud:$line: (if .*(result Mover Win)) \*/" plain.c || fail "the end rule is not named"
grep -A1 "breakthrough.lud:[0-9]*: (move Step" plain.c | grep -q "play_rule" || fail "a move has not its own words"
sed -n '/^static const .* tab_/{x;p;x;};h' plain.c | while read -r above; do
    case $above in "/* "*" for each "*) ;; *) fail "a table is not explained: $above" ;; esac
done
expect 0 "$LUDC" build "$game" -g -o lines.c
grep -q "#line $line \"" lines.c || fail "the end rule has no #line"
grep -n '^#line [0-9]* "lines.c"' lines.c >own.txt
[ -s own.txt ] || fail "no line is the text's own"
while IFS=: read -r at directive; do
    [ "$directive" = "#line $((at + 1)) \"lines.c\"" ] || fail "line $at: $directive"
done <own.txt
grep -v '^ *#line\|^ *\/\*' lines.c >a.txt
grep -v '^ *\/\*' plain.c >b.txt
cmp a.txt b.txt || fail "-g changes the code"
expect 0 "$LUDC" build "$game" -g --emit c
grep -q "#line $line \"" out.txt || fail "--emit c has no #line with -g"
expect 0 "$LUDC" build "$game" --support=include -o apart.c
mkdir ludc && cp "$srcdir/runtime/support.h" "$srcdir/runtime/abi.h" ludc || fail "headers"
for text in "plain.c" "lines.c" "apart.c -I."; do
    # shellcheck disable=SC2086
    $CC ${SAN_FLAGS-} -std=c11 -Wall -Wextra -Wpedantic -Werror -c $text -o x.o || fail "$text is not compiled"
done
sed '1,/^\/\* ---- 1/d' plain.c >a.txt
sed '1,/^\/\* ---- 1/d' apart.c >b.txt
cmp a.txt b.txt || fail "--support=include changes more than the support"
expect 2 "$LUDC" build "$game" --support=much -o x.c
expect 2 "$LUDC" build "$game" --support=include -o x.so
cat >steps.lud <<'LUD'
(game "Steps" (players 2)
  (equipment { (board (square 3)) (piece "Walker" Each (move Step (to if:(is Empty (to))))) })
  (rules (start { (place "Walker1" (sites Bottom)) (place "Walker2" (sites Top)) }) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))
LUD
expect 0 "$LUDC" build steps.lud -o steps.c
grep -A1 'turn engine: nobody wins after so many turns' steps.c | grep -q '>= 2500' || fail "limits on turns are not explained"
