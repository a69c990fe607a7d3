// /new/GAME: choose seats and options, then start. The defaults can be started at once.
import { useEffect, useState } from 'preact/hooks';
import { loadContent, loadGames, loadWords, type Game, type GameOption } from '../link/api';
import { RefusedError } from '../link/client';
import type { Clock } from '../kit/protocol';
import { Bar, OfflineStrip, SoundTool, ThemeTool } from '../shell/bar';
import { Cover } from '../shell/cover';
import { createTable } from '../shell/create';
import { LEVELS } from '../shell/waiting-room';
import { connection } from '../shell/connection';
import { levelName } from '../shell/seats';
import { useStore } from '../shell/store';
import { Icon, Panel, SegmentedControl, PlayerToken, ErrorBox, Loading } from '../kit/ui';
import { t } from '../kit/words';
import { NotFound } from './not-found';
import { ContentFields, useTableContent } from './setup/content';

type Who = 'me' | 'friend' | 'bot' | 'empty';

interface Row {
  who: Who;
  name: string;
  level: string;
}

const clocks: { value: string; clock: Clock }[] = [
  { value: 'none', clock: null },
  { value: '5', clock: { kind: 'real', seconds: 300, more: 10 } },
  { value: '20', clock: { kind: 'real', seconds: 1200, more: 10 } },
  { value: 'day', clock: { kind: 'days', days: 1 } },
  { value: 'days', clock: { kind: 'days', days: 3 } },
];
const clockName = (value: string) =>
  value === 'none'
    ? t('clock.none')
    : value === 'day'
      ? t('clock.day')
      : value === 'days'
        ? t('clock.days', 3)
        : t('clock.minutes', value);

function defaultRows(game: Game): Row[] {
  const seats = Math.min(Math.max(game.seats.from, Math.min(3, game.seats.to)), game.seats.to);
  return Array.from({ length: game.seats.to }, (_, i) => ({
    who: i === 0 ? 'me' : i === 1 ? 'friend' : i < seats ? 'bot' : 'empty',
    name: '',
    level: 'easy',
  }));
}

function SeatRow({
  n,
  row,
  rows,
  game,
  set,
}: {
  n: number;
  row: Row;
  rows: Row[];
  game: Game;
  set: (row: Row) => void;
}) {
  const { me } = useStore(connection);
  const ownCount = rows.filter((r) => r.who === 'me').length;
  const first = rows.findIndex((r) => r.who === 'me') === n;
  const title =
    row.who === 'me'
      ? row.name || (first ? me?.name || t('guest') : t('setup.person', n + 1))
      : row.who === 'friend'
        ? t('setup.waiting')
        : row.who === 'bot'
          ? t('setup.a-bot')
          : t('setup.empty-seat');
  const small =
    row.who === 'me'
      ? ownCount > 1
        ? t('setup.one-screen')
        : t('setup.you')
      : row.who === 'friend'
        ? t('setup.by-link')
        : row.who === 'bot'
          ? t(`level.${row.level}.help` as 'level.easy.help')
          : '';
  const choices: { value: Who; text: string; icon: string; off?: boolean }[] = [
    { value: 'me', text: t('setup.me'), icon: 'flag' },
    { value: 'friend', text: t('setup.friend'), icon: 'link' },
    { value: 'bot', text: t('setup.bot'), icon: 'bot' },
    { value: 'empty', text: t('setup.empty'), icon: 'x' },
  ];
  return (
    <li class={`sr ${row.who === 'empty' ? 'off' : ''}`}>
      <PlayerToken seat={n + 1} size={34} />
      {row.who === 'me' && ownCount > 1 ? (
        <label class="field">
          <span class="vh">{t('setup.name-of', n + 1)}</span>
          <input
            value={row.name}
            maxLength={24}
            placeholder={title}
            onInput={(e) => set({ ...row, name: e.currentTarget.value })}
          />
          <small>{small}</small>
        </label>
      ) : (
        <span>
          <b>{title}</b>
          <small>{small}</small>
        </span>
      )}
      <span class="sr-do">
        {row.who === 'bot' && (
          <label class="pick">
            <span class="vh">{t('setup.level', n + 1)}</span>
            <select value={row.level} onChange={(e) => set({ ...row, level: e.currentTarget.value })}>
              {LEVELS.map((l) => (
                <option key={l} value={l}>
                  {levelName(l)}
                </option>
              ))}
            </select>
          </label>
        )}
        {game.seats.to > 1 && (
          <SegmentedControl
            label={t('setup.seat', n + 1)}
            value={row.who}
            choices={choices}
            choose={(who) => set({ ...row, who })}
          />
        )}
      </span>
    </li>
  );
}

