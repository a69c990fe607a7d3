// Beside and below the board: what everyone knows, what only the viewer knows, and what the viewer has.
import { Fragment } from 'preact';
import { Icon, Panel, PlayerToken } from '@/kit/ui';
import { InlineSign } from './art';
import {
  DEPTH,
  LEVELS,
  SITES,
  SPECIALISTS,
  SPECIALIST_ICON,
  WORDS,
  chestShort,
  dayOf,
  kindCounted,
  kindIcon,
  kindOf,
  kindShort,
  nameOf,
  priceOf,
  rockfallsShown,
  say,
  siteKey,
  specialistName,
  tileState,
  type Props,
  type TakaraView,
} from './model';

export function Side(p: Props) {
  return (
    <>
      <Island p={p} />
      {p.seat !== null && <Secrets p={p} />}
      <Harbor p={p} />
      <Unknown p={p} />
      <Others p={p} />
    </>
  );
}

// A Stone may still be there if its place is unknown to the viewer, or known and not yet dug up; otherwise someone
// has found it.
function stonesText(p: Props): string {
  const lies = (sites: number[]) => sites.some((site) => Object.values(p.view.kind[site - 1]).includes('stone'));
  const west = p.view.stone.west === 1 || lies([1, 2, 3]);
  const east = p.view.stone.east === 1 || lies([4, 5, 6]);
  return west && east ? WORDS.stonesBoth : west ? WORDS.stonesWest : east ? WORDS.stonesEast : WORDS.stonesNone;
}

export const stonesOf = (view: TakaraView, seat: number) => view.won[seat - 1]?.stone ?? 0;

