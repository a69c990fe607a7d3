// The lobby: a map of the islands, a card for each game, your own games and open tables.
import { useEffect, useState } from 'preact/hooks';
import { loadGames, type Game } from '../link/api';
import { RefusedError, type Lobby } from '../link/client';
import type { TableSummary } from '../kit/protocol';
import { Bar, OfflineStrip, NameTool, ThemeTool } from '../shell/bar';
import { Cover } from '../shell/cover';
import { playWithBots } from '../shell/create';
import { isOnline, connection, link, serverNow } from '../shell/connection';
import { prefs } from '../shell/prefs';
import { JoinForm } from '../shell/join';
import { LeaveBox, canLeave, type LeaveInfo } from '../shell/leave';
import { useStore } from '../shell/store';
import { Dialog, Icon, PlayerToken, ErrorBox, Loading } from '../kit/ui';
import { agoText, t, type Word } from '../kit/words';
import { LobbyMap, gameIcon } from './lobby-map';

// The game that "Play now" starts for a newcomer: the shortest one for more than one player. '' until the games are
// loaded.
const firstGame = (all: Game[]): string => {
  const minutes = (g: Game) => Number(g.minutes) || Infinity;
  return all.filter((g) => g.seats.to > 1).sort((a, b) => minutes(a) - minutes(b))[0]?.game ?? '';
};

function useLobby(): Lobby | null {
  const online = isOnline(useStore(connection));
  const [lobby, set] = useState<Lobby | null>(null);
  useEffect(() => {
    if (!online) return;
    const stop = link.listen((push) => push.push === 'lobby' && set({ tables: push.tables, mine: push.mine }));
    link.request('lobby').then(set, () => {});
    return () => {
      stop();
      link.request('lobby-off').catch(() => {});
    };
  }, [online]);
  return lobby;
}

const playersOf = (game: Game): string =>
  game.seats.to === 1 ? t('lobby.solo') : t('lobby.players', game.seats.from, game.seats.to);

function Card({ game, play, busy }: { game: Game; play: (id: string) => void; busy: string }) {
  const minutes = Number(game.minutes) || 0;
  const weight = `weight.${minutes <= 30 ? 'light' : minutes <= 50 ? 'medium' : 'heavy'}` as Word;
  return (
    <li class="gc" id={`game-${game.game}`}>
      <Cover game={game.game} />
      <div class="gb">
        <h2>{game.title}</h2>
        <p>{game.about}</p>
        <ul class="meta">
          <li>
            <Icon name="people" />
            {playersOf(game)}
          </li>
          {minutes > 0 && (
            <li>
              <Icon name="clock" />
              {t('lobby.minutes', minutes)}
            </li>
          )}
          {minutes > 0 && (
            <li>
              <Icon name="mount" />
              {t(weight)}
            </li>
          )}
        </ul>
        <p class="learn">
          <a href={`/rules/${game.game}`}>{t('rules')}</a>
          <a href={`/learn/${game.game}`}>{t('learn')}</a>
        </p>
        <div class="row">
          <button
            type="button"
            class="btn may small"
            disabled={busy !== ''}
            onClick={() => play(game.game)}
            aria-label={t(game.seats.to === 1 ? 'lobby.play-solo-of' : 'lobby.play-bots-of', game.title)}
          >
            <Icon name={game.seats.to === 1 ? 'play' : 'bot'} />
            {t(busy === game.game ? 'lobby.going' : game.seats.to === 1 ? 'lobby.play-solo' : 'lobby.play-bots')}
          </button>
          <a class="btn small" href={`/new/${game.game}`} aria-label={t('lobby.new-of', game.title)}>
            {t('lobby.new')}
          </a>
        </div>
      </div>
    </li>
  );
}

function SeatMarks({ line: table }: { line: TableSummary }) {
  return (
    <span class="ss" role="img" aria-label={t('lobby.seats', table.seats.length - table.free, table.seats.length)}>
      {table.seats.map((s, i) =>
        s.who === 'person' ? (
          <PlayerToken key={i} seat={i + 1} size={26} />
        ) : (
          <span key={i} class={`es ${s.who}`}>
            {s.who === 'bot' && <Icon name="bot" />}
          </span>
        ),
      )}
    </span>
  );
}

