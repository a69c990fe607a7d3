// Speed compared with boardgame.io: random games of Taboo Atoll Express with the same legal moves, in CPU time on one
// core. The two programs run alternately, so that a busy machine slows both.
//   node compare.mjs SKERRY [ROUNDS] [SECONDS]
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const [, , skerry, rounds = "7", seconds = "1"] = process.argv;
const play = fileURLToPath(new URL("play.mjs", import.meta.url));
const env = { ...process.env, NODE_ENV: "production" };
const json = (program, args) => JSON.parse(execFileSync(program, args, { env, encoding: "utf8" }));
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const format = (n) => Math.round(n).toLocaleString("en");

const ratios = { client: [], reducer: [], clientFast: [], reducerFast: [] };
const rates = { table: [], fast: [], client: [], reducer: [] };
for (let i = 0; i < Number(rounds); i++) {
  const [ours] = json(skerry, ["bench", "atoll", "--special", "--json", "--seconds", seconds]);
  const client = json("node", [play, seconds, "client"]), reducer = json("node", [play, seconds, "reducer"]);
  rates.table.push(ours.games_per_second);
  rates.client.push(client.games_per_second);
  rates.reducer.push(reducer.games_per_second);
  ratios.client.push(ours.games_per_second / client.games_per_second);
  ratios.reducer.push(ours.games_per_second / reducer.games_per_second);
  rates.fast.push(ours.specialised_games_per_second);
  ratios.clientFast.push(ours.specialised_games_per_second / client.games_per_second);
  ratios.reducerFast.push(ours.specialised_games_per_second / reducer.games_per_second);
}
const row = (name, list) =>
  console.log(`${name.padEnd(58)} ${format(median(list)).padStart(9)}   ${format(Math.min(...list))} to ${format(Math.max(...list))}`);
console.log(`${rounds} rounds of ${seconds} s each; median, then minimum to maximum\n`);
row("skerry, games per second", rates.table);
row("skerry, specialised loop, games per second", rates.fast);
row("boardgame.io client, games per second", rates.client);
row("boardgame.io reducer alone, games per second", rates.reducer);
row("skerry / boardgame.io client, speed ratio", ratios.client);
row("skerry / boardgame.io reducer, speed ratio", ratios.reducer);
row("skerry, specialised loop / boardgame.io client", ratios.clientFast);
row("skerry, specialised loop / boardgame.io reducer", ratios.reducerFast);