function OptionRow({
  option,
  value,
  words,
  set,
}: {
  option: GameOption;
  value: string;
  words: Record<string, string>;
  set: (value: string) => void;
}) {
  const key = `option.${option.name}`;
  const label = words[`${key}.label`] ?? option.name;
  const values =
    option.values ??
    Array.from({ length: (option.to ?? 0) - (option.from ?? 0) + 1 }, (_, i) => String((option.from ?? 0) + i));
  const named = values.filter((v) => option.values || words[`${key}.${v}`]);
  const word = (v: string) => words[`${key}.${v}`] ?? v;
  const help = words[`${key}.${value}.help`];
  return (
    <div class="op">
      <div>
        <b>{label}</b>
        <small>{help ?? words[key]}</small>
      </div>
      {named.length <= 4 || named.map(word).join('').length < 36 ? (
        <SegmentedControl
          label={label}
          value={value}
          choices={named.map((v) => ({ value: v, text: word(v) }))}
          choose={set}
        />
      ) : (
        <label class="pick">
          <span class="vh">{label}</span>
          <select value={value} onChange={(e) => set(e.currentTarget.value)}>
            {named.map((v) => (
              <option key={v} value={v}>
                {word(v)}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

export default function SetupPage({ game: id }: { game: string }) {
  const [game, setGame] = useState<Game | 'missing' | null>(null);
  const [words, setWords] = useState<Record<string, string>>({});
  const [failed, setFailed] = useState(false);
  const load = () => {
    setFailed(false);
    Promise.all([loadGames(), loadWords(id)]).then(
      ([all, w]) => {
        setGame(all.find((g) => g.game === id) ?? 'missing');
        setWords(w);
      },
      () =>
        loadGames().then(
          (all) => (all.some((g) => g.game === id) ? setFailed(true) : setGame('missing')),
          () => setFailed(true),
        ),
    );
  };
  useEffect(load, [id]);
  if (game === 'missing') return <NotFound />;
  return (
    <div class="page">
      <Bar title={t('setup.title')} note={game?.title}>
        <a class="tool wide" href={`/rules/${id}`} aria-label={t('rules')}>
          <Icon name="rules" />
          <span>{t('rules')}</span>
        </a>
        <SoundTool />
        <ThemeTool />
      </Bar>
      <OfflineStrip />
      <main tabIndex={-1} class="wrap setup">
        {failed && <ErrorBox text={t('failed.games')} retry={load} />}
        {!game && !failed && <Loading />}
        {game && <Form key={game.game} game={game} words={words} />}
      </main>
    </div>
  );
}

function Form({ game, words }: { game: Game; words: Record<string, string> }) {
  const [rows, setRows] = useState(() => defaultRows(game));
  const [options, setOptions] = useState<Record<string, string>>(() =>
    Object.fromEntries(game.options.map((o) => [o.name, String(o.standard)])),
  );
  const [clock, setClock] = useState('none');
  const [open, setOpen] = useState<'link' | 'public'>('link');
  const [builtIn, setBuiltIn] = useState<unknown>(null);
  useEffect(() => void loadContent(game.game).then(setBuiltIn, () => {}), []);
  const [busy, setBusy] = useState(false);
  const [bad, setBad] = useState('');
  useEffect(() => {
    document.title = t('title.setup', game.title);
    return () => void (document.title = t('brand'));
  }, []);
  const taken = rows.filter((r) => r.who !== 'empty');
  const friends = taken.filter((r) => r.who === 'friend').length;
  const tooFewSeats = taken.length < game.seats.from;
  const content = useTableContent(game.game, builtIn, taken.length);
  useEffect(() => setBad(''), [JSON.stringify(content.content)]);
  const sharedScreen = taken.filter((r) => r.who === 'me').length > 1; // people who share a screen each need a name
  const solo = game.seats.to === 1;
  const submit = async () => {
    setBusy(true);
    setBad('');
    try {
      await createTable({
        game: game.game,
        options,
        clock: clocks.find((c) => c.value === clock)!.clock,
        public: open === 'public',
        start: friends === 0,
        seats: taken.map((r) =>
          r.who === 'friend'
            ? { who: 'open' }
            : r.who === 'bot'
              ? { who: 'bot', level: r.level }
              : {
                  who: 'me',
                  ...(r.name.trim() || sharedScreen
                    ? { name: r.name.trim() || t('setup.person', rows.indexOf(r) + 1) }
                    : {}),
                },
        ),
        ...(content.content ? { content: content.content } : {}),
      });
    } catch (error) {
      setBad(error instanceof RefusedError ? error.refusal.text : t('failed.create'));
    }
    setBusy(false);
  };
  return (
    <>
      <div class="hd">
        <Cover game={game.game} />
        <div>
          <h1>{game.title}</h1>
          <p>
            {t(
              game.minutes ? 'setup.about' : 'setup.about-short',
              game.about,
              game.seats.to === 1 ? t('setup.solo') : t('setup.players', game.seats.from, game.seats.to),
              game.minutes ?? '',
            )}
          </p>
          {game.designer && <p class="sm dim">{t('setup.designer', game.designer)}</p>}
          <p>
            <a href={`/rules/${game.game}`}>{t('setup.rules')}</a> {t('setup.or')}{' '}
            <a href={`/learn/${game.game}`}>{t('setup.learn')}</a>.
          </p>
        </div>
      </div>
      <div class="g2">
        <div class="col">
          <section class="panel">
            <header>
              <h2>{t('setup.who')}</h2>
            </header>
            <ul>
              {rows.map((row, n) => (
                <SeatRow
                  key={n}
                  n={n}
                  row={row}
                  rows={rows}
                  game={game}
                  set={(r) => setRows(rows.map((x, i) => (i === n ? r : x)))}
                />
              ))}
            </ul>
          </section>
          <section class="panel">
            <header>
              <h2>{t('setup.how')}</h2>
            </header>
            {game.options.map((o) => (
              <OptionRow
                key={o.name}
                option={o}
                value={options[o.name]}
                words={words}
                set={(v) => setOptions({ ...options, [o.name]: v })}
              />
            ))}
            {!solo && (
              <div class="op">
                <div>
                  <b>{t('clock')}</b>
                  <small>{t('clock.help')}</small>
                </div>
                <SegmentedControl
                  label={t('clock')}
                  value={clock}
                  choices={clocks.map((c) => ({ value: c.value, text: clockName(c.value) }))}
                  choose={setClock}
                />
              </div>
            )}
            <div class="op">
              <div>
                <b>{t('setup.open')}</b>
                <small>{t('setup.open.help')}</small>
              </div>
              <SegmentedControl
                label={t('setup.open')}
                value={open}
                choices={[
                  { value: 'link', text: t('setup.open.link') },
                  { value: 'public', text: t('setup.open.public') },
                ]}
                choose={setOpen}
              />
            </div>
            <ContentFields content={content} />
          </section>
        </div>
        <Panel class="sum" title={t('setup.yours')}>
          <dl>
            <dt>{t('setup.seats')}</dt>
            <dd>{t('setup.seats-of', taken.length, game.seats.to)}</dd>
            {!solo && (
              <>
                <dt>{t('clock')}</dt>
                <dd>{clockName(clock)}</dd>
              </>
            )}
            <dt>{t('setup.open')}</dt>
            <dd>{t(`setup.open.${open}`)}</dd>
            {game.options.map((o) => [
              <dt key={o.name}>{words[`option.${o.name}.label`] ?? o.name}</dt>,
              <dd key={`${o.name}v`}>{words[`option.${o.name}.${options[o.name]}`] ?? options[o.name]}</dd>,
            ])}
          </dl>
          {tooFewSeats && (
            <p class="sm" role="status">
              {t('setup.few', game.seats.from)}
            </p>
          )}
          {!rows.some((r) => r.who === 'me') && <p class="sm dim">{t('setup.nobody')}</p>}
          {(content.packError || content.typedError) && (
            <p class="sm" role="status">
              {t(content.packError ? 'setup.pack.mend' : 'setup.phrases.mend')}
            </p>
          )}
          {bad && (
            <div class="toast" role="alert">
              <Icon name="x" />
              <p>{bad}</p>
            </div>
          )}
          <button
            type="button"
            class="btn go full"
            disabled={busy || tooFewSeats || content.packError !== '' || content.typedError !== ''}
            onClick={() => void submit()}
          >
            <Icon name={friends ? 'link' : 'play'} />
            {busy ? t('lobby.going') : friends ? t('setup.invite', friends) : t('setup.start')}
          </button>
        </Panel>
      </div>
    </>
  );
}
