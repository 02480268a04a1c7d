// play.mjs - a game as WebAssembly, played at random.
//     ludc build hex.lud --backend llvm -o hex.wasm && node play.mjs hex.wasm
// In a browser the module comes from `await WebAssembly.instantiateStreaming(fetch("hex.wasm"))`; the rest is the same.
import { readFileSync } from "node:fs";

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]));
const g = instance.exports, round = (n) => (n + 15) & ~15;
const state = round(g.__heap_base.value), list = round(state + g.state_size()), row = round(list + 4 * g.max_moves());
const pages = Math.ceil((row + 4 * g.columns()) / 65536) - g.memory.buffer.byteLength / 65536;
if (pages > 0) g.memory.grow(pages);

g.init(state);
for (let ply = 1; !g.over(state); ply++) {
  const moves = new Uint32Array(g.memory.buffer, list, g.moves(state, list));
  const move = moves[Math.floor(Math.random() * moves.length)];
  g.describe(state, move, row); // the columns of doc/abi.md: from, to, kind and so on
  console.log(`${ply}: player ${g.mover(state)}, ${new Int32Array(g.memory.buffer, row, g.columns()).join(" ")}`);
  g.apply(state, move);
}
for (let player = 1; player <= g.players(); player++) console.log(`player ${player}: rank ${g.rank2(state, player) / 2}`);
