#!/bin/sh
# search_rules.sh - each rule of selection and shape of the tree gives one answer by every engine.
. "$srcdir/tests/cli/lib.sh.inc"

run() { # FILE ENGINE GAME [OPTION]...: the JSON but for engine and times; 1: there is no such engine here
    file=$1 engine=$2
    shift 2
    "$LUDC" search "$@" --json --backend "$engine" >out.txt 2>err.txt </dev/null
    code=$?
    [ $code = 0 ] || { [ "$engine" = llvm ] && grep -q 'llvm' err.txt && return 1; fail "exit $code: $engine $* $(cat err.txt)"; }
    sed -e 's/"backend":"[a-z]*"//' -e 's/"seconds":[^,]*//' -e 's/"iterations_per_s":[^,]*//' out.txt >"$file"
    [ "$(tr -d '\n' <"$file" | wc -c)" -gt 300 ] || fail "too little: $(cat "$file")"
}
same() { # ENGINES GAME [OPTION]...
    engines=$1
    shift
    run eval.txt eval "$@"
    for engine in $engines; do
        run other.txt "$engine" "$@" || continue
        cmp -s eval.txt other.txt || fail "eval and $engine differ: $*"
    done
}
LUDC_CACHE=$PWD/games # one game is compiled once by each engine
export LUDC_CACHE
game="$srcdir/examples/tictactoe.lud"
for agent in grave:lanes=off grave:lanes=off,ref=0,bias=0.01,c=0.2 uct:lanes=off,history=3 \
    uct:lanes=off,progressive=2 puct:lanes=off,noise=0.3 mmcts:lanes=off,noise=0.5 uct:lanes=off,dag=1 puct:lanes=off,dag=1,solver=0; do
    same 'tcc c llvm' "$game" -n 400 --tree 2 --agent "$agent"
done
for agent in grave uct:history=1 uct:progressive=1 uct:dag=1; do
    same tcc "$srcdir/examples/threeheaps.kif" -n 200 --agent "$agent"
    same tcc "$srcdir/tests/games/racers.lud" -n 200 --agent "$agent"
done
