// Replays recorded skerry games through the JavaScript port with the same dice and compares. Every move must be legal,
// the dice must come in the same order, and ending and score must match.   node verify.mjs SKERRY [GAMES]
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { effects, moves, setup, score, spaces } from "./rules.mjs";

const names = { "shore-two": "shoreTwo" };
const plain = (word) => (spaces.includes(word) ? spaces.indexOf(word) : word);

function replay(text) {
  const lines = text.split("\n");
  const level = lines.find((line) => line.startsWith("option level ")).split(" ")[2];
  const steps = lines.slice(lines.indexOf("begin") + 1).filter((line) => /^[*1] /.test(line)).map((line) => line.split(" "));
  let at = 0;
  const draw = (list, kind) => {
    const [who, name, word] = steps[at++] ?? [];
    if (who !== "*" || name !== kind) throw new Error(`step ${at}: the port rolls ${kind}, the record says ${name}`);
    if (!list.includes(plain(word))) throw new Error(`step ${at}: ${word} cannot come up in the port`);
    return plain(word);
  };
  const G = setup(level, draw);
  while (at < steps.length) {
    const [who, name, ...words] = steps[at++];
    const move = [names[name] ?? name, ...words.map(plain)];
    if (who !== "1" || !moves(G).some((open) => open.join() === move.join()))
      throw new Error(`step ${at}: ${name} ${words.join(" ")} is not legal in the port`);
    effects[move[0]](G, draw, ...move.slice(1));
  }
  const [, ending, points] = lines.find((line) => line.startsWith("end ")).split(" ");
  if (G.ending !== ending || score(G) !== Number(points))
    throw new Error(`the port ends with ${G.ending} and ${score(G)} points, the record with ${ending} and ${points}`);
  return steps.length;
}

const [, , skerry, games = "60"] = process.argv;
const folder = mkdtempSync(join(tmpdir(), "skerry-peers-"));
const levels = ["newbie", "normal", "elite", "crazy", "insane", "idiotic"];
let total = 0;
try {
  for (let n = 0; n < Number(games); n++) {
    const file = join(folder, `${n}.txt`), bot = n % 2 ? "bot:greedy" : "bot:random";
    execFileSync(skerry, ["play", "atoll", "--plain", "--seats", bot, "--seed", String(n), "--option",
      `level=${levels[n % 6]}`, "--record", file], { input: "", stdio: "pipe" });
    total += replay(readFileSync(file, "utf8"));
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`${games} games, ${total} steps: the port agrees with skerry`);
