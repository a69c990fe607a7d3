// The player's raft with its items, Fortuna's favours, experience and skills; in a duel, the blades.
import { useState } from 'preact/hooks';
import type { Move } from '@/kit/protocol';
import { Icon, Panel } from '@/kit/ui';
import { duelSides, DuelHand } from './duel';
import { BASIC_ICON, ICON, ITEMS, SKILLS, SKILL_ICON, frameOf, FRAME, nameOf } from './model';
import type { Props } from './model';
import { WORDS, fill, capitalise } from './words';
import { Wrath } from './wrath';

export function ItemSlot({
  p,
  item,
  has,
  moves,
  small,
}: {
  p: Props;
  item: string;
  has: boolean;
  moves: Move[];
  small?: string;
}) {
  const inside = (
    <>
      <Icon name={ICON[item]} />
      <small>{p.words[`item.${item}`]}</small> {small && <em>{small}</em>}
    </>
  );
  const name = `aye-mat${has ? ' have' : ''}${moves.length ? ' may' : ''}`;
  if (!moves.length) {
    return (
      <span class={name} aria-label={has ? p.words[`item.${item}`] : undefined}>
        {inside}
      </span>
    );
  }
  return (
    <button type="button" class={name} onClick={() => p.play(moves[0])}>
      {inside}
      <span class="vh">
        , {moves[0].label}
        {moves[0].gain ? `, ${moves[0].gain}` : ''}: {WORDS.may}
      </span>
    </button>
  );
}

// What distinguishes several moves with the same card.
function optionText(p: Props, m: Move): string {
  for (const name of ['way', 'blade', 'die', 'pips']) {
    if (m.args[name] !== undefined) {
      const word = p.words[`${name}.${m.args[name]}`] ?? String(m.args[name]);
      return m.gain && name !== 'blade' ? `${capitalise(word)}: ${m.gain}` : capitalise(word);
    }
  }
  return m.label;
}

