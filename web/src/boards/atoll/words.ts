// What Atoll's board says beyond the catalogue, and how a template of the catalogue is filled.
export const T = {
  element: { red: 'Flame', blue: 'Water', green: 'Earth', yellow: 'Wind' } as Record<string, string>,
  search: 'Search for treasure',
  of: '{0} of {1}',
  lies: 'lies on {0}',
  sankWith: 'sank with {0}',
  ready: 'ready: claim it on {0}',
  claimed: 'claimed',
  taken: 'in your bag',
  role: 'Role: {0}',
  rolled: 'A new role is rolled at the end of the turn.',
  now: 'If it ended now: {0}',
  final: 'Final score: {0}',
  nothing: 'nothing yet',
  special: '{0|0:no special points|1:1 special point|{0} special points}',
  steps: ['Actions', 'Search', 'Flood', 'Role'],
  actions: '{0} of {1} left',
  dice: '{0} dice, keep {1}',
  spaces: '{0|1:1 space|{0} spaces}',
  die: 'one die',
  turn: 'turn {0}',
  staff: 'Tide staff',
  floods: '{0|1:flood|floods}',
  staffLabel: 'Tide staff: the water stands at square {0} of {1}, {2|1:one flood|{2} floods} a turn',
  staffSkull: 'Tide staff: the water has reached the skull',
  atoll: 'The atoll, {0} spaces',
  here: 'you are here',
  treasure: '{0} treasure lies here',
  danger: 'the game is lost if it sinks',
  fresh: 'went under just now',
  chosen: 'chosen',
  may: {
    move: 'you may walk here',
    fly: 'you may fly here',
    shore: 'you may shore it up',
    'shore-two': 'you may shore it up',
    claim: 'you may claim the treasure here',
    air: 'you may be flown here',
    dig: 'you may dig it out',
    flee: 'you may flee here',
    leave: 'you may leave the atoll from here',
  } as Record<string, string>,
  several: 'several things may be done here',
  table: 'Dice on the table',
  showed: 'The dice showed',
  into: 'Turn it into',
  kept: 'kept',
  rises: 'rises',
  full: 'full',
  keepIt: 'you may keep it',
  changeIt: 'you may change it',
  learn: 'Learn a role',
  about: 'About this place',
  close: 'Close',
};

// Fills {0} and {0|1:one|0:none|many}: the text of the exact value, otherwise the last.
export function fill(template: string, ...values: (string | number)[]): string {
  const names = Object.fromEntries(values.map((v, i) => [String(i), v]));
  return fillNamed(template, names);
}

export function fillNamed(template: string, values: Record<string, string | number>): string {
  let out = '';
  for (let i = 0; i < template.length; i++) {
    if (template[i] !== '{') {
      out += template[i];
      continue;
    }
    const end = closing(template, i);
    out += choose(split(template.slice(i + 1, end)), values);
    i = end;
  }
  return out;
}

function closing(text: string, from: number): number {
  for (let i = from, depth = 0; i < text.length; i++) {
    if (text[i] === '{') depth++;
    if (text[i] === '}' && --depth === 0) return i;
  }
  return text.length;
}

function split(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const c of text) {
    if (c === '{') depth++;
    if (c === '}') depth--;
    if (c === '|' && depth === 0) parts.push('');
    else parts[parts.length - 1] += c;
  }
  return parts;
}

// The catalogue's way: texts with "N:" are for that number; of two others the first is for one.
function choose([name, ...texts]: string[], values: Record<string, string | number>): string {
  const value = values[name] ?? '';
  if (!texts.length) return String(value);
  const plain: string[] = [];
  for (const text of texts) {
    const exact = /^(\d+):/.exec(text);
    if (!exact) plain.push(text);
    else if (Number(exact[1]) === value) return fillNamed(text.slice(exact[0].length), values);
  }
  return fillNamed(plain.length > 1 && value === 1 ? plain[0] : (plain[plain.length - 1] ?? ''), values);
}
