// This device's part in fair dice (docs/protocol.md, docs/security.md): it seals a random share when the server asks,
// opens it when all have sealed theirs, and from then on knows what the server must show. A share is kept in the
// session's storage until it is opened, so that a page loaded again goes on; what was promised is kept with the browser.
import type { Dice, DiceParty, Table } from '../kit/protocol';
import { Refused, type Push, type TableLink } from './client';
import { bytes, commitment, hex, isHex, keyOf } from './fair-crypto';

export type Wrong = 'promise' | 'own' | 'seals' | 'server' | 'misfit';
type Asked = Extract<Push, { push: 'dice' }>;
type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

interface Share {
  table: string;
  tag: string;
  seat: number;
  share: string;
  server: string; // the seal it showed first
  taken: boolean; // our seal was accepted
  opened: boolean; // sent in the clear: all seals stood
}

// What this device saw before its share was opened.
interface Receipt {
  table: string;
  tag: string;
  seat: number;
  share: string;
  taken: boolean; // the server said that the share is in the key
  seals: { seat: number; commit: string | null }[];
}

const SHARE = 'skerry.dice.';
const RECEIPTS = 'skerry.dice-receipts';
const MOST = 60; // receipts kept

const sealOf = (dice: Dice, seat: number): string | null => dice.parties.find((p) => p.seat === seat)?.commit ?? null;
const fits = (dice: Dice, p: DiceParty): boolean =>
  isHex(dice.tag, 16) && isHex(p.share, 32) && commitment(dice.tag, p.seat, p.share) === p.commit;

// Every opened share against its seal, and the key they make; of the first that does not fit, the seat.
export function recompute(dice: Dice): { key: string; fit: number; misfit: number | null } {
  const opened = dice.parties.filter((p): p is DiceParty & { share: string } => p.share !== null);
  const misfit = opened.find((p) => !fits(dice, p))?.seat ?? (opened.some((p) => p.seat === 0) ? null : 0);
  return { key: misfit === null ? keyOf(dice.tag, opened) : '', fit: opened.length, misfit };
}

// The proof at the end of a record, as a table's dice are shown.
export function proofOf(record: string): Dice | null {
  const lines = record
    .split('\n')
    .filter((line) => line.startsWith('# dice '))
    .map((line) => line.split(' ').slice(2));
  const or = (word: string | undefined) => (word === undefined || word === '-' ? null : word);
  if (!lines.length || !isHex(lines[0][1], 16)) return null;
  return {
    tag: lines[0][1],
    step: 'done',
    parties: lines
      .slice(1)
      .map(([seat, commit, share]) => ({ seat: Number(seat), commit: or(commit), share: or(share) })),
  };
}

export class FairDice {
  private waiting = new Map<string, Promise<boolean>>(); // by tag: whether our seal was taken
  private troubles = new Map<string, Wrong>(); // by table

  constructor(
    private readonly link: TableLink,
    private readonly session: Kept,
    private readonly browser: Kept,
    private readonly random: (into: Uint8Array) => void = (into) => void crypto.getRandomValues(into),
  ) {
    link.listen((push) => push.push === 'dice' && this.hear(push));
    let was = false;
    link.watch(({ phase }) => {
      const up = phase === 'on' || phase === 'slow';
      if (up && !was) void this.again();
      was = up;
    });
  }

  // What does not hold of a table's dice, as far as this device can tell; null: nothing.
  judge(table: Pick<Table, 'key' | 'dice'>): Wrong | null {
    const { dice } = table;
    const found = table.key ? this.troubles.get(table.key) : undefined;
    if (found) return found;
    if (!dice) return null;
    const receipt = this.receipt(table);
    if (receipt?.taken && (receipt.tag !== dice.tag || !dice.parties.some((p) => p.seat === receipt.seat))) {
      return 'own';
    }
    if (receipt?.tag === dice.tag && receipt.seals.some((s) => sealOf(dice, s.seat) !== s.commit)) return 'seals';
    if (!dice.parties.some((p) => p.share !== null)) return null; // while the game runs
    const misfit = recompute(dice).misfit;
    if (misfit !== null) return misfit === 0 ? 'server' : 'misfit';
    return receipt?.taken && dice.parties.find((p) => p.seat === receipt.seat)?.share !== receipt.share ? 'own' : null;
  }

  receipt(table: Pick<Table, 'key' | 'dice'>): Receipt | null {
    const all = this.receipts();
    return all.find((r) => r.table === table.key) ?? all.find((r) => r.tag === table.dice?.tag) ?? null;
  }

