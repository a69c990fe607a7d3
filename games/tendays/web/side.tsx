// The left column: what dusk and the day require, and the state of the bids or a battle.
import { Icon, Panel, PlayerToken } from '@/kit/ui';
import {
  type Props,
  bidsFor,
  characterOf,
  fill,
  frame,
  hour,
  joinNames,
  duskNeeds,
  characterName,
  wordsFor,
  seatName,
  waitingRescuers,
} from './model';
import { WORDS } from './words';

function NeedsPanel({ p, seat }: { p: Props; seat: number }) {
  const n = duskNeeds(p, seat);
  if (!n) return null;
  const water = n.water ? Math.max(0, n.water.need - n.water.have) : 0;
  const food = n.food ? Math.max(0, n.food.need - n.food.have) : 0;
  const text =
    water >= food && water
      ? fill(WORDS.short, water, WORDS.water, water)
      : food
        ? fill(WORDS.short, food, WORDS.food, food)
        : WORDS.enough;
  const count = (k: number) => WORDS.numbers[k] ?? String(k);
  return (
    <Panel title={n.tomorrow ? WORDS.beforeTomorrow : WORDS.before}>
      <div class="td-need">
        {n.water && (
          <>
            <Icon name="water" />
            <span>{fill(WORDS.waterFor, count(n.water.need))}</span>
            <b class={water ? 'short' : ''}>{fill(WORDS.ofNeed, n.water.have, n.water.need)}</b>
          </>
        )}
        {n.food && (
          <>
            <Icon name="meat" />
            <span>{fill(WORDS.foodFor, count(n.food.need), n.day)}</span>
            <b class={food ? 'short' : ''}>{fill(WORDS.ofNeed, n.food.have, n.food.need)}</b>
          </>
        )}
        {n.food && n.food.raw > 0 && (
          <>
            <Icon name="fire" />
            <span>{WORDS.rawToo}</span>
            <b>+ {n.food.raw}</b>
          </>
        )}
        {n.fires.map((f) => (
          <>
            <Icon name="stick" />
            <span>{fill(WORDS.fireWood, f.fire)}</span>
            <b>{fill(WORDS.woodLeft, f.sticks + f.branches)}</b>
          </>
        ))}
      </div>
      <p class="td-said">{text}</p>
    </Panel>
  );
}

const daysWhere = (p: Props, test: (d: { food: number; rescue?: boolean }) => boolean): string => {
  const days = p.content.days.flatMap((d, i) => (test(d) ? [i + 1] : []));
  const even = days.length === Math.floor(p.content.days.length / 2) && days.every((d) => d % 2 === 0);
  return even ? WORDS.evenDays : fill(WORDS.daysList, days.length, days.join(', '));
};

function DayDemands({ p }: { p: Props }) {
  const left = (deck: string) =>
    p.content.cards.filter((c) => c.deck === deck).reduce((n, c) => n + (p.view.deck[c.id] ?? 0), 0);
  const rescue = p.content.rescuers.reduce((n, r) => n + (p.view.rescue[r.id] ?? 0), 0);
  return (
    <Panel title={WORDS.asksTitle}>
      <div class="td-need">
        <Icon name="ship" />
        <span>
          {fill(
            WORDS.rescuersOn,
            daysWhere(p, (d) => !!d.rescue),
          )}
        </span>
        <span />
        <Icon name="meat" />
        <span>
          {fill(
            WORDS.foodOn,
            daysWhere(p, (d) => !!d.food),
          )}
        </span>
        <span />
        {p.content.days.every((d) => d.water) && (
          <>
            <Icon name="water" />
            <span>{WORDS.waterDaily}</span>
            <span />
          </>
        )}
      </div>
      <h3 class="td-sub">{WORDS.decks}</h3>
      <div class="td-need">
        <Icon name="can" />
        <span>{WORDS.deckSupplies}</span>
        <b>{left('supplies')}</b>
        <Icon name="search" />
        <span>{WORDS.deckExplore}</span>
        <b>{left('explore')}</b>
        <Icon name="ship" />
        <span>{WORDS.deckRescue}</span>
        <b>{rescue}</b>
      </div>
    </Panel>
  );
}

