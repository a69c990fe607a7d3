// The walkthrough's tip: a card above the prompt that never blocks play.
import { useState } from 'preact/hooks';
import type { Coach, Moment, Move } from '../kit/protocol';
import { Panel } from '../kit/ui';
import { t } from '../kit/words';
import { RuleLink, Sentence } from './actions';
import './tip.css';

// Identifies a tip. A tip that was understood stays folded until the next one.
const tipKey = (coach: Coach): string => `${coach.step} ${coach.move ?? coach.say}`;

export interface Tip {
  coach: Coach;
  move: Move | undefined; // the suggested move, if it can be played
  folded: boolean;
  fold: (folded: boolean) => void;
}

export function useTip(moment: Moment | undefined): Tip | null {
  const [understood, setUnderstood] = useState('');
  const coach = moment?.coach;
  if (!coach) return null;
  const key = tipKey(coach);
  return {
    coach,
    move: moment.moves.find((m) => m.text === coach.move),
    folded: understood === key,
    fold: (folded) => setUnderstood(folded ? key : ''),
  };
}

// The suggested move is highlighted alone. The others stay in the list, and on the board once the tip is folded.
export const activeTipMove = (tip: Tip | null): Move | undefined => (tip && !tip.folded ? tip.move : undefined);

function Steps({ coach, last }: { coach: Coach; last: boolean }) {
  return (
    <span class="steps" role="img" aria-label={t('coach.step', coach.step, coach.of)}>
      {Array.from({ length: coach.of }, (_, i) => (
        <i key={i} class={i + 1 < coach.step || last ? 'on' : i + 1 === coach.step ? 'now' : ''} />
      ))}
    </span>
  );
}

export function TipCard({ tip: { coach, move, folded, fold }, game }: { tip: Tip; game: string }) {
  const watch = coach.say === '';
  const last = coach.move === null && !watch;
  if (last && folded) return null;
  const toggle = () => {
    fold(!folded);
    if (last) document.querySelector<HTMLElement>('.p-act')?.focus({ preventScroll: true }); // the card disappears
  };
  return (
    <section class={`coach ${folded ? 'folded' : ''} ${last ? 'last' : ''}`} aria-label={t('learn')}>
      <p class="cap">
        <span>{t('learn')}</span>
        <span class="num">{t('coach.step', coach.step, coach.of)}</span>
      </p>
      {!folded && (
        <div class="words" aria-live="polite">
          <h3>{watch ? t('coach.watch') : move ? `${move.label}.` : t('coach.done')}</h3>
          {!watch && (
            <p>
              <Sentence text={coach.say} />
            </p>
          )}
        </div>
      )}
      <div class="row">
        <Steps coach={coach} last={last && coach.step === coach.of} />
        {!folded && <RuleLink game={game} rule={coach.rule} />}
        {!watch && (
          <button type="button" class="btn small" aria-expanded={last ? undefined : !folded} onClick={toggle}>
            {t(folded ? 'coach.again' : 'coach.got-it')}
          </button>
        )}
      </div>
    </section>
  );
}

// A note beside the board, on wide screens.
export function TipNote({ of, restart }: { of: number; restart: string }) {
  return (
    <Panel title={t('coach.title')} class="coach-note">
      <p>
        {t('coach.note', of)} <a href={restart}>{t('coach.anew')}</a>
      </p>
    </Panel>
  );
}
