// Lets players check the dice: the commitments made before the first roll, the shares revealed after the end, who
// took part, and a recalculation in this browser.
import { useEffect, useState } from 'preact/hooks';
import { parseProof, verifyShares } from '../../link/fair-dice';
import type { Dice, DiceParty, Table } from '../../kit/protocol';
import { fairDice, link } from '../../shell/connection';
import { seatName } from '../../shell/log';
import { Icon, Panel, PlayerToken } from '../../kit/ui';
import { catalogue, fill, t } from '../../kit/words';
import './fair.css';

const T = catalogue.pages.fair;

const groupedByFour = (text: string): string => (text.match(/.{1,4}/g) ?? []).join(' ');
const shortHash = (text: string): string => `${groupedByFour(text.slice(0, 20))} …`;
const isSameDice = (a: Dice, b: Dice | null): boolean => {
  const plain = (dice: Dice) =>
    JSON.stringify([
      dice.tag,
      [...dice.parties].sort((p, q) => p.seat - q.seat).map((p) => [p.seat, p.commit, p.share]),
    ]);
  return b !== null && plain(a) === plain(b);
};

export function FairDicePanel({ table, file }: { table: Table; file: string }) {
  const { dice } = table;
  const [record, setRecord] = useState('');
  const [checked, setChecked] = useState<CheckResult | null>(null);
  useEffect(() => {
    link.request('record').then(
      (answer) => setRecord(answer.record),
      () => {},
    ); // only to count the draws; the button requests it again
  }, [table.key, dice?.tag]);
  if (!dice) return null;
  const name = (seat: number) => (seat === 0 ? T.server : seatName(table, seat));
  const error = fairDice.findError(table);
  const receipt = fairDice.receipt(table);
  const mine = receipt?.taken && receipt.tag === dice.tag && !error;
  const draws = record.split('\n').filter((line) => line.startsWith('*')).length;
  const alone = !dice.parties.some((p) => p.seat > 0 && p.share !== null);
  const recheck = () =>
    link.request('record').then(
      ({ record: text }) => setChecked(checkRecord(dice, text, name)),
      () => setChecked({ bad: true, text: T.lost, key: '' }),
    );
  return (
    <Panel
      class="fair"
      title={
        <>
          <Icon name="shield" />
          {T.title}
        </>
      }
    >
      <p>{alone ? T.alone : T.proves}</p>
      {error && (
        <p class="fair-bad" role="alert">
          <Icon name="x" />
          {t(`fair.wrong.${error}`)}
        </p>
      )}
      <p>{fill(T.draws, draws)}</p>
      <code>{fill(T.command, file)}</code>
      <ul class="fair-who">
        {dice.parties.map((p) => (
          <Party key={p.seat} party={p} name={name(p.seat)} />
        ))}
      </ul>
      <p class="dim">
        {mine ? T.yours : table.seats.some((s) => s.you) ? T.notYours : ''}{' '}
        {table.seats.some((s) => s.who === 'bot') && T.bots}
      </p>
      <details>
        <summary>{T.all}</summary>
        <dl>
          <dt>{T.tag}</dt>
          <dd>
            <code>{groupedByFour(dice.tag)}</code>
          </dd>
          {dice.parties
            .filter((p) => p.commit)
            .map((p) => [
              <dt key={`${p.seat}s`}>
                {name(p.seat)}, {T.sealed}
              </dt>,
              <dd key={`${p.seat}sv`}>
                <code>{groupedByFour(p.commit!)}</code>
              </dd>,
              p.share && (
                <dt key={`${p.seat}o`}>
                  {name(p.seat)}, {T.opened}
                </dt>
              ),
              p.share && (
                <dd key={`${p.seat}ov`}>
                  <code>{groupedByFour(p.share)}</code>
                </dd>
              ),
            ])}
        </dl>
      </details>
      <button type="button" class="btn small" onClick={recheck}>
        <Icon name="check" />
        {T.check}
      </button>
      <div role="status">
        {checked && (
          <p class={checked.bad ? 'fair-bad' : 'fair-ok'}>
            <Icon name={checked.bad ? 'x' : 'check'} />
            <span>
              {checked.text}
              {!checked.bad && ` ${T.key}`}
            </span>
          </p>
        )}
        {checked && !checked.bad && (
          <>
            <code>{groupedByFour(checked.key)}</code>
            <p class="dim">{T.then}</p>
          </>
        )}
      </div>
    </Panel>
  );
}

interface CheckResult {
  bad: boolean;
  text: string;
  key: string;
}

function checkRecord(dice: Dice, record: string, name: (seat: number) => string): CheckResult {
  if (!isSameDice(dice, parseProof(record))) return { bad: true, text: T.other, key: '' };
  const { key, revealed, mismatch: misfit } = verifyShares(dice);
  if (misfit !== null) return { bad: true, text: fill(T.misfit, name(misfit)), key: '' };
  return { bad: false, text: fill(T.fit, revealed), key };
}

function Party({ party, name }: { party: DiceParty; name: string }) {
  const is = party.share ? 'in' : party.commit ? 'unopened' : 'absent';
  return (
    <li class={`is-${is}`}>
      {party.seat ? <PlayerToken seat={party.seat} size={20} /> : <Icon name="lock" />}
      <span>
        <b>{name}</b> <span class="sm">{T[is]}</span>
        {party.commit && (
          <small class="num">
            {T.sealed} {shortHash(party.commit)}
          </small>
        )}
      </span>
      <Icon name={is === 'in' ? 'check' : 'x'} />
    </li>
  );
}