// Permissions between players, as far as the viewer knows them.
function Permits({ p, seat }: { p: Props; seat: number }) {
  const rows: string[] = [];
  for (const [field, key] of [
    ['use_fire', 'permit-fire'],
    ['use_fruit', 'permit-fruit'],
    ['use_plant', 'permit-plants'],
    ['use_extra', 'permit-servings'],
  ] as const) {
    p.names.forEach((name, i) => {
      const other = i + 1;
      if (other === seat) return;
      if (p.view[field][i][String(seat)]) rows.push(wordsFor(p, `board.${key}`, name, 0));
      if (p.view[field][seat - 1][String(other)]) rows.push(wordsFor(p, `board.${key}`, name, 1));
    });
  }
  if (!rows.length) return null;
  return (
    <Panel title={WORDS.permits}>
      <ul class="td-rows">
        {rows.map((r) => (
          <li key={r}>
            <Icon name="trade" />
            <span>{r.charAt(0).toUpperCase() + r.slice(1)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function RescuePreview({ p }: { p: Props }) {
  const going = waitingRescuers(p).flatMap(({ berth, rescuer }) =>
    bidsFor(p, berth, rescuer).rows.filter((r) => r.place !== null),
  );
  return (
    <Panel title={WORDS.ifSo}>
      <ul class="td-rows">
        {going.map((r) => {
          const points = characterOf(p, r.character).points;
          return (
            <li key={r.character}>
              <PlayerToken seat={r.seat} size={18} />
              <span>{fill(WORDS.goes, characterName(p, r.character), points, points * p.content.rescue.times)}</span>
            </li>
          );
        })}
        {!going.length && <li>{WORDS.nobodyGoes}</li>}
      </ul>
      <p class="td-said dim">{WORDS.onlyTaken}</p>
    </Panel>
  );
}

function BattleSteps({ p }: { p: Props }) {
  const attack = frame(p.view, 'attack');
  const open = frame(p.view, 'battle') ?? frame(p.view, 'raid');
  const steps = attack ? WORDS.orderSteps : WORDS.orderOpen;
  const at = attack
    ? attack.arg[0]
    : p.view.ask === 'help' || p.view.ask === 'guard'
      ? 1
      : open && open.arg[3] && open.name === 'battle'
        ? 2
        : 0;
  return (
    <Panel title={WORDS.order}>
      <ol class="td-order">
        {steps.map((s, i) => (
          <li key={s} class={i < at ? 'done' : i === at ? 'now' : ''} aria-current={i === at ? 'step' : undefined}>
            <i>{i + 1}</i>
            <span>{s}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function DuskPanel({ p }: { p: Props }) {
  const unfed = p.names.map((_, i) => i + 1).filter((s) => p.view.island[s - 1].length && !p.view.dusked.includes(s));
  return (
    <Panel title={fill(WORDS.duskOf, p.view.day).replace(/^./, (c) => c.toUpperCase())}>
      <p class="td-said">{joinNames(unfed.map((s) => seatName(p, s)))}</p>
    </Panel>
  );
}

export function Side(p: Props) {
  const battle = frame(p.view, 'attack') ?? frame(p.view, 'battle') ?? frame(p.view, 'raid');
  return (
    <>
      {frame(p.view, 'bids') && <RescuePreview p={p} />}
      {battle && <BattleSteps p={p} />}
      {p.seat !== null && <NeedsPanel p={p} seat={p.seat} />}
      {p.seat === null && hour(p.view) === 'dusk' && <DuskPanel p={p} />}
      {p.seat !== null && <Permits p={p} seat={p.seat} />}
      {!battle && !frame(p.view, 'bids') && <DayDemands p={p} />}
    </>
  );
}
