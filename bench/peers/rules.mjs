// The rules of Taboo Atoll Express in plain JavaScript, as one would write them for boardgame.io. The state G is plain
// data; every die comes from `draw(list)`. Numbers such as R28 refer to games/atoll/rules.md.
import { readFileSync } from "node:fs";

const content = JSON.parse(readFileSync(new URL("../../games/atoll/content/content.json", import.meta.url)));
export const spaces = content.spaces.map((space) => space.id);
const platform = spaces.indexOf(content.platform);
const colours = ["red", "blue", "green", "yellow"];
const faces = [...colours, "black", "white"];
const levels = ["newbie", "normal", "elite", "crazy", "insane", "idiotic"];
const DRY = 0, FLOODED = 1, SUNK = 2;
const skull = content.water.floods.length;

const distance = (a, b) => [Math.abs(a.row - b.row), Math.abs(a.column - b.column)];
const adjacent = content.spaces.map((a) =>
  content.spaces.flatMap((b, i) => (distance(a, b)[0] + distance(a, b)[1] === 1 ? [i] : [])));
const diagonal = content.spaces.map((a) =>
  content.spaces.flatMap((b, i) => (distance(a, b)[0] === 1 && distance(a, b)[1] === 1 ? [i] : [])));
const everywhere = spaces.map((_, i) => i);

const noDice = () => ({ red: 0, blue: 0, green: 0, yellow: 0, black: 0, white: 0 });
const count = (dice) => faces.reduce((sum, face) => sum + dice[face], 0);

// ---- set-up (R3-R7) ----

export function setup(level, draw) {
  const G = {
    level, turn: 0, phase: "setup", ground: spaces.map(() => DRY), hit: [], pawn: platform, role: "none",
    water: content.water.starts[levels.indexOf(level)], special: 0, actions: 0, flights: 0, left: 0, roll: 0, changes: 0,
    claimed: [], treasure: {}, track: { red: 0, blue: 0, green: 0, yellow: 0 }, dice: noDice(), kept: noDice(),
    ending: null,
  };
  for (let i = 0; i < content.setup.floods; i++)
    G.ground[draw(everywhere.filter((s) => G.ground[s] === DRY), "flood")] = FLOODED;
  for (const colour of colours)
    G.treasure[colour] = draw(everywhere.filter((s) => content.spaces[s].colour === colour && s !== platform), "hide");
  for (const dice of content.setup.dice)
    for (let i = 0; i < dice; i++) {
      const usable = colours.filter((colour) => G.track[colour] < content.search.goal);
      searchPoint(G, draw([...usable, "white"], "die"));
    }
  beginTurn(G);
  return G;
}

// ---- reachable spaces (R11-R20, R40) ----

const around = (G) => (G.role === "explorer" ? [...adjacent[G.pawn], ...diagonal[G.pawn]] : adjacent[G.pawn]);

function swim(G) {
  const reached = new Set(adjacent[G.pawn]);
  for (const space of reached) // the set grows during the loop
    if (G.ground[space] !== DRY)
      for (const next of adjacent[space]) reached.add(next);
  return [...reached];
}

function sail(G) {
  let reached = new Set(adjacent[G.pawn].filter((s) => G.ground[s] !== SUNK));
  for (let step = 1; step < content.roles.navigator_steps; step++) {
    const further = new Set(reached);
    for (const space of reached)
      for (const next of adjacent[space]) if (G.ground[next] !== SUNK) further.add(next);
    reached = further;
  }
  return [...reached];
}

const landing = (G, list) => list.filter((s) => G.ground[s] !== SUNK && s !== G.pawn).sort((a, b) => a - b);
const reach = (G) => landing(G, G.role === "diver" ? swim(G) : G.role === "navigator" ? sail(G) : around(G));
const refuge = (G) => landing(G, G.role === "pilot" ? everywhere : G.role === "diver" ? swim(G) : around(G));
const flights = (G) =>
  G.role !== "pilot" || G.flights >= content.roles.pilot_flights
    ? [] : landing(G, everywhere).filter((s) => !adjacent[G.pawn].includes(s));