function OwnTables({ mine }: { mine: TableSummary[] }) {
  const [leaving, setLeaving] = useState<LeaveInfo | null>(null);
  const may = canLeave(useStore(connection));
  return (
    <>
      <ul>
        {mine.map((table) => {
          const others = table.seats.filter((s) => !s.you && s.who === 'person').map((s) => s.name || t('guest'));
          return (
            <li key={table.key} class={may ? 'own' : ''}>
              <a class={`turn ${table.your_turn ? 'me' : ''}`} href={`/t/${table.key}`}>
                <span class="gi">
                  <Icon name={gameIcon(table.game)} />
                </span>
                <span>
                  <b>{table.title}</b>
                  <small>
                    {[
                      table.name,
                      others.length ? t('lobby.with', others.join(', ')) : '',
                      agoText(serverNow() - table.since),
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </small>
                </span>
                {table.your_turn ? (
                  <span class="yt">
                    <Icon name="flare" />
                    {t('lobby.your-turn')}
                  </span>
                ) : (
                  <span class="sm dim">{t(`phase.${table.phase}` as Word)}</span>
                )}
              </a>
              {may && (
                <button
                  type="button"
                  class="tool"
                  aria-haspopup="dialog"
                  aria-label={t('lobby.leave-of', table.title, table.name)}
                  title={t('lobby.leave')}
                  onClick={() =>
                    setLeaving({
                      key: table.key,
                      name: table.name,
                      phase: table.phase,
                      host: table.host ?? false,
                      others: others.length,
                    })
                  }
                >
                  <Icon name="x" />
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {leaving && <LeaveBox leaving={leaving} close={() => setLeaving(null)} />}
    </>
  );
}

// Asks which game to set up for friends. The one played last comes first.
function PickGame({ all, first, close }: { all: Game[]; first: string; close: () => void }) {
  const games = all.filter((g) => g.seats.to > 1).sort((a, b) => Number(b.game === first) - Number(a.game === first));
  return (
    <Dialog title={t('hero.friends')} close={close} class="pickgame">
      <p class="sm dim">{t('hero.friends.which')}</p>
      <ul>
        {games.map((game) => (
          <li key={game.game}>
            <a class="turn" href={`/new/${game.game}`}>
              <span class="gi">
                <Icon name={gameIcon(game.game)} />
              </span>
              <span>
                <b>{game.title}</b>
                <small>
                  {[
                    t('setup.players', game.seats.from, game.seats.to),
                    game.minutes ? t('lobby.minutes', game.minutes) : '',
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

export default function LobbyPage() {
  const [all, setAll] = useState<Game[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState('');
  const [bad, setBad] = useState('');
  const [picking, setPicking] = useState(false);
  const lobby = useLobby();
  const load = () => {
    setFailed(false);
    loadGames().then(setAll, () => setFailed(true));
  };
  useEffect(load, []);
  useEffect(() => void (document.title = t('brand')), []);
  const play = (id: string) => {
    setBusy(id);
    setBad('');
    playWithBots(id).catch((error) => {
      setBusy('');
      setBad(error instanceof RefusedError ? error.refusal.text : t('failed.create'));
    });
  };
  const waiting = lobby?.tables.filter((x) => x.free > 0 && x.phase === 'gathering').length ?? 0;
  const { last } = useStore(prefs);
  const lastGame = all?.find((g) => g.game === last); // returning players continue with the game they played last
  const start = lastGame?.game ?? firstGame(all ?? []);
  const mine = (lobby?.mine ?? [])
    .filter((m) => m.phase !== 'over')
    .concat((lobby?.mine ?? []).filter((m) => m.phase === 'over').slice(0, 3));
  return (
    <div class="page lobby">
      <Bar
        home
        nav={
          <nav class="nav" aria-label={t('nav')}>
            <a href="/" aria-current="page">
              {t('nav.play')}
            </a>
            <a href="#tables">{t('nav.tables')}</a>
            <a href="#games">{t('nav.learn')}</a>
          </nav>
        }
      >
        <ThemeTool />
        <NameTool />
      </Bar>
      <OfflineStrip />
      <main tabIndex={-1}>
        <section class="hero">
          <LobbyMap games={all} />
          <div class="txt">
            <h1>
              {t('hero.one')}
              <br />
              {t('hero.two')}
            </h1>
            <p>{t('hero.text')}</p>
            <div class="row">
              <button type="button" class="btn go" disabled={busy !== '' || !start} onClick={() => play(start)}>
                <Icon name="play" />
                {busy && busy === start
                  ? t('lobby.going')
                  : lastGame
                    ? t('hero.play-of', lastGame.title)
                    : t('hero.play')}
              </button>
              <button type="button" class="btn" aria-haspopup="dialog" disabled={!all} onClick={() => setPicking(true)}>
                <Icon name="link" />
                {t('hero.friends')}
              </button>
            </div>
            {bad && (
              <p class="bad sm" role="alert">
                {bad}
              </p>
            )}
          </div>
        </section>
        <div class="wrap">
          {failed && <ErrorBox text={t('failed.games')} retry={load} />}
          {!all && !failed && <Loading />}
          {all && (
            <ul class="gs" id="games" aria-label={t('lobby.games')}>
              {all.map((game) => (
                <Card key={game.game} game={game} play={play} busy={busy} />
              ))}
            </ul>
          )}
          <div class="two">
            <section class="panel" id="tables">
              <header>
                <h2>{t('lobby.tables')}</h2>
                <span class="sp" />
                {waiting > 0 && <span class="sm dim">{t('lobby.waiting', waiting)}</span>}
              </header>
              {!lobby && <Loading />}
              {lobby && !lobby.tables.length && <p class="none">{t('lobby.none')}</p>}
              <ul>
                {lobby?.tables.map((table) => {
                  const joins = table.free > 0 && table.phase === 'gathering';
                  return (
                    <li key={table.watch ?? table.key} class="tr">
                      <span class="gi">
                        <Icon name={gameIcon(table.game)} />
                      </span>
                      <span>
                        <b>{table.name}</b>
                        <small>{table.title}</small>
                      </span>
                      <SeatMarks line={table} />
                      <span class="ck sm dim">{agoText(serverNow() - table.since)}</span>
                      {joins ? (
                        <a class="btn small" href={`/t/${table.key}`} aria-label={t('lobby.join-of', table.name)}>
                          {t('lobby.join')}
                        </a>
                      ) : (
                        <a
                          class="btn quiet small"
                          href={`/w/${table.watch}`}
                          aria-label={t('lobby.watch-of', table.name)}
                        >
                          {t('lobby.watch')}
                        </a>
                      )}
                    </li>
                  );
                })}
              </ul>
            </section>
            <section class="panel yours">
              <header>
                <h2>{t('lobby.mine')}</h2>
              </header>
              {!lobby && <Loading />}
              {lobby && (mine.length ? <OwnTables mine={mine} /> : <p class="none">{t('lobby.mine.none')}</p>)}
              <JoinForm title={t('lobby.join.title')} />
            </section>
          </div>
        </div>
      </main>
      {picking && all && <PickGame all={all} first={start} close={() => setPicking(false)} />}
    </div>
  );
}
