// Taboo Atoll Express as a boardgame.io game. Every move is checked against the legal ones; the dice come from
// boardgame.io's random plugin.
import { createRequire } from "node:module";
import { effects, moves, setup, score } from "./rules.mjs";

const { INVALID_MOVE } = createRequire(import.meta.url)("boardgame.io/core");

const drawFrom = (random) => (list) => list[random.Die(list.length) - 1];
const same = (a, b) => a.length === b.length && a.every((x, i) => x === b[i]);

const wrapped = Object.fromEntries(Object.keys(effects).map((name) => [name, ({ G, random }, ...args) => {
  if (!moves(G).some((move) => same(move, [name, ...args]))) return INVALID_MOVE;
  effects[name](G, drawFrom(random), ...args);
}]));

export const TabooAtoll = {
  name: "taboo-atoll",
  minPlayers: 1,
  maxPlayers: 1,
  setup: ({ random }) => setup("newbie", drawFrom(random)),
  moves: wrapped,
  endIf: ({ G }) => (G.ending ? { ending: G.ending, score: score(G) } : undefined),
};
