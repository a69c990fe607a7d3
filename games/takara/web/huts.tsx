// The village on top: six huts, their visitors, and what can be done there.
import { Icon, PlayerToken } from '@/kit/ui';
import {
  HUTS,
  HUT_ICON,
  SPECIALISTS,
  SPECIALIST_ICON,
  WORDS,
  dayOf,
  hutOf,
  isHire,
  nameOf,
  say,
  specialistName,
  type Hut,
  type Props,
} from './model';

interface Visitor {
  seat: number;
  label?: string;
}

// The visitors of a hut: the day's adventurers by number; patients and recruits by letter.
function visitorsAt(p: Props, hut: Hut): Visitor[] {
  const { view } = p;
  const day = dayOf(p);
  const acts = day.acts.flatMap((a, i) => (a.hut === hut && !a.hurt ? [{ seat: a.seat, label: String(i + 1) }] : []));
  const each = (count: (seat: number) => number) =>
    p.names.flatMap((_, i) => Array.from({ length: count(i) }, () => ({ seat: i + 1 })));
  if (hut === 'hospital') return each((i) => view.hospital[i] + view.break_room[i]);
  if (hut === 'beach') return each((i) => (view.recruited[i] ? 0 : 1));
  if (hut === 'forge' && view.sword && typeof view.active === 'number') return [{ seat: view.active }];
  return acts;
}

function hutNote(p: Props, hut: Hut): string {
  const { view, content } = p;
  if (hut === 'forge') {
    return view.sword && typeof view.active === 'number'
      ? say(WORDS.swordOut, nameOf(p, view.active))
      : say(WORDS.swordHere, content.sword);
  }
  if (hut === 'counter') return say(WORDS.tokens, view.tokens);
  if (hut === 'dive') return say(WORDS.dive, content.dive);
  if (hut === 'hospital') return say(WORDS.hospital, content.team.hospital);
  if (hut === 'beach') {
    return view.recruited.slice(0, p.names.length).every(Boolean)
      ? WORDS.beachNone
      : say(WORDS.beach, content.team.recruit);
  }
  return say(WORDS.specialists, SPECIALISTS.filter((s) => !view.specialist.includes(s)).length);
}

export function Huts({ p, chosen, pick }: { p: Props; chosen: Hut | null; pick: (hut: Hut) => void }) {
  return (
    <div class="tk-huts" role="group" aria-label={WORDS.places}>
      {HUTS.map((hut) => {
        const moves = p.moves.filter((m) => hutOf(m) === hut);
        const kinds = [...new Set(moves.map((m) => m.kind))];
        const key = kinds.length === 1 ? p.moment.kinds.find((k) => k.kind === kinds[0])?.key : undefined;
        const may = moves.length > 0;
        const on = chosen === hut || (hut === 'harbor' && may && p.kind !== null && isHire(p.kind));
        const who = visitorsAt(p, hut);
        const words = hutNote(p, hut);
        const there = who.map((s) => nameOf(p, s.seat)).join(', ');
        const state = [may && 'may', on && 'on'].filter(Boolean).join(' ');
        const label = [WORDS[`hut.${hut}`], words, there, may && WORDS.mayGo].filter(Boolean).join(', ');
        const rest = [hut === 'harbor' && words, there, may && WORDS.mayGo]
          .filter(Boolean)
          .map((part) => `, ${part}`)
          .join('');
        return (
          <button
            key={hut}
            type="button"
            class={`tk-hut ${state}`}
            disabled={!may}
            tabIndex={may ? 0 : -1}
            title={label}
            aria-pressed={may ? on : undefined}
            onClick={() => pick(hut)}
          >
            <span class="pi">
              <Icon name={HUT_ICON[hut]} />
            </span>
            <b>{WORDS[`hut.${hut}`]}</b> {hut === 'harbor' ? <SpecialistSigns p={p} /> : <small>{words}</small>}
            {who.length > 0 && (
              <span class={`ts ${who.length > 2 ? 'many' : ''}`}>
                {who.map((s, i) => (
                  <PlayerToken key={i} seat={s.seat} label={s.label} size={p.size === 'phone' ? 20 : 24} />
                ))}
              </span>
            )}
            <span class="vh">{rest}</span>
            {key && !on && p.size !== 'phone' && <kbd aria-hidden="true">{key.toUpperCase()}</kbd>}
          </button>
        );
      })}
    </div>
  );
}

// The specialists at the Harbor, one icon each.
function SpecialistSigns({ p }: { p: Props }) {
  const here = SPECIALISTS.filter((s) => !p.view.specialist.includes(s));
  if (here.length === 0) return <small>{say(WORDS.specialists, 0)}</small>;
  return (
    <small class="tk-here">
      {here.map((s) => (
        <span key={s} title={specialistName(p, s)}>
          <Icon name={SPECIALIST_ICON[s]} />
        </span>
      ))}
    </small>
  );
}
