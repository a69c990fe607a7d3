// /t/KEY and /w/KEY: a table from the gathering to the end. /c/CODE finds the table behind a spoken code.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Bar, LostStrip, NameTool, ThemeTool } from '../shell/bar';
import { loadKit, type Kit } from '../shell/boards';
import { Game } from '../shell/game';
import { Gathering } from '../shell/waiting-room';
import { JoinForm } from '../shell/join';
import { link } from '../shell/connection';
import { Motion } from '../shell/motion';
import { canNotify } from '../shell/menus';
import { prefs } from '../shell/prefs';
import { Room, mine, type Door } from '../shell/table-session';
import { go } from '../shell/router';
import { play } from '../shell/sound';
import { useStore } from '../shell/store';
import { Stuck } from '../shell/table-stuck';
import { Trouble, Wait } from '../kit/ui';
import { t } from '../kit/words';

export default function TablePage({ door }: { door: Door }) {
  const key = JSON.stringify(door);
  return <OneTable key={key} door={door} />;
}

function OneTable({ door }: { door: Door }) {
  const motion = useMemo(
    () =>
      new Motion((events) => {
        if (events.length) play(events.some((e) => /roll|dice|die|threw|thrown/.test(e.event)) ? 'dice' : 'move');
      }),
    [],
  );
  const room = useMemo(
    () =>
      new Room(link, door, (moment, fresh) => {
        const now = motion.shown.value;
        if (fresh) {
          if (!now || now.moment.seat === moment.seat) motion.show(moment);
        } else if (!now || now.moment.seat === moment.seat) motion.add(moment);
      }),
    [],
  );
  useEffect(() => {
    room.plays();
    return () => {
      room.leave();
      motion.stop();
    };
  }, []);
  const state = useStore(room.state);
  const { table } = state;

  // A code leads to the table; its address is the one to keep.
  useEffect(() => {
    if ('code' in door && table?.key) go(`/t/${table.key}`, true);
  }, [table?.key]);
  useEffect(() => {
    if (table?.game) prefs.update({ last: table.game });
  }, [table?.game]);
  useTurnCall(room);
  useEffect(() => {
    if (table?.phase === 'gathering') document.title = t('title.table', table.title, table.name);
  }, [table?.phase]);

  const [kit, setKit] = useState<Kit | null>(null);
  const [failed, fail] = useState(false);
  const [again, tryAgain] = useState(0);
  useEffect(() => {
    if (!table) return;
    fail(false);
    loadKit(table.game, table.content).then(setKit, () => fail(true));
  }, [table?.game, table?.content, again]);

  const frame = (body: ComponentChildren) => (
    <div class="page">
      <Bar title={table?.title ?? t('table')} note={table?.name}>
        <ThemeTool />
        <NameTool />
      </Bar>
      <LostStrip />
      <main tabIndex={-1} class="wrap">
        {body}
      </main>
    </div>
  );
  const lone = (title: string, text: string, more?: ComponentChildren) => (
    <div class="lone">
      <h1>{title}</h1>
      <p>{text}</p>
      {more}
      <a class="btn" href="/">
        {t('to-lobby')}
      </a>
    </div>
  );
  if ((state.phase === 'gone' || state.phase === 'failed') && 'code' in door) {
    return frame(
      lone(
        t(state.phase === 'gone' ? 'code.title' : 'failed.title', door.code),
        state.phase === 'gone' ? t('code.text') : state.why,
        <section class="panel">
          <JoinForm title={t('code.again')} tried={door.code} again={() => room.playHere()} />
        </section>,
      ),
    );
  }
  if (state.phase === 'gone') return frame(lone(t('gone.title'), state.why || t('gone.text')));
  if (state.phase === 'failed') {
    return frame(<Trouble title={t('failed.title')} text={state.why} again={() => room.playHere()} />);
  }
  if (!table) return frame(<Wait text={t('table.opening')} />);
  if (table.phase === 'stuck') return frame(<Stuck table={table} state={state} kit={kit} />);
  if (table.phase === 'closed') return frame(lone(t('closed.title'), table.why));
  const doorPath = 'watch' in door ? `/w/${door.watch}` : `/t/${table.key}`;
  if (table.phase === 'gathering') return frame(<Gathering table={table} room={room} state={state} />);
  if (failed) {
    return frame(<Trouble title={t('failed.title')} text={t('failed.kit')} again={() => tryAgain(again + 1)} />);
  }
  if (!kit || !Object.keys(state.moments).length) return frame(<Wait text={t('table.laying')} />);
  return <Game room={room} kit={kit} motion={motion} table={table} state={state} doorPath={doorPath} />;
}

// When it becomes one's turn: a sound, and a notification if nobody looks.
function useTurnCall(room: Room): void {
  const state = useStore(room.state);
  const was = useRef<boolean | null>(null);
  const over = useRef<boolean | null>(null);
  const seats = mine(state.table);
  const moment = Object.values(state.moments)[0];
  const turn = Boolean(
    moment && !moment.over && seats.some((s) => moment.to_act.includes(s) && !state.table!.seats[s - 1].bot),
  );
  useEffect(() => {
    if (!moment) return;
    if (was.current === false && turn) {
      play('turn');
      if (
        document.visibilityState === 'hidden' &&
        prefs.value.notify &&
        canNotify() &&
        Notification.permission === 'granted'
      ) {
        new Notification(t('title.turn', state.table!.title), {
          body: moment.prompt,
          icon: '/assets/icon.svg',
          tag: 'skerry',
        });
      }
    }
    was.current = turn;
    if (over.current === false && moment.over) play('end');
    over.current = moment.over;
  }, [turn, moment?.over]);
}