export function FfcCard({ p, id, count, choosing }: { p: Props; id: string; count: number; choosing: boolean }) {
  const [open, set] = useState(false);
  const ffc = p.content.ffcs.find((f) => f.id === id);
  const moves = p.moves.filter((m) => m.args.ffc === id);
  const gold = !!ffc?.special && ffc.special !== 'none';
  const basic = (p.words[`basic.${ffc?.basic}.help`] ?? '').replace('{legs}', String(p.content.legs));
  const special = gold ? p.words[`special.${ffc!.special}.help`] : '';
  const name = `aye-ffc${gold ? ' gold' : ''}${moves.length ? ' may' : choosing ? ' dim' : ''}`;
  const inside = (
    <>
      <b>
        <Icon name={gold ? 'star' : (BASIC_ICON[ffc?.basic ?? ''] ?? 'star')} />
        {p.words[`ffc.${id}`]}
        {count > 1 && <span class="n"> ×{count}</span>}
      </b>{' '}
      <span class="tx">
        {gold ? WORDS.gold : WORDS.silver}
        {basic}
        {special && ` ${special}`}
      </span>
    </>
  );
  const press = () => (moves.length > 1 ? set(!open) : p.play(moves[0]));
  return (
    <div class={name} title={`${basic} ${special}`.trim()}>
      {moves.length ? (
        <button type="button" class="face" aria-expanded={moves.length > 1 ? open : undefined} onClick={press}>
          {inside}
          <span class="vh">
            {moves.length > 1 ? ' ' : ` ${moves[0].label}: `}
            {WORDS.may}
          </span>
        </button>
      ) : (
        <button type="button" class="face" onClick={() => p.look('ffc', id)}>
          {inside}
        </button>
      )}
      {open && moves.length > 1 && (
        <div class="opts">
          {moves.map((m) => (
            <button key={m.text} type="button" class="btn small may" onClick={() => p.play(m)}>
              {m.kind === 'trim' || m.kind === 'wind' || m.kind === 'wright' || m.kind === 'riposte'
                ? optionText(p, m)
                : m.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function Favours({ p, seat }: { p: Props; seat: number }) {
  const hand = p.view.hand[seat - 1];
  const held = p.content.ffcs.filter((f) => (hand?.[f.id as never] ?? 0) > 0);
  const choosing = p.moves.some((m) => m.args.ffc !== undefined);
  const n = p.view.ffcs[seat - 1];
  if (seat !== p.seat && !held.length) {
    return (
      <div class="aye-backs" role="img" aria-label={fill(WORDS.hiddenFavours, n)}>
        {Array.from({ length: n }, (_, i) => (
          <i key={i} />
        ))}
        <span class="sm dim">{fill(WORDS.hiddenFavours, n)}</span>
      </div>
    );
  }
  if (!held.length) return <p class="sm dim">{WORDS.noFavours}</p>;
  return (
    <div class={`aye-ffcs n${Math.min(6, held.length)}`}>
      {held.map((f) => (
        <FfcCard key={f.id} p={p} id={f.id} count={hand?.[f.id as never] ?? 0} choosing={choosing} />
      ))}
    </div>
  );
}

function Skills({ p, seat }: { p: Props; seat: number }) {
  const levels = p.view.skill[seat - 1];
  return (
    <div class="aye-skills">
      {SKILLS.map((s) => {
        const move = seat === p.seat ? p.moves.find((m) => m.kind === 'skill' && m.args.skill === s) : undefined;
        const inside = (
          <>
            <Icon name={SKILL_ICON[s]} />
            <span class="w">{p.words[`skill.${s}`]}</span>
            <span class="p3" role="img" aria-label={`${levels[s]} / 3`}>
              {[1, 2, 3].map((n) => (
                <i key={n} class={n <= levels[s] ? 'on' : ''} />
              ))}
            </span>
          </>
        );
        return move ? (
          <button key={s} type="button" class="skl may" title={move.gain} onClick={() => p.play(move)}>
            {inside}
            <span class="vh">
              , {move.label}
              {move.gain && `, ${move.gain}`}: {WORDS.may}
            </span>
          </button>
        ) : (
          <button key={s} type="button" class="skl" onClick={() => p.look('skill', s)}>
            {inside}
          </button>
        );
      })}
    </div>
  );
}

export function Hand(p: Props) {
  const sides = duelSides(p.view);
  const fighting = sides && p.seat !== null && sides.includes(p.seat) && frameOf(p.view, FRAME.duel);
  const phone = p.size === 'phone';
  const seat = p.seat ?? (typeof p.view.active === 'number' ? p.view.active : 1);
  const mine = seat === p.seat;
  const levels = SKILLS.reduce((n, s) => n + p.view.skill[seat - 1][s], 0);
  const best = p.view.best[seat - 1];
  const next = p.content.skills.xp - (best % p.content.skills.xp);
  if (fighting && !phone) {
    return (
      <div class="aye-hand">
        <Panel class="aye-duel-panel">
          <DuelHand p={p} />
        </Panel>
      </div>
    );
  }
  return (
    <div class="aye-hand">
      {!phone && <Wrath p={p} />}
      <div class="aye-tray">
        <Panel title={mine ? WORDS.raft : fill(WORDS.raftOf, nameOf(p, seat))} class="raft">
          <div class="aye-mats">
            {ITEMS.map((i) => (
              <ItemSlot
                key={i}
                p={p}
                item={i}
                has={p.view.items[seat - 1].includes(i)}
                moves={mine ? p.moves.filter((m) => m.kind === 'give' && m.args.item === i) : []}
              />
            ))}
          </div>
        </Panel>
        <Panel title={WORDS.favours} class="favours">
          <Favours p={p} seat={seat} />
        </Panel>
        <Panel title={fill(WORDS.xp, p.view.xp[seat - 1], levels)} class="skills">
          <Skills p={p} seat={seat} />
          {levels < 12 && <p class="xs dim aye-next">{fill(WORDS.nextLevel, next)}</p>}
        </Panel>
      </div>
    </div>
  );
}

export const handTitle = (p: Props): string =>
  duelSides(p.view)?.includes(p.seat ?? 0) ? WORDS.favoursTab : WORDS.raftTab;