  private hear(push: Asked): void {
    const { dice } = push;
    if (!isHex(dice.tag, 16)) return;
    if (dice.step === 'commit') void this.seal(push);
    else if (dice.step === 'open') void this.open(push);
  }

  private async seal(push: Asked): Promise<void> {
    const { tag } = push.dice;
    const server = sealOf(push.dice, 0);
    const before = this.share(tag);
    if (!isHex(server, 32) || (before && before.server !== server)) return this.trouble(push.table, 'promise');
    const into = new Uint8Array(32);
    if (!before) this.random(into);
    const share = before ?? {
      table: push.table,
      tag,
      seat: push.seat,
      share: hex(into),
      server,
      taken: false,
      opened: false,
    };
    this.keep(share);
    await this.send(share);
  }

  // Another device of the same person may have been quicker: then this one has no part.
  private send(share: Share): Promise<boolean> {
    const { tag, seat } = share;
    const answer = this.link.ask('commit', { seat, tag, commit: commitment(tag, seat, share.share) }).then(
      () => {
        const now = this.share(tag); // it may have been opened meanwhile
        if (now) this.keep({ ...now, taken: true });
        return true;
      },
      (error) => {
        if (error instanceof Refused) this.session.removeItem(SHARE + tag);
        return false; // lost: sent again when the line is back
      },
    );
    this.waiting.set(tag, answer);
    return answer;
  }

  private async open(push: Asked): Promise<void> {
    const { dice } = push;
    const share = this.share(dice.tag);
    if (!share) return; // sealed on another device
    if (sealOf(dice, 0) !== share.server) return this.trouble(share.table, 'promise');
    if (sealOf(dice, share.seat) !== commitment(dice.tag, share.seat, share.share)) {
      const taken = share.taken || (await this.waiting.get(dice.tag)) === true; // the push may overtake the answer
      if (taken) this.trouble(share.table, 'own');
      return;
    }
    const opened = { ...share, taken: true, opened: true };
    this.keep(opened);
    this.sign({
      table: share.table,
      tag: share.tag,
      seat: share.seat,
      share: share.share,
      taken: false,
      seals: dice.parties.map(({ seat, commit }) => ({ seat, commit })),
    });
    await this.show(opened);
  }

  private async show(share: Share): Promise<void> {
    try {
      await this.link.ask('share', { seat: share.seat, tag: share.tag, share: share.share });
      const receipt = this.receipts().find((r) => r.tag === share.tag);
      if (receipt) this.sign({ ...receipt, taken: true });
      this.session.removeItem(SHARE + share.tag);
    } catch (error) {
      if (error instanceof Refused) this.session.removeItem(SHARE + share.tag); // too late: left out, as the record says
    }
  }

  // The line is back, or the page was loaded again: what was not answered is sent once more. A table that no longer
  // waits refuses it, and that is that.
  private async again(): Promise<void> {
    for (const share of this.shares()) {
      if (share.opened) await this.show(share);
      else if (!share.taken) await this.send(share);
    }
  }

  private trouble(table: string, wrong: Wrong): void {
    this.troubles.set(table, wrong);
  }

  private share(tag: string): Share | null {
    return read<Share | null>(this.session, SHARE + tag, null);
  }

  private shares(): Share[] {
    const keys = Array.from({ length: this.session.length }, (_, i) => this.session.key(i) ?? '').filter((k) =>
      k.startsWith(SHARE),
    );
    return keys
      .map((k) => read<Share | null>(this.session, k, null))
      .filter((s): s is Share => s !== null && bytes(s.share).length === 32);
  }

  private keep(share: Share): void {
    write(this.session, SHARE + share.tag, share);
  }

  private receipts(): Receipt[] {
    const all = read<Receipt[]>(this.browser, RECEIPTS, []);
    return Array.isArray(all) ? all : [];
  }

  // The newest first; a table has one.
  private sign(receipt: Receipt): void {
    write(
      this.browser,
      RECEIPTS,
      [receipt, ...this.receipts().filter((r) => r.table !== receipt.table)].slice(0, MOST),
    );
  }
}

function read<Value>(from: Kept, key: string, otherwise: Value): Value {
  try {
    return (JSON.parse(from.getItem(key) ?? 'null') as Value | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(to: Kept, key: string, value: unknown): void {
  try {
    to.setItem(key, JSON.stringify(value));
  } catch {
    // full: this game goes without
  }
}
