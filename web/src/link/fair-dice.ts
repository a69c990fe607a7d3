// This device's part in fair dice (docs/protocol.md, docs/security.md). It commits to a random share when the server
// asks, and reveals the share once everyone has committed. From then on it knows what the server must show. The share
// stays in session storage until it is revealed, so that a reloaded page can continue. The receipts are kept in local
// storage.
import type { Dice, DiceParty, Table } from '../kit/protocol';
import { RefusedError, type Push, type TableClient } from './client';
import { bytes, commitment, toHex, isHex, jointKey } from './fair-crypto';

export type FairDiceError = 'promise' | 'own' | 'seals' | 'server' | 'misfit';
type DicePush = Extract<Push, { push: 'dice' }>;
type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

interface Share {
  table: string;
  tag: string;
  seat: number;
  share: string;
  server: string; // the server's first commitment
  taken: boolean; // our commitment was accepted
  opened: boolean; // our share was sent, because all commitments were unchanged
}

// What this device saw before it revealed its share.
interface ShareReceipt {
  table: string;
  tag: string;
  seat: number;
  share: string;
  taken: boolean; // the server accepted the share for the key
  seals: { seat: number; commit: string | null }[];
}

const SHARE_KEY_PREFIX = 'skerry.dice.';
const RECEIPTS_KEY = 'skerry.dice-receipts';
const RECEIPTS_MAX = 60;

const commitmentOf = (dice: Dice, seat: number): string | null =>
  dice.parties.find((p) => p.seat === seat)?.commit ?? null;
const matchesCommitment = (dice: Dice, p: DiceParty): boolean =>
  isHex(dice.tag, 16) && isHex(p.share, 32) && commitment(dice.tag, p.seat, p.share) === p.commit;

// Checks every revealed share against its commitment and computes the key. `mismatch` is the first seat that does not
// match, or null.
export function verifyShares(dice: Dice): { key: string; revealed: number; mismatch: number | null } {
  const opened = dice.parties.filter((p): p is DiceParty & { share: string } => p.share !== null);
  const misfit = opened.find((p) => !matchesCommitment(dice, p))?.seat ?? (opened.some((p) => p.seat === 0) ? null : 0);
  return { key: misfit === null ? jointKey(dice.tag, opened) : '', revealed: opened.length, mismatch: misfit };
}

// The proof at the end of a record, in the form of a table's dice.
export function parseProof(record: string): Dice | null {
  const lines = record
    .split('\n')
    .filter((line) => line.startsWith('# dice '))
    .map((line) => line.split(' ').slice(2));
  const nullIfAbsent = (word: string | undefined) => (word === undefined || word === '-' ? null : word);
  if (!lines.length || !isHex(lines[0][1], 16)) return null;
  return {
    tag: lines[0][1],
    step: 'done',
    parties: lines.slice(1).map(([seat, commit, share]) => ({
      seat: Number(seat),
      commit: nullIfAbsent(commit),
      share: nullIfAbsent(share),
    })),
  };
}

export class FairDice {
  private pendingCommits = new Map<string, Promise<boolean>>(); // by tag: whether our commitment was accepted
  private errors = new Map<string, FairDiceError>(); // by table key

  constructor(
    private readonly link: TableClient,
    private readonly session: KeyValueStorage,
    private readonly browser: KeyValueStorage,
    private readonly random: (into: Uint8Array) => void = (into) => void crypto.getRandomValues(into),
  ) {
    link.listen((push) => push.push === 'dice' && this.onPush(push));
    let was = false;
    link.watch(({ phase }) => {
      const online = phase === 'online' || phase === 'slow';
      if (online && !was) void this.resume();
      was = online;
    });
  }

  // The first error this device can find in a table's dice; null if there is none.
  findError(table: Pick<Table, 'key' | 'dice'>): FairDiceError | null {
    const { dice } = table;
    const found = table.key ? this.errors.get(table.key) : undefined;
    if (found) return found;
    if (!dice) return null;
    const receipt = this.receipt(table);
    if (receipt?.taken && (receipt.tag !== dice.tag || !dice.parties.some((p) => p.seat === receipt.seat))) {
      return 'own';
    }
    if (receipt?.tag === dice.tag && receipt.seals.some((s) => commitmentOf(dice, s.seat) !== s.commit)) return 'seals';
    if (!dice.parties.some((p) => p.share !== null)) return null; // the game is still running
    const misfit = verifyShares(dice).mismatch;
    if (misfit !== null) return misfit === 0 ? 'server' : 'misfit';
    return receipt?.taken && dice.parties.find((p) => p.seat === receipt.seat)?.share !== receipt.share ? 'own' : null;
  }

  receipt(table: Pick<Table, 'key' | 'dice'>): ShareReceipt | null {
    const all = this.readReceipts();
    return all.find((r) => r.table === table.key) ?? all.find((r) => r.tag === table.dice?.tag) ?? null;
  }

