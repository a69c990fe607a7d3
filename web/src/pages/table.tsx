// /t/KEY and /w/KEY: a table from the waiting room to the end. /c/CODE finds a table by its spoken code.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Bar, OfflineStrip, NameTool, ThemeTool } from '../shell/bar';
import { loadGameAssets, type GameAssets } from '../shell/boards';
import { Game } from '../shell/game';
import { WaitingRoom } from '../shell/waiting-room';
import { JoinForm } from '../shell/join';
import { link } from '../shell/connection';
import { AnimationQueue } from '../shell/motion';
import { canNotify } from '../shell/menus';
import { prefs } from '../shell/prefs';
import { TableSession, ownSeats, type TableAddress } from '../shell/table-session';
import { navigate } from '../shell/router';
import { play } from '../shell/sound';
import { useStore } from '../shell/store';
import { TableStuck } from '../shell/table-stuck';
import { ErrorBox, Loading } from '../kit/ui';
import { t } from '../kit/words';

export default function TablePage({ address }: { address: TableAddress }) {
  const key = JSON.stringify(address);
  return <TableView key={key} address={address} />;
}

function TableView({ address }: { address: TableAddress }) {
  const animations = useMemo(
    () =>
      new AnimationQueue((events) => {
        if (events.length) play(events.some((e) => /roll|dice|die|threw|thrown/.test(e.event)) ? 'dice' : 'move');
      }),
    [],
  );
  const session = useMemo(
    () =>
      new TableSession(link, address, (moment, fresh) => {
        const now = animations.shown.value;
        if (fresh) {
          if (!now || now.moment.seat === moment.seat) animations.show(moment);
        } else if (!now || now.moment.seat === moment.seat) animations.add(moment);
      }),
    [],
  );
  useEffect(() => {
    session.claimTab();
    return () => {
      session.close();
      animations.stop();
    };
  }, []);
  const state = useStore(session.state);
  const { table } = state;

  // Replaces the code's address by the table's own, which stays valid.
  useEffect(() => {
    if ('code' in address && table?.key) navigate(`/t/${table.key}`, true);
  }, [table?.key]);
  useEffect(() => {
    if (table?.game) prefs.update({ last: table.game });
  }, [table?.game]);
  useTurnAlerts(session);
  useEffect(() => {
    if (table?.phase === 'gathering') document.title = t('title.table', table.title, table.name);
  }, [table?.phase]);

  const [assets, setAssets] = useState<GameAssets | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!table) return;
    setFailed(false);
    loadGameAssets(table.game, table.content).then(setAssets, () => setFailed(true));
  }, [table?.game, table?.content, attempt]);

  const frame = (body: ComponentChildren) => (
    <div class="page">
      <Bar title={table?.title ?? t('table')} note={table?.name}>
        <ThemeTool />
        <NameTool />
      </Bar>
      <OfflineStrip />
      <main tabIndex={-1} class="wrap">
        {body}
      </main>
    </div>
  );
  const message = (title: string, text: string, more?: ComponentChildren) => (
    <div class="lone">
      <h1>{title}</h1>
      <p>{text}</p>
      {more}
      <a class="btn" href="/">
        {t('to-lobby')}
      </a>
    </div>
  );
  if ((state.phase === 'gone' || state.phase === 'failed') && 'code' in address) {
    return frame(
      message(
        t(state.phase === 'gone' ? 'code.title' : 'failed.title', address.code),
        state.phase === 'gone' ? t('code.text') : state.why,
        <section class="panel">
          <JoinForm title={t('code.again')} tried={address.code} retry={() => session.playHere()} />
        </section>,
      ),
    );
  }
  if (state.phase === 'gone') return frame(message(t('gone.title'), state.why || t('gone.text')));
  if (state.phase === 'failed') {
    return frame(<ErrorBox title={t('failed.title')} text={state.why} retry={() => session.playHere()} />);
  }
  if (!table) return frame(<Loading text={t('table.opening')} />);
  if (table.phase === 'stuck') return frame(<TableStuck table={table} state={state} assets={assets} />);
  if (table.phase === 'closed') return frame(message(t('closed.title'), table.why));
  const tablePath = 'watch' in address ? `/w/${address.watch}` : `/t/${table.key}`;
  if (table.phase === 'gathering') return frame(<WaitingRoom table={table} session={session} state={state} />);
  if (failed) {
    return frame(<ErrorBox title={t('failed.title')} text={t('failed.kit')} retry={() => setAttempt(attempt + 1)} />);
  }
  if (!assets || !Object.keys(state.moments).length) return frame(<Loading text={t('table.laying')} />);
  return (
    <Game session={session} assets={assets} animations={animations} table={table} state={state} tablePath={tablePath} />
  );
}

// When your turn comes: plays a sound, and shows a notification if the page is hidden.
function useTurnAlerts(session: TableSession): void {
  const state = useStore(session.state);
  const was = useRef<boolean | null>(null);
  const over = useRef<boolean | null>(null);
  const seats = ownSeats(state.table);
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
