// The action panel: prompt, alarms, actions, hint, refusal and queued move; after the end, the result.
import { useEffect, useRef } from 'preact/hooks';
import type { BoardProps, GameBoard } from '../kit/board';
import type { Move } from '../kit/protocol';
import { Icon } from '../kit/ui';
import { t } from '../kit/words';
import { ActionList, ConfirmBox, HintBox, Sentence, Toast } from './actions';
import { GameOver } from './game-over';
import type { HotSeat } from './hotseat';
import type { MoveControls } from './moves';
import type { TableSession, TableSessionState } from './table-session';

interface ActionPanelProps {
  props: BoardProps;
  board: GameBoard;
  session: TableSession;
  state: TableSessionState;
  hotSeat: HotSeat;
  moves: MoveControls;
  canPlay: boolean;
  online: boolean;
  round: string;
  tablePath: string;
  keys: () => void;
  tipMove?: Move; // the move that a walkthrough suggests
}

function Tools({ moves, canPlay, props: { moment } }: Pick<ActionPanelProps, 'moves' | 'canPlay' | 'props'>) {
  return (
    <>
      <button type="button" class="btn small" disabled={!canPlay || !moment.can_undo} onClick={moves.undo}>
        <Icon name="undo" />
        <span>{t('undo')}</span>
      </button>
      <button
        type="button"
        class="btn quiet small"
        disabled={!canPlay || !moment.moves.length || moves.hint === 'pending'}
        onClick={moves.requestHint}
      >
        <Icon name="hint" />
        <span>{t(moves.hint === 'pending' ? 'hint.thinks' : 'hint')}</span>
      </button>
    </>
  );
}

function Prompt(panel: ActionPanelProps) {
  const {
    props: { moment, size, seat, table },
    online,
    round,
  } = panel;
  const yours = seat !== null && moment.to_act.includes(seat) && !table.seats[seat - 1].bot;
  return (
    <div class="prompt" aria-live="polite">
      <Icon
        name={!online ? 'clock' : yours ? 'flare' : seat ? 'clock' : 'eye'}
        class={`ic flare ${yours && online ? 'lit' : 'quiet'}`}
        key={`${yours}`}
      />
      <h2 class={moment.prompt.length > 80 ? 'long' : ''}>
        {online ? <Sentence text={moment.prompt} /> : t('prompt.lost')}
      </h2>
      {online && moment.note && size !== 'phone' && (
        <p>
          <Sentence text={moment.note} />
        </p>
      )}
      {!online && <p>{t('prompt.lost.note', round)}</p>}
      {size === 'phone' && online && seat !== null && (
        <span class="prompt-tools">
          <Tools {...panel} />
        </span>
      )}
    </div>
  );
}

// A strip of sentences above the actions: warnings, or asides that are open.
function Strip({ icon, lines, quiet = false }: { icon: string; lines: string[]; quiet?: boolean }) {
  if (!lines.length) return null;
  return (
    <div class={`alarm ${quiet ? 'quiet' : ''}`} role="status">
      <Icon name={icon} />
      <div>
        {lines.map((s, i) => (
          <p key={i}>
            <Sentence text={s} />
          </p>
        ))}
      </div>
    </div>
  );
}

function Playing(panel: ActionPanelProps) {
  const { props, board, session, state, hotSeat, moves, canPlay, online } = panel;
  const { table, moment, size, seat, names } = props;
  // The owner need not wait for a player who has gone: they may hand the seat to a bot.
  const away =
    table.host && online
      ? moment.to_act.find((s) => {
          const at = table.seats[s - 1];
          return at.who === 'person' && !at.you && !at.connected && !at.bot;
        })
      : undefined;
  const playText = (text: string) => {
    const move = moment.moves.find((m) => m.text === text);
    if (move) moves.play(move);
  };
  return (
    <>
      <Prompt {...panel} />
      <Strip icon="bell" lines={moment.alarm} />
      {size === 'phone' && <Strip icon="trade" lines={moment.asides} quiet />}
      {away !== undefined && (
        <div class="handon">
          <p>{t('away.waits', names[away - 1])}</p>
          <button type="button" class="btn" onClick={() => void session.request('hand-over', { seat: away })}>
            <Icon name="bot" />
            {t('away.bot', names[away - 1])}
          </button>
        </div>
      )}
      {hotSeat.next !== undefined && hotSeat.needsCurtain && (
        <div class="handon">
          <p>{t('curtain.next', names[hotSeat.next - 1])}</p>
          <button type="button" class="btn go" onClick={() => hotSeat.showCurtain(hotSeat.next!)}>
            {t('curtain.hand', names[hotSeat.next - 1])}
          </button>
        </div>
      )}
      {seat !== null && table.seats[seat - 1].bot && (
        <div class="handon">
          <p>{t('seat.bot-plays-yours')}</p>
          <button type="button" class="btn go" onClick={() => void session.request('come-back', { seat })}>
            {t('seat.come-back')}
          </button>
        </div>
      )}
      {moves.confirmation ? (
        <ConfirmBox
          confirmation={moves.confirmation}
          yes={() => moves.send(moves.confirmation!.moves)}
          no={moves.dismiss}
        />
      ) : (
        <div class="actscroll">
          <ActionList
            moment={moment}
            board={board}
            game={table.game}
            size={size}
            kind={moves.kind}
            canPlay={canPlay}
            choose={moves.choose}
            play={moves.play}
            tipMove={panel.tipMove}
          />
        </div>
      )}
      {moves.hint && moves.hint !== 'pending' && <HintBox hint={moves.hint} close={moves.closeHint} play={playText} />}
      {state.refusal && <Toast refusal={state.refusal} game={table.game} clear={() => session.clearRefusal()} />}
      {state.queuedMoves.length > 0 && !online && (
        <p class="outbox">
          <Icon name="lock" />
          <span>
            <b>{t('kept')}</b> {t('kept.text', state.queuedMoves[0].label)}
          </span>
        </p>
      )}
      {size !== 'phone' && seat !== null && (
        <div class="foot">
          <Tools {...panel} />
          <span class="sp" />
          <button type="button" class="plain keys-tip" onClick={panel.keys}>
            {t('keys.press')} <kbd>?</kbd> {t('keys.for')}
          </button>
        </div>
      )}
    </>
  );
}

export function ActionPanel(panel: ActionPanelProps) {
  const {
    props: { table, moment, names },
    session,
    moves,
    tablePath,
  } = panel;
  const box = useRef<HTMLElement>(null);
  const inside = useRef(false); // whether the focus was last in this panel
  useEffect(() => {
    const note = (e: FocusEvent) => (inside.current = box.current?.contains(e.target as Node) ?? false);
    addEventListener('focusin', note);
    return () => removeEventListener('focusin', note);
  }, []);
  // The focused button may disappear with the move. Keep the focus in the panel, so that Tab does not start at the
  // top of the page.
  useEffect(() => {
    if (inside.current && document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, [moment.version, moves.confirmation, moves.kind]);
  return (
    <section class="panel p-act" aria-label={t('actions')} ref={box} tabIndex={-1}>
      {moment.over ? (
        <GameOver table={table} moment={moment} session={session} tablePath={tablePath} names={names} />
      ) : (
        <Playing {...panel} />
      )}
    </section>
  );
}
