// The board's own words, and the engine's catalogue put into sentences. Keys and patterns are those of
// content/ayeaye/words.json: {0} is a value, {0|one|many} a choice by number, {0|0:none|one|many} one with a case of its
// own.

export const T = {
  map: 'Aye Aye Island, a map',
  legend: 'On the map',
  hidden: 'not turned',
  landing: 'landing',
  final: 'Final Space',
  bay: 'Raft Bay',
  known: 'only you know',
  guardian: 'Guardian',
  captain: 'captain',
  wrath: "God's Wrath",
  next: 'next: {0}',
  or: ' or ',
  omen: {
    ghost: 'a Rum Ghost', shrine: 'a Shrine', undead: 'an Undead drawn', guardian: 'a Guardian drawn',
    'undead-won': 'an Undead wins', 'guardian-won': 'a Guardian wins', wins: 'wins',
  } as Record<string, string>,
  middle: 'the end',
  raft: 'Your raft',
  raftOf: 'Raft of {0}',
  favours: "Fortuna's favours",
  raftTab: 'Raft',
  favoursTab: 'Favours',
  noFavours: 'No Favour cards.',
  hiddenFavours: '{0|0:no Favour cards|one Favour card|{0} Favour cards}, face down',
  xp: '{0} XP, {1|0:no level|one level|{1} levels}',
  xpOnly: '{0} XP',
  nextLevel: '{0} XP to the next level',
  silver: 'Silver: ',
  gold: 'Gold: ',
  may: 'you may choose this',
  you: 'you',
  closer: 'Closer',
  farther: 'Farther',
  plank: 'The Plank',
  place: 'place',
  aim: 'aim',
  push: 'push',
  release: 'release',
  straight: 'straight',
  left: '{0} left',
  right: '{0} right',
  shoot: 'Shoot',
  fire: 'Fire',
  stop: 'Stop',
  shots: '{0|0:no hit|one hit|{0} hits}, shot {1} of {2}',
  shotsDone: '{0|0:no hit|one hit|{0} hits}',
  foretold: 'Without a tremor: {0}.',
  calm: 'No tremor this time.',
  aiming: '{0} is at the Plank.',
  skip: 'Skip',
  keys:
    'Arrows left and right turn the aim, up and down set the push, comma and full stop move the stone, Enter shoots.',
  foul: 'A foul: let go outside the zone.',
  exchange: 'Exchange {0}',
  now: 'now',
  round: 'round {0}',
  exchanges: 'of 3 exchanges',
  attacks: 'attacks',
  answers: 'answers',
  defends: 'defending',
  hit: 'Hit.',
  hitText: 'Same way: {0} scores 1 and attacks again.',
  parry: 'Parried.',
  parryText: 'Crossed: {0} attacks next.',
  riposteText: 'A Riposte stops any cut: {0} attacks next.',
  chooseLay: 'choose your cut',
  chooseAnswer: 'choose your answer',
  waits: 'to be laid',
  laidDown: 'face down',
  cardsLeft: '{0} has {1} {2} and {3} {4} left',
  odds: ': {0} in {1} of {2}.',
  oddsEven: ': even odds.',
  oddsSure: ': {0} for certain.',
  oddsNone: '.',
  afterHit: 'After a hit the attacker goes on, after a parry the other attacks.',
  duelLeft: 'Cards left',
  duelLeftNote: 'The face-down card is still counted among them.',
  stake: 'At stake',
  stakeDuel: 'As many picks as the difference, at most {0}. The winner moves the loser {1} spaces.',
  stakeXp: 'Winner {0} XP, loser {1}, tie none.',
  stakeCard: 'Nothing but the card: no booty, nobody is moved.',
  used: 'laid before',
  unknownOrder: 'Laid in this round: {0} {1}; {2} {3}.',
  bladeCount: '{0} {1}, {2} {3}',
  belongings: '{0|0:no items|one item|{0} items}, {1|0:no favours|one favour|{1} favours}',
  foe: 'the foe',
  battle: 'Battle at sea',
  hits: '{0|0:no hit|1 hit|{0} hits}',
  firesBack: '{0} fires back: {1} shots, the same effects',
  endsQuiet: 'nobody is hurt; the battle is over',
  sitsOut: '{0} sits out {1|1 turn|{1} turns}',
  sinks: 'the raft of {0} sinks: back to Raft Bay, items kept',
  afterBattle: 'After the battle',
  afterBattleText: 'Who hit gets {0} XP, who was hit {1}. Then the space is resolved by who is still on it.',
  thick: 'Thick Skull takes turns off a pause.',
  noEvent: 'no quest here',
  course: '{0}, {1}',
  spaceAt: '{0}, space {1}',
  outcomes: 'What comes of it',
  won: 'won',
  lost: 'lost',
  hitsRow: '{0|1 hit|{0} hits}',
  fewer: 'fewer',
  paid: 'pay',
  refused: 'refuse',
  then: 'then',
  baseXp: '{0} XP either way',
  booty: 'What {0} has',
  supply: 'In the supply',
  wanted: 'Wanted: {0}',
  wantedCards: 'Wanted: Favour cards, unseen',
  swap: 'Give one of yours, take one of theirs',
  itemsOf: '{0} of 6 items',
  cards: '{0|1 card|{0} cards}',
  sits: 'sits out {0}',
};

type Value = string | number;

function pick(choice: string, value: Value, fill: (s: string) => string): string {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i <= choice.length; i++) {
    if (choice[i] === '{') depth++;
    if (choice[i] === '}') depth--;
    if (i === choice.length || (choice[i] === '|' && depth === 0)) {
      parts.push(choice.slice(from, i));
      from = i + 1;
    }
  }
  const plain: string[] = [];
  for (const part of parts) {
    const own = /^(-?\w+):/.exec(part);
    if (!own) plain.push(part);
    else if (own[1] === String(value)) return fill(part.slice(own[0].length));
  }
  return fill(plain.length > 1 && Number(value) !== 1 ? plain[plain.length - 1] : (plain[0] ?? ''));
}

// Fills a pattern of the catalogue.
export function fill(pattern: string, ...values: Value[]): string {
  let out = '';
  for (let i = 0; i < pattern.length; i++) {
    if (pattern[i] !== '{') {
      out += pattern[i];
      continue;
    }
    let depth = 0;
    let end = i;
    for (; end < pattern.length; end++) {
      if (pattern[end] === '{') depth++;
      if (pattern[end] === '}' && --depth === 0) break;
    }
    const inner = pattern.slice(i + 1, end);
    const bar = inner.indexOf('|');
    const value = values[Number(bar < 0 ? inner : inner.slice(0, bar))] ?? '';
    out += bar < 0 ? String(value) : pick(inner.slice(bar + 1), value, (s) => fill(s, ...values));
    i = end;
  }
  return out;
}

export type Words = Record<string, string>;
export const say = (words: Words, key: string, ...values: Value[]): string => fill(words[key] ?? key, ...values);
export const upper = (s: string): string => s.charAt(0).toUpperCase() + s.slice(1);
// "the Gull": on a picture of it only "Gull".
export const bare = (s: string): string => upper(s.replace(/^the /, ''));
