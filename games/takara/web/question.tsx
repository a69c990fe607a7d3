// The popup over the board: what to do at a chosen place, or with a find.
import { useEffect, useRef } from 'preact/hooks';
import type { Move } from '@/kit/protocol';
import { Icon } from '@/kit/ui';
import type { Geometry } from './geometry';
import {
  WORDS,
  chestLong,
  hutOf,
  isHire,
  kindLong,
  moveIcon,
  needsTile,
  say,
  siteKey,
  siteOf,
  HUTS,
  type Hut,
  type Props,
} from './model';

export interface Selection {
  site: number | null;
  tile: number | null;
  hut: Hut | null;
}

interface Choice {
  key: string;
  icon: string;
  label: string;
  note: string;
  act: () => void;
}

const choiceOf = (move: Move): Omit<Choice, 'act' | 'label'> => ({
  key: move.text,
  icon: moveIcon(move),
  note: move.gain ?? '',
});

// One line per kind of move at a site. A kind that needs a further choice is only selected.
function choices(p: Props, moves: Move[], place: 'site' | 'hut'): Choice[] {
  const group = (kind: string) => p.moment.kinds.find((k) => k.kind === kind)?.group ?? kind;
  const out: Choice[] = [];
  for (const kind of new Set(moves.map((m) => m.kind))) {
    const of = moves.filter((m) => m.kind === kind);
    if (needsTile(kind) || (place === 'hut' && isHire(kind))) {
      out.push({ ...choiceOf(of[0]), key: kind, label: group(kind), act: () => p.choose(kind) });
    } else {
      for (const m of of) {
        out.push({ ...choiceOf(m), label: place === 'site' ? group(kind) : m.label, act: () => p.play(m) });
      }
    }
  }
  return out;
}

export function Question({ p, g, pick, close }: { p: Props; g: Geometry; pick: Selection | null; close: () => void }) {
  const answers = p.moves.filter((m) => ['on', 'turn', 'keep', 'cash'].includes(m.kind));
  if (answers.length > 0) return g.narrow ? null : <ShownTiles p={p} g={g} moves={answers} />;
  if (!pick) return null;
  if (pick.hut) {
    const moves = p.moves.filter((m) => hutOf(m) === pick.hut);
    const at = HUTS.indexOf(pick.hut);
    return (
      <Popup
        p={p}
        g={g}
        title={WORDS[`hut.${pick.hut}`]}
        list={choices(p, moves, 'hut')}
        x={((at + 0.5) * g.w) / 6}
        y={4}
        below
        close={close}
      />
    );
  }
  const site = pick.site ?? 1;
  const tile = pick.tile ?? p.view.top[siteKey(site)] + 1;
  const moves = p.moves.filter((m) => siteOf(m) === site && (pick.tile === null || Number(m.args.tile) === pick.tile));
  const list =
    pick.tile === null
      ? choices(p, moves, 'site')
      : moves.map((m) => ({ ...choiceOf(m), label: m.label, act: () => p.play(m) }));
  return (
    <Popup
      p={p}
      g={g}
      title={say(WORDS.whatHere, site)}
      list={list}
      site={site}
      x={g.cx(site)}
      y={g.y(tile)}
      close={close}
    />
  );
}

interface PopupProps {
  p: Props;
  g: Geometry;
  title: string;
  list: Choice[];
  x: number;
  y: number;
  site?: number;
  below?: boolean;
  close?: () => void;
}

const WIDE = 212;

// Beside the shaft or below the hut; on phones across the whole width, above or below the tile.
function popupPosition({ g, x, y, site, below, list }: PopupProps): Record<string, string> {
  const tall = list.length * 46 + 40;
  if (g.narrow && !below) {
    const under = y + g.step + 8;
    return under + tall * 0.62 < g.h
      ? { left: '8px', right: '8px', top: `${under}px` }
      : { left: '8px', right: '8px', bottom: `${Math.max(4, g.h - y + 8)}px` };
  }
  if (g.narrow) return { left: '8px', right: '8px', top: `${y}px` };
  const left = below ? x - WIDE / 2 : site !== undefined && site > 3 ? x - g.pitch / 2 - WIDE - 8 : x + g.pitch / 2 + 8;
  const top = below ? y : Math.min(y - 14, g.h - tall - 8);
  return { left: `${Math.max(6, Math.min(g.w - WIDE - 6, left))}px`, top: `${Math.max(6, top)}px`, width: `${WIDE}px` };
}

function Popup(props: PopupProps) {
  const { title, list, close, g } = props;
  const first = useRef<HTMLButtonElement>(null);
  // Keyboard users continue in the popup; pointer users keep their focus.
  useEffect(() => {
    if (close && document.activeElement?.matches(':focus-visible')) first.current?.focus({ preventScroll: true });
  }, [title, list.length]);
  return (
    <div class={`tk-ask ${g.narrow ? 'flat' : ''}`} role="group" aria-label={title} style={popupPosition(props)}>
      <header>
        <h3>{title}</h3>
        {close && (
          <button type="button" class="tk-close" aria-label={WORDS.close} title={WORDS.close} onClick={close}>
            <Icon name="x" />
          </button>
        )}
      </header>
      <ul>
        {list.map((c, i) => (
          <li key={c.key}>
            <button type="button" ref={i === 0 ? first : undefined} onClick={c.act}>
              <span class="bx">
                <Icon name={c.icon} />
              </span>
              <span>
                <b>{c.label}</b>
                {c.note && <small>{c.note}</small>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

// The tiles that a view or a chest has shown, and what to do with them.
function ShownTiles({ p, g, moves }: { p: Props; g: Geometry; moves: Move[] }) {
  const { view } = p;
  const list = moves.map((m) => ({ ...choiceOf(m), label: m.label, act: () => p.play(m) }));
  const site = view.site === 'none' ? 3 : Number(view.site);
  const tile = view.at + 1;
  if (view.phase === 'map') {
    return (
      <Popup
        p={p}
        g={g}
        title={view.chest === 'none' ? '' : chestLong(p, view.chest)}
        list={list}
        site={site}
        x={g.cx(site)}
        y={g.y(Math.max(1, tile))}
      />
    );
  }
  const kind = view.kind[site - 1]?.[String(tile) as '1'];
  const known = kind && kind !== 'none';
  return (
    <Popup
      p={p}
      g={g}
      title={known ? kindLong(p, kind) : say(WORDS.whatHere, site)}
      list={list}
      site={site}
      x={g.cx(site)}
      y={g.y(tile)}
    />
  );
}