const shorable = (G) => [G.pawn, ...around(G)].filter((s) => G.ground[s] === FLOODED).sort((a, b) => a - b);
const mayLeave = (G) => G.claimed.length === colours.length && G.pawn === platform;

// ---- all legal moves, as [name, ...arguments] ----

function actionMoves(G) {
  const moves = [];
  if (G.actions) {
    for (const space of reach(G)) moves.push(["move", space]);
    for (const space of flights(G)) moves.push(["fly", space]);
    const wet = shorable(G);
    for (const space of wet) moves.push(["shore", space]);
    if (G.role === "engineer")
      for (const a of wet) for (const b of wet) if (a < b) moves.push(["shoreTwo", a, b]);
    for (const colour of colours)
      if (G.treasure[colour] === G.pawn && G.track[colour] >= content.search.goal && !G.claimed.includes(colour))
        moves.push(["claim", colour]);
    moves.push(["pass"]);
  }
  if (G.special >= content.special.air) {
    for (const space of landing(G, everywhere)) moves.push(["air", space]);
    if (mayLeave(G)) moves.push(["leave"]);
  }
  if (G.special >= content.special.dig)
    for (const space of everywhere) if (G.ground[space] === FLOODED) moves.push(["dig", space]);
  if (G.special >= content.special.school)
    for (const role of content.roles.die) if (role !== G.role) moves.push(["school", role]);
  moves.push(["search"]);
  return moves;
}

const usable = (G) =>
  colours.filter((c) => !G.claimed.includes(c) && G.track[c] + G.kept[c] < content.search.goal); // R28

function changes(G) { // R32
  if (G.role !== "messenger" || G.changes >= content.roles.messenger_changes) return [];
  if (G.roll === 1 && count(G.kept) > 0) return [];
  const moves = [];
  for (const face of faces) {
    const blacks = G.kept.black + G.dice.black - (face === "black" ? 1 : 0);
    if (G.dice[face] && blacks + 1 <= content.search.keep)
      for (const colour of usable(G)) moves.push(["change", face, colour]);
  }
  return moves;
}

function keepMoves(G) {
  const moves = [];
  if (!G.dice.black) for (const face of faces) if (G.dice[face]) moves.push(["keep", face]);
  if (G.roll === 1 && count(G.kept) > 0) moves.push(["reroll"]);
  if (G.dice.black) moves.push(["stand"]);
  return [...moves, ...changes(G)];
}

export function moves(G) {
  if (G.phase === "action") return actionMoves(G);
  if (G.phase === "keep") return keepMoves(G);
  if (G.phase === "flee") return refuge(G).map((space) => ["flee", space]);
  return [];
}

// ---- effects ----

function beginTurn(G) {
  G.turn++;
  G.actions = content.turn.actions;
  G.flights = 0;
  G.hit = [];
  G.phase = "action";
}

function end(G, ending) {
  G.ending = ending;
  G.phase = "over";
}

function searchPoint(G, face) { // R34
  if (face === "white") G.special = Math.min(G.special + 1, content.special.maximum);
  else G.track[face] = Math.min(G.track[face] + 1, content.search.goal);
}

function roll(G, dice, draw) {
  for (let i = 0; i < dice; i++) G.dice[draw([...usable(G), "black", "white"], "die")]++;
  if (G.dice.black && changes(G).length === 0) stand(G, draw);
  else G.phase = "keep";
}

function keep(G, face) {
  G.dice[face]--;
  G.kept[face]++;
}

function returnDice(G, room) {
  for (const face of faces)
    while (face !== "black" && G.kept[face] && count(G.kept) + room > content.search.keep) G.kept[face]--;
}