function Island({ p }: { p: Props }) {
  const { view, content } = p;
  const found = p.names.reduce((n, _, i) => n + stonesOf(view, i + 1), 0);
  const rocks = rockfallsShown(p);
  const empties = Array.from({ length: SITES }, (_, i) => i + 1).filter((s) => view.top[siteKey(s)] === DEPTH).length;
  const chests = Object.values(view.pile).reduce((a, b) => a + b, 0);
  const limit = content.ending.idle_turns * p.names.length;
  return (
    <Panel title={WORDS.island} class="tk-knows">
      <p>{stonesText(p)}</p>
      <p class="dim">
        {[
          rocks > 0 && say(WORDS.rockfalls, rocks, rocks * content.clear.pay),
          say(WORDS.chests, chests),
          empties > 0 &&
            (found
              ? say(WORDS.emptiesOne, empties, content.ending.one_stone_sites)
              : say(WORDS.empties, empties, content.ending.no_stone_sites)),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {view.idle * 2 > limit && <p class="tk-warn">{say(WORDS.idle, view.idle, limit)}</p>}
    </Panel>
  );
}

function Secrets({ p }: { p: Props }) {
  const rows: [number, { tile: number; kind: string; others: number[] }[]][] = [];
  for (let site = 1; site <= SITES; site++) {
    const list = [];
    for (let tile = 1; tile <= DEPTH; tile++) {
      const s = tileState(p.view, p.seat, site, tile);
      if (s.is === 'mine') list.push({ tile, kind: s.kind, others: s.others });
    }
    if (list.length) rows.push([site, list]);
  }
  return (
    <Panel
      class="secret tk-secret"
      title={
        <>
          <Icon name="eye" />
          <i>{WORDS.onlyYou}</i>
        </>
      }
    >
      {rows.length === 0 && <p class="dim sm">{WORDS.onlyYouNone}</p>}
      <ul>
        {rows.map(([site, list]) => (
          <li key={site}>
            <b>{say(WORDS.site, site)}</b>
            <span>
              {list.map((t, i) => (
                <Fragment key={t.tile}>
                  {i > 0 && ' '}
                  <span class="one">
                    <sub title={p.words[`tile.${t.tile}`]}>{t.tile}</sub>
                    {kindShort(p, t.kind)}
                    {t.others.map((s) => (
                      <PlayerToken key={s} seat={s} size={14} />
                    ))}
                    {i < list.length - 1 ? ',' : ''}
                  </span>
                </Fragment>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Harbor({ p }: { p: Props }) {
  return (
    <Panel title={WORDS.harbor} class="tk-harbor">
      <ul>
        {SPECIALISTS.map((s) => {
          const with_ = p.view.specialist.findIndex((x, i) => x === s && i < p.names.length);
          const away = with_ >= 0;
          const kind = p.moves.find((m) => m.kind === s || (s === 'impersonator' && m.kind.startsWith('as-')))?.kind;
          const price = s === 'impersonator' ? `+${priceOf(p, s)}` : String(priceOf(p, s));
          const words = away
            ? say(p.view.resting[with_] ? WORDS.notYours : WORDS.works, nameOf(p, with_ + 1))
            : s === 'impersonator'
              ? say(WORDS.extra, priceOf(p, s))
              : say(WORDS.free, priceOf(p, s));
          const inside = (
            <>
              <Icon name={SPECIALIST_ICON[s]} />
              <span>{specialistName(p, s)}</span>
              {away ? (
                <PlayerToken seat={with_ + 1} size={18} />
              ) : (
                <span class="pr">
                  <Icon name="coin" />
                  {price}
                </span>
              )}
            </>
          );
          return (
            <li key={s} class={away ? 'away' : ''} title={`${specialistName(p, s)}: ${words}`}>
              {kind && !away ? (
                <button
                  type="button"
                  class={p.kind === kind ? 'may on' : 'may'}
                  aria-pressed={p.kind === kind}
                  onClick={() => p.choose(p.kind === kind ? null : kind)}
                >
                  {inside}
                </button>
              ) : (
                <button type="button" onClick={() => p.look('specialist', s)}>
                  {inside}
                </button>
              )}
              <span class="vh">{words}</span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function Unknown({ p }: { p: Props }) {
  return (
    <Panel title={p.seat === null ? WORDS.unknownAll : WORDS.unknown} class="tk-unknown">
      <dl>
        {LEVELS.map((level, i) => {
          const deck: Record<string, number | null> = { ...p.view.deck[i] };
          if (level === 'deep') deck.stone = (p.view.stone.west ?? 0) + (p.view.stone.east ?? 0);
          const list = p.content.tiles.filter((k) => (deck[k.id] ?? 0) > 0);
          const monsters = list.filter((k) => k.what === 'monster').reduce((n, k) => n + (deck[k.id] ?? 0), 0);
          const rest = list.filter((k) => k.what !== 'monster');
          const monster = p.words['what.monster']?.replace(/^an? /, '') ?? '';
          return (
            <div key={level}>
              <dt>{WORDS[`level.${level}`]}</dt>
              <dd>
                {rest.map((k) => (
                  <span key={k.id} class="u" title={`${deck[k.id]} × ${kindCounted(p, k.id)}`}>
                    {deck[k.id]}
                    <i>×</i>
                    <InlineSign name={kindIcon(k)} />
                    {k.what === 'kara' ? k.karas : k.what === 'xp' ? k.xp : ''}
                    {k.cross && <Icon name="cross" />}
                    <span class="vh">{kindCounted(p, k.id)}</span>
                  </span>
                ))}
                {monsters > 0 && (
                  <span class="u" title={`${monsters} × ${monster}`}>
                    {monsters}
                    <i>×</i>
                    <InlineSign name={['bat', 'goblin', 'drake'][i]} />
                    <span class="vh">{monster}</span>
                  </span>
                )}
                {list.length === 0 && <span class="dim">{p.words['board.known'] ?? ''}</span>}
              </dd>
            </div>
          );
        })}
      </dl>
    </Panel>
  );
}

interface Prize {
  key: string;
  icon: string;
  text: string;
  count: number;
  sell?: string; // the move that sells it
  look?: [string, string];
}

function prizes(p: Props, seat: number): Prize[] {
  const out: Prize[] = [];
  const won = p.view.won[seat - 1] as Record<string, number>;
  const chests = p.view.chests[seat - 1] as Record<string, number>;
  for (const k of p.content.tiles) {
    if (!won[k.id]) continue;
    const plain = k.what === 'xp' ? say(WORDS.xp, k.xp ?? 0) : `${kindShort(p, k.id)} ${say(WORDS.xp, k.xp ?? 0)}`;
    out.push({
      key: k.id,
      icon: kindIcon(kindOf(p, k.id)),
      text: plain,
      count: won[k.id],
      sell: `sell ${k.id}`,
      look: ['kind', k.id],
    });
  }
  for (const c of p.content.chests) {
    if (chests[c.id]) {
      out.push({
        key: c.id,
        icon: c.id === 'map' ? 'map' : 'chest',
        text: `${chestShort(p, c.id)} ${say(WORDS.xp, c.xp ?? 0)}`,
        count: chests[c.id],
        sell: `sell-chest ${c.id}`,
        look: ['chest', c.id],
      });
    }
  }
  const tokens = p.view.xp_tokens[seat - 1];
  if (tokens) {
    out.push({ key: 'tokens', icon: 'xp', text: say(WORDS.token, p.content.counter.token_xp), count: tokens });
  }
  return out;
}

function Others({ p }: { p: Props }) {
  const seats = p.names.map((_, i) => i + 1).filter((s) => s !== p.seat);
  const rows = seats.map((s) => [s, prizes(p, s)] as const).filter(([, list]) => list.length);
  if (rows.length === 0) return null;
  return (
    <Panel title={p.seat === null ? WORDS.wonSoFar : WORDS.others} class="tk-others">
      <ul>
        {rows.map(([s, list]) => (
          <li key={s}>
            <PlayerToken seat={s} size={18} />
            <span>
              <span class="vh">{p.names[s - 1]}: </span>
              {list.map((x) => (x.count > 1 ? `${x.count} × ${x.text}` : x.text)).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface Person {
  title: string;
  note: string;
  look: 'ready' | 'used' | 'out' | 'camp';
}

function people(p: Props, seat: number): Person[] {
  const { view } = p;
  const i = seat - 1;
  const mine = view.active === seat;
  const may = mine && p.moves.length > 0 && view.phase === 'day';
  const acts = mine ? dayOf(p).acts : [];
  const out: Person[] = acts.map((a) => ({
    title: a.hurt ? WORDS.inHospital : a.site ? say(WORDS.site, a.site) : a.hut ? WORDS[`hut.${a.hut}`] : WORDS.acted,
    note: a.hurt ? (a.site ? say(WORDS.hurtAt, a.site) : WORDS.hurtToday) : WORDS[a.did as keyof typeof WORDS],
    look: a.hurt ? 'out' : 'used',
  }));
  const hurt = acts.filter((a) => a.hurt).length;
  for (let n = acts.length - hurt; n < view.used[i]; n++) {
    out.push({ title: WORDS.acted, note: WORDS.actedNote, look: 'used' });
  }
  for (let n = 0; n < view.available[i]; n++) {
    out.push({ title: WORDS.ready, note: may ? WORDS.readyNote : WORDS.readyWait, look: may ? 'ready' : 'camp' });
  }
  for (let n = hurt; n < view.hospital[i]; n++) {
    out.push({ title: WORDS.inHospital, note: WORDS.inHospitalNote, look: 'out' });
  }
  for (let n = 0; n < view.break_room[i]; n++) out.push({ title: WORDS.breakRoom, note: WORDS.breakNote, look: 'out' });
  return out;
}

export function Hand(p: Props) {
  const seat = p.seat ?? (typeof p.view.active === 'number' ? p.view.active : 1);
  const { view } = p;
  const list = prizes(p, seat);
  const points = p.moment.score.seats.find((s) => s.seat === seat)?.points ?? 0;
  const specialist = view.specialist[seat - 1];
  const title = p.seat === null ? p.names[seat - 1] : WORDS.adventurers;
  return (
    <div class="tk-hand">
      <Panel
        title={title}
        headerExtra={
          <span class="tk-purse">
            <span class="tk-chip">
              <Icon name="coin" />
              {say(WORDS.karas, view.karas[seat - 1])}
            </span>
            {view.sword === 1 && view.active === seat && (
              <span class="tk-chip">
                <Icon name="sword" />
                {WORDS.sword}
              </span>
            )}
            {specialist !== 'none' && (
              <span
                class={`tk-chip ${view.resting[seat - 1] ? 'rest' : ''}`}
                title={say(view.resting[seat - 1] ? WORDS.resting : WORDS.working, specialistName(p, specialist))}
              >
                <Icon name={SPECIALIST_ICON[specialist]} />
                {specialistName(p, specialist)}
              </span>
            )}
          </span>
        }
      >
        <ul class="tk-team">
          {people(p, seat).map((a, i) => (
            <li key={i} class={a.look}>
              <PlayerToken seat={seat} size={30} label={String(i + 1)} />
              <span>
                <b>{a.title}</b>
                <small>{a.note}</small>
              </span>
            </li>
          ))}
          {!view.recruited[seat - 1] && (
            <li class="beach">
              <Icon name="isle" />
              <span>
                <b>{WORDS.recruit}</b>
                <small>{say(WORDS.recruitNote, p.content.team.recruit)}</small>
              </span>
            </li>
          )}
        </ul>
      </Panel>
      <Panel title={`${WORDS.wonSoFar}: ${say(WORDS.xp, points)}`}>
        <div class="tk-won">
          {list.length === 0 && <span class="dim sm">{WORDS.nothing}</span>}
          {list.map((x) => {
            const sell = p.moves.find((m) => m.text === x.sell);
            const inside = (
              <>
                <InlineSign name={x.icon} />
                {x.count > 1 ? `${x.count} × ${x.text}` : x.text}
              </>
            );
            if (!sell && !x.look) {
              return (
                <span key={x.key} class="tk-chip">
                  {inside}
                </span>
              );
            }
            return sell ? (
              <button
                key={x.key}
                type="button"
                class="tk-chip may"
                title={[sell.label, sell.gain].filter(Boolean).join(', ')}
                onClick={() => p.play(sell)}
              >
                {inside}
                <span class="vh">. {sell.label}</span>
              </button>
            ) : (
              <button key={x.key} type="button" class="tk-chip tell" onClick={() => x.look && p.look(...x.look)}>
                {inside}
              </button>
            );
          })}
        </div>
      </Panel>
    </div>
  );
}
