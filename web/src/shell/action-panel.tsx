// The panel of what one is asked and may do: prompt, alarms, actions, hint, refusal, kept move; after the end the result.
import { useEffect, useRef } from 'preact/hooks';
import type { BoardProps, GameBoard } from '../kit/board';
import type { Move } from '../kit/protocol';
import { Icon } from '../kit/ui';
import { t } from '../kit/words';
import { Acts, Ask, HintBox, Said, Toast } from './actions';
import { Ended } from './game-over';
import type { HotSeat } from './hotseat';
import type { Moves } from './moves';
import type { Room, RoomState } from './table-session';

interface ActPanelProps {
  props: BoardProps;
  board: GameBoard;
  room: Room;
  state: RoomState;
  hot: HotSeat;
  moves: Moves;
  live: boolean;
  up: boolean;
  round: string;
  doorPath: string;
  keys: () => void;
  advised?: Move; // in a first game
}

function Tools({ moves, live, props: { moment } }: Pick<ActPanelProps, 'moves' | 'live' | 'props'>) {
  return (
    <>
      <button type="button" class="btn small" disabled={!live || !moment.can_undo} onClick={moves.undo}>
        <Icon name="undo" />
        <span>{t('undo')}</span>
      </button>
      <button
        type="button"
        class="btn quiet small"
        disabled={!live || !moment.moves.length || moves.hint === 'asked'}
        onClick={moves.askHint}
      >
        <Icon name="hint" />
        <span>{t(moves.hint === 'asked' ? 'hint.thinks' : 'hint')}</span>
      </button>
    </>
  );
}

function Prompt(panel: ActPanelProps) {
  const {
    props: { moment, size, seat, table },
    up,
    round,
  } = panel;
  const yours = seat !== null && moment.to_act.includes(seat) && !table.seats[seat - 1].bot;
  return (
    <div class="prompt" aria-live="polite">
      <Icon
        name={!up ? 'clock' : yours ? 'flare' : seat ? 'clock' : 'eye'}
        class={`ic flare ${yours && up ? 'lit' : 'quiet'}`}
        key={`${yours}`}
      />
      <h2 class={moment.prompt.length > 80 ? 'long' : ''}>{up ? <Said text={moment.prompt} /> : t('prompt.lost')}</h2>
      {up && moment.note && size !== 'phone' && (
        <p>
          <Said text={moment.note} />
        </p>
      )}
      {!up && <p>{t('prompt.lost.note', round)}</p>}
      {size === 'phone' && up && seat !== null && (
        <span class="prompt-tools">
          <Tools {...panel} />
        </span>
      )}
    </div>
  );
}

// A strip of sentences over the actions: what must not be overlooked, or what else is open.
function Strip({ icon, lines, quiet = false }: { icon: string; lines: string[]; quiet?: boolean }) {
  if (!lines.length) return null;
  return (
    <div class={`alarm ${quiet ? 'quiet' : ''}`} role="status">
      <Icon name={icon} />
      <div>
        {lines.map((s, i) => (
          <p key={i}>
            <Said text={s} />
          </p>
        ))}
      </div>
    </div>
  );
}

function Playing(panel: ActPanelProps) {
  const { props, board, room, state, hot, moves, live, up } = panel;
  const { table, moment, size, seat, names } = props;
  // Waiting for somebody who has gone: the host need not.
  const away =
    table.host && up
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
          <button type="button" class="btn" onClick={() => void room.ask('hand-over', { seat: away })}>
            <Icon name="bot" />
            {t('away.bot', names[away - 1])}
          </button>
        </div>
      )}
      {hot.next !== undefined && hot.secret && (
        <div class="handon">
          <p>{t('curtain.next', names[hot.next - 1])}</p>
          <button type="button" class="btn go" onClick={() => hot.hang(hot.next!)}>
            {t('curtain.hand', names[hot.next - 1])}
          </button>
        </div>
      )}
      {seat !== null && table.seats[seat - 1].bot && (
        <div class="handon">
          <p>{t('seat.bot-plays-yours')}</p>
          <button type="button" class="btn go" onClick={() => void room.ask('come-back', { seat })}>
            {t('seat.come-back')}
          </button>
        </div>
      )}
      {moves.asked ? (
        <Ask asked={moves.asked} yes={() => moves.send(moves.asked!.moves)} no={moves.dismiss} />
      ) : (
        <div class="actscroll">
          <Acts
            moment={moment}
            board={board}
            game={table.game}
            size={size}
            kind={moves.kind}
            live={live}
            choose={moves.choose}
            play={moves.play}
            advised={panel.advised}
          />
        </div>
      )}
      {moves.hint && moves.hint !== 'asked' && <HintBox hint={moves.hint} close={moves.closeHint} play={playText} />}
      {state.refusal && <Toast refusal={state.refusal} game={table.game} clear={() => room.clear()} />}
      {state.outbox.length > 0 && !up && (
        <p class="outbox">
          <Icon name="lock" />
          <span>
            <b>{t('kept')}</b> {t('kept.text', state.outbox[0].label)}
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

export function ActPanel(panel: ActPanelProps) {
  const {
    props: { table, moment, names },
    room,
    moves,
    doorPath,
  } = panel;
  const box = useRef<HTMLElement>(null);
  const inside = useRef(false); // whether the focus was here last
  useEffect(() => {
    const note = (e: FocusEvent) => (inside.current = box.current?.contains(e.target as Node) ?? false);
    addEventListener('focusin', note);
    return () => removeEventListener('focusin', note);
  }, []);
  // What had the focus may be gone with the move: the next Tab goes on from the actions, not from the top.
  useEffect(() => {
    if (inside.current && document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, [moment.version, moves.asked, moves.kind]);
  return (
    <section class="panel p-act" aria-label={t('actions')} ref={box} tabIndex={-1}>
      {moment.over ? (
        <Ended table={table} moment={moment} room={room} doorPath={doorPath} names={names} />
      ) : (
        <Playing {...panel} />
      )}
    </section>
  );
}