  private onPush(push: DicePush): void {
    const { dice } = push;
    if (!isHex(dice.tag, 16)) return;
    if (dice.step === 'commit') void this.commit(push);
    else if (dice.step === 'open') void this.open(push);
  }

  private async commit(push: DicePush): Promise<void> {
    const { tag } = push.dice;
    const server = commitmentOf(push.dice, 0);
    const stored = this.readShare(tag);
    if (!isHex(server, 32) || (stored && stored.server !== server)) return this.addError(push.table, 'promise');
    const into = new Uint8Array(32);
    if (!stored) this.random(into);
    const share = stored ?? {
      table: push.table,
      tag,
      seat: push.seat,
      share: toHex(into),
      server,
      taken: false,
      opened: false,
    };
    this.storeShare(share);
    await this.sendCommitment(share);
  }

  // Refused if another device of the same person was faster; this device then takes no part.
  private sendCommitment(share: Share): Promise<boolean> {
    const { tag, seat } = share;
    const answer = this.link.request('commit', { seat, tag, commit: commitment(tag, seat, share.share) }).then(
      () => {
        const now = this.readShare(tag); // it may have been revealed in the meantime
        if (now) this.storeShare({ ...now, taken: true });
        return true;
      },
      (error) => {
        if (error instanceof RefusedError) this.session.removeItem(SHARE_KEY_PREFIX + tag);
        return false; // connection lost: sent again once it is back
      },
    );
    this.pendingCommits.set(tag, answer);
    return answer;
  }

  private async open(push: DicePush): Promise<void> {
    const { dice } = push;
    const share = this.readShare(dice.tag);
    if (!share) return; // committed on another device
    if (commitmentOf(dice, 0) !== share.server) return this.addError(share.table, 'promise');
    if (commitmentOf(dice, share.seat) !== commitment(dice.tag, share.seat, share.share)) {
      // the push may arrive before the answer
      const taken = share.taken || (await this.pendingCommits.get(dice.tag)) === true;
      if (taken) this.addError(share.table, 'own');
      return;
    }
    const opened = { ...share, taken: true, opened: true };
    this.storeShare(opened);
    this.storeReceipt({
      table: share.table,
      tag: share.tag,
      seat: share.seat,
      share: share.share,
      taken: false,
      seals: dice.parties.map(({ seat, commit }) => ({ seat, commit })),
    });
    await this.sendShare(opened);
  }

  private async sendShare(share: Share): Promise<void> {
    try {
      await this.link.request('share', { seat: share.seat, tag: share.tag, share: share.share });
      const receipt = this.readReceipts().find((r) => r.tag === share.tag);
      if (receipt) this.storeReceipt({ ...receipt, taken: true });
      this.session.removeItem(SHARE_KEY_PREFIX + share.tag);
    } catch (error) {
      // too late: the share is left out, and the record says so
      if (error instanceof RefusedError) this.session.removeItem(SHARE_KEY_PREFIX + share.tag);
    }
  }

  // After a reconnect or a reload, repeats the requests that were not answered. The server refuses them if it no
  // longer waits.
  private async resume(): Promise<void> {
    for (const share of this.readShares()) {
      if (share.opened) await this.sendShare(share);
      else if (!share.taken) await this.sendCommitment(share);
    }
  }

  private addError(table: string, wrong: FairDiceError): void {
    this.errors.set(table, wrong);
  }

  private readShare(tag: string): Share | null {
    return readJson<Share | null>(this.session, SHARE_KEY_PREFIX + tag, null);
  }

  private readShares(): Share[] {
    const keys = Array.from({ length: this.session.length }, (_, i) => this.session.key(i) ?? '').filter((k) =>
      k.startsWith(SHARE_KEY_PREFIX),
    );
    return keys
      .map((k) => readJson<Share | null>(this.session, k, null))
      .filter((s): s is Share => s !== null && bytes(s.share).length === 32);
  }

  private storeShare(share: Share): void {
    writeJson(this.session, SHARE_KEY_PREFIX + share.tag, share);
  }

  private readReceipts(): ShareReceipt[] {
    const all = readJson<ShareReceipt[]>(this.browser, RECEIPTS_KEY, []);
    return Array.isArray(all) ? all : [];
  }

  // Newest first, one per table.
  private storeReceipt(receipt: ShareReceipt): void {
    writeJson(
      this.browser,
      RECEIPTS_KEY,
      [receipt, ...this.readReceipts().filter((r) => r.table !== receipt.table)].slice(0, RECEIPTS_MAX),
    );
  }
}

function readJson<Value>(from: KeyValueStorage, key: string, otherwise: Value): Value {
  try {
    return (JSON.parse(from.getItem(key) ?? 'null') as Value | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function writeJson(to: KeyValueStorage, key: string, value: unknown): void {
  try {
    to.setItem(key, JSON.stringify(value));
  } catch {
    // storage is full: this game has no receipt
  }
}
