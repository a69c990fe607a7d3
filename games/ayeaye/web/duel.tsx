// A duel: three exchanges side by side, the cards left, and the chances in words. Earlier exchanges come from the
// events, which are kept in memory while the page is open. After a reload only the counts are known.
import type { AyeayeBlade, AyeayeView } from '@/generated/games';
import type { Move } from '@/kit/protocol';
import { Icon, Panel, PlayerToken, useScrollFocus } from '@/kit/ui';
import { currentCard, nameOf } from './model';
import type { Props } from './model';
import { FfcCard } from './hand';
import { Beach, Bust, Sabre } from './backdrops';
import { WORDS, fill } from './words';

type Side = number | 'none';
interface Exchange {
  laid: AyeayeBlade;
  answer: AyeayeBlade;
  hit: boolean;
  attacker: Side;
  round: number;
  riposte: boolean;
}
interface SeenExchanges {
  version: number;
  list: Exchange[];
  round: number;
  sides: Side[];
}

export const duelSides = (v: AyeayeView): Side[] | null => (v.duel_round > 0 ? v.duel_side : null);

const seenByViewer = new Map<string, SeenExchanges>();
// The exchanges this viewer has seen, up to the current moment.
export function exchanges(p: Props): Exchange[] {
  const key = `${p.table.key ?? p.table.name}|${p.seat}`;
  const known = seenByViewer.get(key) ?? { version: -1, list: [], round: 1, sides: [] };
  if (known.version !== p.moment.version) {
    if (p.moment.version < known.version) known.list = [];
    known.version = p.moment.version;
    let riposte = false;
    for (const e of p.moment.events) {
      if (e.event === 'duel' || e.event === 'duel-card') {
        Object.assign(known, {
          list: [],
          round: 1,
          sides: e.event === 'duel' ? [e.seat ?? 'none', Number(e.args.seat)] : [],
        });
      }
      if (e.event === 'second-round') known.round = 2;
      if (e.event === 'riposte') riposte = true;
      if (e.event !== 'hit' && e.event !== 'parried') continue;
      const sides = p.view.duel_round > 0 ? p.view.duel_side : known.sides;
      const who: Side = e.seat ?? 'none';
      const attacker = e.event === 'hit' ? who : (sides.find((s) => s !== who) ?? 'none');
      known.list.push({
        laid: e.args.laid as AyeayeBlade,
        answer: e.args.answer as AyeayeBlade,
        hit: e.event === 'hit',
        attacker,
        round: known.round,
        riposte,
      });
      riposte = false;
    }
    seenByViewer.set(key, known);
  }
  return known.list;
}

function DuelCard({ p, blade, class: name = '' }: { p: Props; blade: AyeayeBlade; class?: string }) {
  return (
    <span class={`aye-dc ${name}`}>
      <Sabre upright={blade === 'vertical'} />
      <small>{p.words[`blade.${blade}`]}</small>
    </span>
  );
}

function DuellistLabel({ side, text }: { side: Side; text: string }) {
  return (
    <span class="lab">
      {typeof side === 'number' ? <PlayerToken seat={side} size={16} /> : <Icon name="skull" />}
      {text}
    </span>
  );
}

function oddsText(p: Props, left: Record<AyeayeBlade, number>, who: string): string {
  const [h, v] = [left.horizontal, left.vertical];
  const text = fill(WORDS.cardsLeft, who, h, p.words['blade.horizontal'], v, p.words['blade.vertical']);
  const more = h > v ? 'horizontal' : 'vertical';
  if (h + v === 0) return text + WORDS.oddsNone;
  if (h === v) return text + WORDS.oddsEven;
  if (h === 0 || v === 0) return text + fill(WORDS.oddsSure, p.words[`blade.${more}`]);
  return text + fill(WORDS.odds, p.words[`blade.${more}`], Math.max(h, v), h + v);
}

