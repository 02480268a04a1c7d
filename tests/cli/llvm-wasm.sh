#!/bin/sh
# llvm-wasm.sh - a game as WebAssembly counts and plays as ludc does.
. "$srcdir/tests/cli/lib.sh.inc"
command -v node >/dev/null || skip "no node"
command -v wasm-ld >/dev/null || command -v wasm-ld-19 >/dev/null || skip "no wasm-ld"
game=$srcdir/examples/breakthrough.lud
"$LUDC" build "$game" -o game.wasm >out.txt 2>err.txt || {
    grep -q 'not built in' err.txt && skip "built without LLVM"
    fail "$(cat err.txt)"
}
cat >play.mjs <<'END'
import { readFileSync } from "node:fs";
const { instance } = await WebAssembly.instantiate(readFileSync("game.wasm"), {});
const g = instance.exports;
g.memory.grow(8);
const round = (n) => (n + 15) & ~15;
const size = round(g.state_size()), list = 4 * g.max_moves() + 16;
const rng = round(g.__heap_base.value), first = rng + 16;
function perft(state, depth) {
  const n = g.moves(state, 0);
  if (depth <= 1 || n === 0) return n;
  const next = round(state + size + list);
  g.moves(state, state + size);
  const codes = new Uint32Array(g.memory.buffer.slice(state + size, state + size + 4 * n));
  let sum = 0;
  for (const code of codes) {
    new Uint8Array(g.memory.buffer).copyWithin(next, state, state + size);
    g.apply(next, code);
    sum += perft(next, depth - 1);
  }
  return sum;
}
g.init(first);
console.log([1, 2, 3].map((d) => `perft ${d} ${perft(first, d)}`).join("\n"));
new DataView(g.memory.buffer).setBigUint64(rng, 7n, true);
let moves = 0;
for (let i = 0; i < 100; i++) {
  g.init(first);
  moves += g.playout(first, rng, 100000);
}
console.log(`moves ${moves}`);
END
expect 0 node play.mjs
cp out.txt wasm.txt
expect 0 "$LUDC" perft "$game" -d 3
cp out.txt wanted.txt
expect 0 "$LUDC" playout "$game" -n 100 --seed 7 --json
sed -n 's/.*"moves": *\([0-9]*\).*/moves \1/p' out.txt >>wanted.txt
cmp wasm.txt wanted.txt || fail "$(cat wasm.txt)"