function stand(G, draw) { // R30, R31
  const blacks = Math.min(G.dice.black, content.search.keep - G.kept.black);
  returnDice(G, blacks);
  for (let i = 0; i < blacks; i++) keep(G, "black");
  G.dice.black = 0;
  finishKeep(G, draw);
}

function finishKeep(G, draw) {
  if (count(G.kept) < content.search.keep) {
    G.phase = "keep";
    return;
  }
  const kept = G.kept; // R33, R35
  G.kept = noDice();
  G.dice = noDice();
  G.roll = G.changes = 0;
  for (let i = 0; i < kept.black; i++)
    if (++G.water === skull) return end(G, "skull");
  for (const face of ["white", ...colours]) for (let i = 0; i < kept[face]; i++) searchPoint(G, face);
  G.left = content.water.floods[G.water]; // R36
  flood(G, draw);
}

function flood(G, draw) { // R37-R42
  while (G.left > 0) {
    G.left--;
    const standing = everywhere.filter((s) => G.ground[s] !== SUNK);
    const fresh = standing.filter((s) => !G.hit.includes(s));
    const space = draw(fresh.length ? fresh : standing, "flood");
    G.hit.push(space);
    if (G.ground[space] === DRY) {
      G.ground[space] = FLOODED;
      continue;
    }
    G.ground[space] = SUNK;
    G.water = Math.min(G.water + 1, skull);
    if (space === platform) return end(G, "platform-sank");
    if (colours.some((c) => G.treasure[c] === space && !G.claimed.includes(c))) return end(G, "treasure-sank");
    if (G.water === skull) return end(G, "skull");
    if (space === G.pawn) {
      if (refuge(G).length === 0) return end(G, "drowned");
      G.phase = "flee";
      return;
    }
  }
  if (G.turn >= content.turn.last) { // R46
    G.water = skull;
    return end(G, "skull");
  }
  G.role = draw(content.roles.die, "role"); // R22
  beginTurn(G);
}

export const effects = {
  move(G, draw, space) { G.actions--; G.pawn = space; },
  fly(G, draw, space) { G.actions--; G.flights++; G.pawn = space; },
  shore(G, draw, space) { G.actions--; G.ground[space] = DRY; },
  shoreTwo(G, draw, a, b) { G.actions--; G.ground[a] = DRY; G.ground[b] = DRY; },
  claim(G, draw, colour) { G.actions--; G.claimed.push(colour); },
  pass(G) { G.actions--; },
  air(G, draw, space) { G.special -= content.special.air; G.pawn = space; },
  leave(G) { G.special -= content.special.air; end(G, "won"); },
  dig(G, draw, space) { G.special -= content.special.dig; G.ground[space] = DRY; },
  school(G, draw, role) { G.special -= content.special.school; G.role = role; },
  search(G, draw) { G.actions = 0; G.roll = 1; roll(G, content.search.dice, draw); },
  keep(G, draw, face) { keep(G, face); finishKeep(G, draw); },
  reroll(G, draw) {
    G.dice = noDice();
    G.roll = 2;
    roll(G, content.search.dice - count(G.kept), draw);
  },
  stand(G, draw) { stand(G, draw); },
  change(G, draw, face, colour) {
    const blacks = G.dice.black - (face === "black" ? 1 : 0);
    G.changes++;
    G.dice[face]--;
    G.dice[colour]++;
    returnDice(G, blacks + 1);
    keep(G, colour);
    for (let i = 0; i < blacks; i++) keep(G, "black");
    finishKeep(G, draw);
  },
  flee(G, draw, space) { G.pawn = space; flood(G, draw); },
};

// ---- score (R45) ----

export function score(G) {
  const s = content.score;
  let points = (G.ending === "won" ? s.won : 0) + s.treasure * G.claimed.length + s.water * Math.max(0, skull - 1 - G.water);
  for (const ground of G.ground) points += ground === DRY ? s.dry : ground === FLOODED ? s.flooded : 0;
  for (const colour of colours) if (!G.claimed.includes(colour)) points += s.search * G.track[colour];
  return points;
}