// After one exchange, the missing cards show what was played, even if this viewer did not see it.
function withDeduced(v: AyeayeView, list: Exchange[], now: number): Exchange[] {
  if (list.length || now !== 1) return list;
  const gone = (i: number): AyeayeBlade => (v.duel_left[i].horizontal < 3 ? 'horizontal' : 'vertical');
  const hit = gone(0) === gone(1) && v.duel_points[0] + v.duel_points[1] > 0;
  const by = hit ? v.duel_attacker : 1 - v.duel_attacker;
  return [
    {
      laid: gone(by),
      answer: gone(1 - by),
      hit,
      attacker: v.duel_side[by],
      round: v.duel_round,
      riposte: !hit && gone(0) === gone(1),
    },
  ];
}

// Data shared by the parts of a duel.
interface DuelContext {
  p: Props;
  v: AyeayeView;
  over: boolean;
  me: number;
  name: (side: Side) => string;
  foe: string;
}

function Duellist({ s, i, at }: { s: DuelContext; i: number; at: 'l' | 'r' }) {
  const { p, v } = s;
  const side = v.duel_side[i];
  const does = s.over ? '' : i === v.duel_attacker ? WORDS.attacks : WORDS.defends;
  return (
    <div class={`fig ${at}`}>
      <Bust seat={typeof side === 'number' ? side : null} foe={s.foe} flip={at === 'r'} />
      <div class="tx">
        <h3>{s.name(side)}</h3>
        <p>
          {typeof side === 'number' && <PlayerToken seat={side} size={22} />}
          {[side === p.seat ? WORDS.you : '', does].filter(Boolean).join(', ')}
        </p>
        {p.size !== 'phone' && typeof side === 'number' && (
          <p class="dim">{fill(WORDS.belongings, v.items[side - 1].length, v.ffcs[side - 1])}</p>
        )}
      </div>
    </div>
  );
}

function PastExchange({ s, e, i }: { s: DuelContext; e: Exchange | undefined; i: number }) {
  const { p, v, name } = s;
  if (!e) {
    const counts = [name(v.duel_side[0]), spentText(p, v, 0), name(v.duel_side[1]), spentText(p, v, 1)];
    return (
      <section class="ex">
        <h3>{fill(WORDS.exchange, i + 1)}</h3>
        <p class="verd dim">{i === 0 && fill(WORDS.unknownOrder, ...counts)}</p>
      </section>
    );
  }
  const answers = v.duel_side.find((side) => side !== e.attacker) ?? 'none';
  const text = e.hit
    ? fill(WORDS.hitText, name(e.attacker))
    : fill(e.riposte ? WORDS.riposteText : WORDS.parryText, name(answers));
  return (
    <section class="ex">
      <h3>{fill(WORDS.exchange, i + 1)}</h3>
      <div class="pair">
        <span>
          <DuelCard p={p} blade={e.laid} />
          <DuellistLabel side={e.attacker} text={WORDS.attacks} />
        </span>
        <Icon name="sword" />
        <span>
          <DuelCard p={p} blade={e.answer} />
          <DuellistLabel side={answers} text={WORDS.answers} />
        </span>
      </div>
      <p class="verd">
        <span class={e.hit ? 'hit' : 'par'}>{e.hit ? WORDS.hit : WORDS.parry}</span> {text}
      </p>
    </section>
  );
}

