// node play.mjs MODULE CONTENT SEEDS: plays games in the wasm32 module and prints the same lines as native.c.
import { readFileSync } from "node:fs";

const [modulePath, contentPath, seeds] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(modulePath), {}); // the module imports nothing
const { memory, play_content, play_content_size, play_game, play_hash } = instance.exports;
const content = readFileSync(contentPath);
if (content.length !== play_content_size()) throw new Error("the content has another size in wasm32");
new Uint8Array(memory.buffer).set(content, play_content());
const hex = (half) => (play_hash(half) >>> 0).toString(16).padStart(8, "0");
for (let seed = 0; seed < Number(seeds); seed++) {
    const steps = play_game(seed);
    console.log(`${seed} ${steps} ${hex(1)}${hex(0)}`);
}
