// Plays random games on boardgame.io for the given number of seconds and prints games, decisions and mean score as
// JSON.
//   node play.mjs SECONDS client|reducer
// "client" is the public interface, Client(...).moves; "reducer" is what boardgame.io's own bots call, without the
// store around it.
import { createRequire } from "node:module";
import { TabooAtoll } from "./game.mjs";
import { moves } from "./rules.mjs";

const require = createRequire(import.meta.url); // the package has no ES modules that Node can find
const { Client } = require("boardgame.io/client");
const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal");

const pick = (list) => list[Math.floor(Math.random() * list.length)];

function clientGame(n) {
  const client = Client({ game: { ...TabooAtoll, seed: n }, numPlayers: 1, debug: false });
  let state = client.getState(), decisions = 0;
  while (!state.ctx.gameover) {
    const [name, ...args] = pick(moves(state.G));
    client.moves[name](...args);
    state = client.getState();
    decisions++;
  }
  return [decisions, state.ctx.gameover.score];
}

function reducerGame(n) {
  const game = { ...TabooAtoll, seed: n };
  const reducer = CreateGameReducer({ game, isClient: false });
  let state = InitializeGame({ game, numPlayers: 1 }), decisions = 0;
  while (!state.ctx.gameover) {
    const [type, ...args] = pick(moves(state.G));
    state = reducer(state, { type: "MAKE_MOVE", payload: { type, args, playerID: "0" } });
    decisions++;
  }
  return [decisions, state.ctx.gameover.score];
}

const [, , seconds = "2", how = "client"] = process.argv;
const play = how === "reducer" ? reducerGame : clientGame;
for (let i = 0; i < 30; i++) play(i); // warm up the JIT compiler
const start = process.cpuUsage();
let games = 0, decisions = 0, points = 0, used = 0;
while (used < Number(seconds) * 1e6) {
  const [d, p] = play(1000 + games);
  games++, decisions += d, points += p;
  const now = process.cpuUsage(start);
  used = now.user + now.system;
}
console.log(JSON.stringify({ how, games, games_per_second: (games * 1e6) / used, decisions: decisions / games, score: points / games }));