function CurrentExchange({ s, i }: { s: DuelContext; i: number }) {
  const { p, v, name } = s;
  const laid = v.ask === 'answer' || v.duel_laid !== 'none';
  const lay = p.moves.some((m) => m.kind === 'lay');
  const answer = p.moves.some((m) => m.kind === 'answer');
  // the viewer's own card, or one they looked at
  const shown = v.duel_laid && v.duel_laid !== 'none' ? v.duel_laid : null;
  const actingSide = lay ? 1 - v.duel_attacker : v.duel_attacker;
  let cut = <span class={`aye-dc slot${lay ? ' may' : ''}`}>{lay ? WORDS.chooseLay : WORDS.waits}</span>;
  if (shown) cut = <DuelCard p={p} blade={shown} class="secret" />;
  else if (laid) cut = <span class="aye-dc back" role="img" aria-label={WORDS.laidDown} />;
  return (
    <section class="ex now">
      <h3>
        {fill(WORDS.exchange, i + 1)}
        <span class="xs dim">{WORDS.now}</span>
      </h3>
      <div class="pair">
        <span>
          {cut}
          <DuellistLabel side={v.duel_side[v.duel_attacker]} text={WORDS.attacks} />
        </span>
        <Icon name="sword" />
        <span>
          <span class={`aye-dc slot${answer ? ' may' : ''}`}>
            {answer ? WORDS.chooseAnswer : laid ? WORDS.waits : ''}
          </span>
          <DuellistLabel side={v.duel_side[1 - v.duel_attacker]} text={WORDS.answers} />
        </span>
      </div>
      <p class="verd dim">{oddsText(p, v.duel_left[actingSide], name(v.duel_side[actingSide]))}</p>
    </section>
  );
}

function FutureExchange({ i }: { i: number }) {
  return (
    <section class="ex later">
      <h3>{fill(WORDS.exchange, i + 1)}</h3>
      <div class="pair">
        <span>
          <span class="aye-dc slot" />
        </span>
        <Icon name="sword" />
        <span>
          <span class="aye-dc slot" />
        </span>
      </div>
      <p class="verd dim">{WORDS.afterHit}</p>
    </section>
  );
}

export function Duel({ p, view: v, over = false }: { p: Props; view: AyeayeView; over?: boolean }) {
  const exchanged = useScrollFocus<HTMLDivElement>();
  const seen = exchanges(p);
  const round = Math.max(1, v.duel_round);
  const now = over ? 3 : v.duel_exchange;
  const list = withDeduced(
    v,
    seen.filter((e) => e.round === round),
    now,
  );
  const me = p.seat !== null ? v.duel_side.indexOf(p.seat) : -1;
  const right = me >= 0 ? me : 1;
  const card = currentCard(v, p.content)?.card ?? null;
  const name = (side: Side) =>
    typeof side === 'number' ? nameOf(p, side) : card ? p.words[`card.${card.id}`] : WORDS.foe;
  const points = over && seen.length ? finalPoints(v, seen, round) : v.duel_points;
  const s: DuelContext = { p, v, over, me, name, foe: card?.kind ?? 'sea' };
  const phone = p.size === 'phone';
  return (
    <div class={`aye-duel${phone ? ' phone' : ''}`}>
      <div class="dtop">
        <Beach />
        <Duellist s={s} i={1 - right} at="l" />
        <div class="score">
          <small>{fill(WORDS.round, round)}</small>
          <b>
            {points[1 - right]} : {points[right]}
          </b>
          <small>{WORDS.exchanges}</small>
        </div>
        <Duellist s={s} i={right} at="r" />
      </div>
      <div class="exch" ref={exchanged}>
        {[0, 1, 2].map((i) => {
          if (i < now) return <PastExchange key={i} s={s} e={list[i]} i={i} />;
          return i === now ? <CurrentExchange key={i} s={s} i={i} /> : <FutureExchange key={i} i={i} />;
        })}
      </div>
      {phone && me >= 0 && !over && <DuelHand p={p} />}
    </div>
  );
}

const spentText = (p: Props, v: AyeayeView, i: number): string =>
  fill(
    WORDS.bladeCount,
    3 - v.duel_left[i].horizontal,
    p.words['blade.horizontal'],
    3 - v.duel_left[i].vertical,
    p.words['blade.vertical'],
  );

function finalPoints(v: AyeayeView, seen: Exchange[], round: number): number[] {
  const points = [...v.duel_points];
  const last = seen[seen.length - 1];
  if (last?.hit && last.round === round) points[Math.max(0, v.duel_side.indexOf(last.attacker))]++;
  return points;
}

