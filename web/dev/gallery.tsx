// Draws a single board from moments saved by tools/fixtures.mjs, without a server or the shell.
import { render } from 'preact';
import { useState } from 'preact/hooks';
import type { BoardProps, GameBoard, Size } from '../src/kit/board';
import type { Moment, Move, Table } from '../src/kit/protocol';
import { addIcons } from '../src/kit/sprites';
import board from 'virtual-board';
import '../src/styles/tokens.css';
import '../src/styles/components.css';

interface Fixture {
  game: string;
  names: string[];
  content: unknown;
  words: Record<string, string>;
  moments: { step: number; moment: Moment; before: unknown }[];
}

declare global {
  interface Window {
    fixture: Fixture;
    at: number;
    played: Move[];
    show: (at: number, kind: string | null) => void;
  }
}

function Gallery() {
  const game = board as GameBoard;
  const [[at, kind], set] = useState<[number, string | null]>([0, null]);
  window.show = (a, k) => set([a, k]);
  const { names, content, words, moments } = window.fixture;
  const { moment } = moments[Math.min(at, moments.length - 1)];
  const width = innerWidth;
  const size: Size = width < 700 ? 'phone' : width < 1280 ? 'tablet' : 'desktop';
  const table = {
    name: 'Storm Petrel',
    game: game.id,
    title: game.id,
    options: {},
    phase: 'playing',
    seats: names.map((name, i) => ({ seat: i + 1, name, who: 'person', you: i + 1 === moment.seat })),
  } as unknown as Table;
  const props: BoardProps = {
    table,
    moment,
    view: moment.view,
    previousView: null,
    events: [],
    content,
    words,
    seat: moment.seat,
    names,
    size,
    kind,
    moves: kind ? moment.moves.filter((m) => m.kind === kind) : moment.moves,
    play: (m) => {
      window.played = Array.isArray(m) ? m : [m];
    },
    choose: (k) => set([at, k]),
    look: () => {},
    reducedMotion: true,
  };
  const phases = game.phases?.(props);
  const side = game.Side && <game.Side {...props} />;
  const middle = (
    <>
      <div class="chart">
        <div class="sheet">
          <game.Board {...props} />
        </div>
      </div>
      {phases && (
        <p class="sm">{phases.steps.map((s, i) => (i === phases.current ? `[${s.title}]` : s.title)).join(' · ')}</p>
      )}
      {game.Hand && <game.Hand {...props} />}
    </>
  );
  const prompt = (
    <section class="panel" style="padding:12px">
      <p class="serif">{moment.prompt}</p>
      <p class="sm dim">{moment.note}</p>
      <ul>
        {moment.kinds
          .filter((k) => k.open)
          .map((k) => (
            <li key={k.kind}>
              <button onClick={() => set([at, k.kind])}>{k.group}</button>
            </li>
          ))}
      </ul>
      <p class="xs dim">
        {names
          .map(
            (n, i) =>
              `${n}: ${game
                .captions(props, i + 1)
                .map((f) => f.text)
                .join(', ')}`,
          )
          .join(' | ')}
      </p>
    </section>
  );
  if (size === 'phone') {
    return (
      <main style="display:flex;flex-direction:column;height:100dvh">
        <div style="flex:1;min-height:0;display:flex">{<game.Board {...props} />}</div>
        {prompt}
      </main>
    );
  }
  if (size === 'tablet') {
    return (
      <main style="padding:12px;display:flex;flex-direction:column;gap:12px">
        <div style="height:760px;display:flex;flex-direction:column;gap:12px">{middle}</div>
        {side}
        {prompt}
      </main>
    );
  }
  return (
    <main class="table">
      <div class="left">{side}</div>
      <div class="mid">{middle}</div>
      <div class="right">{prompt}</div>
    </main>
  );
}

addIcons();
const root = document.createElement('div');
document.body.append(root);
render(<Gallery />, root);
