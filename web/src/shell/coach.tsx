// The card of advice in a first game: lies over the prompt, says one thing, and never stands in the way.
import type { Coach, Moment, Move } from '../protocol';
import { Panel } from '../ui';
import { t } from '../words';
import { RuleLink, Said } from './acts';
import './coach.css';

// The move that is advised now, if it can be made.
export const advisedMove = (moment: Moment | undefined): Move | undefined =>
  moment?.coach?.move ? moment.moves.find((m) => m.text === moment.coach!.move) : undefined;

// What was understood stays folded until the next advice.
export const coachKey = (coach: Coach): string => `${coach.step} ${coach.move ?? coach.say}`;

function Steps({ coach, last }: { coach: Coach; last: boolean }) {
  return (
    <span class="steps" role="img" aria-label={t('coach.step', coach.step, coach.of)}>
      {Array.from({ length: coach.of }, (_, i) => <i key={i} class={i + 1 < coach.step || last ? 'on' : i + 1 === coach.step ? 'now' : ''} />)}
    </span>
  );
}

export function CoachCard({ coach, move, game, folded, fold }: { coach: Coach; move: Move | undefined; game: string; folded: boolean; fold: (folded: boolean) => void }) {
  const watch = coach.say === '';
  const last = coach.move === null && !watch;
  if (last && folded) return null;
  return (
    <section class={`coach ${folded ? 'folded' : ''} ${last ? 'last' : ''}`} aria-label={t('learn')}>
      <p class="cap"><span>{t('learn')}</span><span class="num">{t('coach.step', coach.step, coach.of)}</span></p>
      {!folded && (
        <div class="words" aria-live="polite">
          <h3>{watch ? t('coach.watch') : move ? `${move.label}.` : t('coach.done')}</h3>
          {!watch && <p><Said text={coach.say} /></p>}
        </div>
      )}
      <div class="row">
        <Steps coach={coach} last={last} />
        {!folded && <RuleLink game={game} rule={coach.rule} />}
        {!watch && <button type="button" class="btn small" aria-expanded={last ? undefined : !folded} onClick={() => fold(!folded)}>{t(folded ? 'coach.again' : 'coach.got-it')}</button>}
      </div>
    </section>
  );
}

// Beside the board, where there is room.
export function CoachNote({ coach }: { coach: Coach }) {
  return <Panel title={t('coach.title')} class="coach-note"><p>{t('coach.note', coach.of)}</p></Panel>;
}