// The viewer's six cards, with the played ones faded, and the favours that help.
export function DuelHand({ p }: { p: Props }) {
  const v = p.view;
  const me = p.seat === null ? -1 : v.duel_side.indexOf(p.seat);
  if (me < 0) return null;
  const left = v.duel_left[me];
  const move = (blade: AyeayeBlade): Move | undefined =>
    p.moves.find((m) => (m.kind === 'lay' || m.kind === 'answer') && m.args.blade === blade);
  const look = p.moves.find((m) => m.kind === 'look');
  const hand = v.hand[p.seat! - 1];
  const held = p.content.ffcs.filter(
    (f) => (hand?.[f.id as never] ?? 0) > 0 && (p.size !== 'phone' || p.moves.some((m) => m.args.ffc === f.id)),
  );
  return (
    <div class="aye-dhand">
      {(['horizontal', 'vertical'] as const).map((blade) => (
        <div key={blade} class="grp">
          {[0, 1, 2].map((i) => {
            const used = i < 3 - left[blade];
            const m = used ? undefined : move(blade);
            const inside = (
              <>
                <Sabre upright={blade === 'vertical'} />
                <small>{p.words[`blade.${blade}`]}</small>
              </>
            );
            return m ? (
              <button key={i} type="button" class="aye-dc may" tabIndex={i === 2 ? 0 : -1} onClick={() => p.play(m)}>
                {inside}
                <span class="vh">
                  , {m.label}
                  {m.gain && `, ${m.gain}`}: {WORDS.may}
                </span>
              </button>
            ) : (
              <span key={i} class={`aye-dc${used ? ' used' : ''}`} title={used ? WORDS.used : undefined}>
                {inside}
              </span>
            );
          })}
        </div>
      ))}
      {(held.length > 0 || look) && (
        <div class="aye-ffcs">
          {look && (
            <button type="button" class="aye-ffc may lookup" onClick={() => p.play(look)}>
              <b>
                <Icon name="eye" />
                {look.label}
              </b>
              <span class="tx">{p.words['skill.fencer']}</span>
            </button>
          )}
          {held.map((f) => (
            <FfcCard key={f.id} p={p} id={f.id} count={hand?.[f.id as never] ?? 0} choosing />
          ))}
        </div>
      )}
    </div>
  );
}

// The left column during a duel.
export function DuelSide({ p }: { p: Props }) {
  const v = p.view;
  const c = p.content.duel;
  const quest = v.duel_side.includes('none');
  const card = quest ? currentCard(v, p.content)?.card : null;
  return (
    <>
      <Panel title={WORDS.duelLeft} class="aye-left">
        {v.duel_side.map((side, i) => (
          <div key={i} class="rem">
            {typeof side === 'number' ? <PlayerToken seat={side} size={20} /> : <Icon name="skull" />}
            {(['horizontal', 'vertical'] as const).map((b) =>
              [0, 1, 2].map((n) => (
                <i key={b + n} class={`${b === 'vertical' ? 'v' : ''}${n < 3 - v.duel_left[i][b] ? ' x' : ''}`} />
              )),
            )}
            <span class="vh">
              {oddsText(p, v.duel_left[i], typeof side === 'number' ? nameOf(p, side) : WORDS.foe)}
            </span>
          </div>
        ))}
        <p class="sm dim">{WORDS.duelLeftNote}</p>
      </Panel>
      <Panel title={WORDS.stake}>
        {quest ? (
          <p class="sm">
            {card ? `${p.words[`card.${card.id}`]}. ` : ''}
            {WORDS.stakeCard}
          </p>
        ) : (
          <>
            <p class="sm">{fill(WORDS.stakeDuel, c.booty, c.steps)}</p>
            <p class="sm dim">{fill(WORDS.stakeXp, c.winner_xp, c.loser_xp)}</p>
          </>
        )}
      </Panel>
    </>
  );
}
