// /host: the host's page. It asks for the key, then shows people and tables and what the host can do about them.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Bar, ThemeTool } from '../shell/bar';
import { CopyLink } from '../shell/invite';
import { Dialog, Icon, Panel, SegmentedControl, PlayerToken, ErrorBox, Loading } from '../kit/ui';
import { catalogue, fill, agoText } from '../kit/words';
import {
  HostRefusedError,
  hostRequest,
  storeKey,
  storedKey,
  type HouseInfo,
  type HostPerson,
  type HostSeat,
  type HostTable,
} from './host/api';
import './host/host.css';

const T = {
  ...catalogue.pages.host,
  phase: catalogue.pages.host.phase as Record<string, string>,
};

const nameOf = (p: { name: string }): string => p.name || T.guest;
const errorText = (error: unknown): string => (error instanceof HostRefusedError ? error.message : T.lost);

interface Confirmation {
  title: string;
  text: string;
  verb: string;
  act: () => Promise<unknown>;
}

function ConfirmBox({
  confirmation,
  close,
  run,
}: {
  confirmation: Confirmation;
  close: () => void;
  run: (act: () => Promise<unknown>) => void;
}) {
  return (
    <Dialog title={confirmation.title} close={close}>
      <p>{confirmation.text}</p>
      <div class="menu-row">
        <button
          type="button"
          class="btn bad"
          onClick={() => {
            close();
            run(confirmation.act);
          }}
        >
          {confirmation.verb}
        </button>
        <button type="button" class="btn" onClick={close}>
          {T.cancel}
        </button>
      </div>
    </Dialog>
  );
}

function KeyForm({ bad, opened }: { bad: string; opened: () => void }) {
  const [key, set] = useState('');
  const go = (e: Event) => {
    e.preventDefault();
    storeKey(key.trim());
    opened();
  };
  return (
    <Panel title={T.key}>
      <form class="keyform" onSubmit={go}>
        <p class="sm dim" id="key-help">
          {T.keyHelp}
        </p>
        <div class="line">
          <input
            type="password"
            autocomplete="off"
            aria-label={T.key}
            aria-describedby="key-help"
            aria-invalid={bad !== ''}
            value={key}
            onInput={(e) => set(e.currentTarget.value)}
          />
          <button type="submit" class="btn go" disabled={!key.trim()}>
            {T.open}
          </button>
        </div>
        {bad && (
          <p class="bad sm" role="alert">
            {bad}
          </p>
        )}
      </form>
    </Panel>
  );
}

function HousePanel({
  house,
  run,
  confirm,
}: {
  house: HouseInfo;
  run: (act: () => Promise<unknown>) => void;
  confirm: (sure: Confirmation) => void;
}) {
  const [notice, set] = useState<string | null>(null);
  const text = notice ?? house.notice;
  return (
    <Panel title={T.house} class="house">
      <div class="op">
        <div>
          <b>{T.door}</b>
          <small>{T.doorHelp}</small>
        </div>
        <SegmentedControl
          label={T.door}
          value={house.closed ? 'closed' : 'open'}
          choices={[
            { value: 'open', text: T.doorOpen },
            { value: 'closed', text: T.doorClosed },
          ]}
          choose={(v) => run(() => hostRequest('door', { closed: v === 'closed' }))}
        />
      </div>
      <div class="op">
        <div>
          <b>{T.chat}</b>
          <small>{T.chatHelp}</small>
        </div>
        <SegmentedControl
          label={T.chat}
          value={house.chat ? 'on' : 'off'}
          choices={[
            { value: 'on', text: T.on },
            { value: 'off', text: T.off },
          ]}
          choose={(v) => run(() => hostRequest('chat', { on: v === 'on' }))}
        />
      </div>
      <div class="op">
        <div>
          <b>{T.notice}</b>
          <small>{T.noticeHelp}</small>
        </div>
        <form
          class="line"
          onSubmit={(e) => {
            e.preventDefault();
            run(() => hostRequest('notice', { text: text.trim() }));
            set(null);
          }}
        >
          <input value={text} maxLength={300} aria-label={T.notice} onInput={(e) => set(e.currentTarget.value)} />
          <button type="submit" class="btn" disabled={!text.trim()}>
            {T.post}
          </button>
          {house.notice && (
            <button
              type="button"
              class="btn"
              onClick={() => {
                run(() => hostRequest('notice', { text: '' }));
                set(null);
              }}
            >
              {T.down}
            </button>
          )}
        </form>
      </div>
      <div class="op">
        <div>
          <b>{T.invite}</b>
          <CopyLink address={house.invite} word={T.inviteCopy} />
        </div>
        <button
          type="button"
          class="btn"
          onClick={() =>
            confirm({
              title: T.inviteNew,
              text: T.inviteSure,
              verb: T.inviteNew,
              act: () => hostRequest('invite', { new: true }),
            })
          }
        >
          {T.inviteNew}
        </button>
      </div>
      <p class="facts">
        <span>
          <b>{house.people}</b> {T.people.toLowerCase()}
        </span>
        <span>
          <b>{house.tables}</b> {T.tables.toLowerCase()}
        </span>
        <span>
          <b>{house.sockets}</b> {T.pages}
        </span>
        <span>
          {T.since} {new Date(house.since).toLocaleString()}
        </span>
        <span>{house.version}</span>
      </p>
    </Panel>
  );
}

function PersonRow({
  person,
  run,
  confirm,
  rename,
}: {
  person: HostPerson;
  run: (act: () => Promise<unknown>) => void;
  confirm: (sure: Confirmation) => void;
  rename: () => void;
}) {
  const name = nameOf(person);
  const to = (what: string) => hostRequest(what, { person: person.id });
  return (
    <li class={`row ${person.removed ? 'out' : ''}`}>
      <div>
        <b>{name}</b>
        <span class="no">{person.id}</span>
        {person.online > 0 && (
          <span class="tag ok">
            <Icon name="signal" />
            {T.here}
          </span>
        )}
        {person.muted && <span class="tag bad">{T.muted}</span>}
        {person.removed && <span class="tag bad">{T.removed}</span>}
        {person.tables > 0 && <span class="sm dim">{fill(T.plays, person.tables)}</span>}
      </div>
      <div class="do">
        <button type="button" class="btn small" aria-label={`${T.rename}: ${name}`} onClick={rename}>
          {T.rename}
        </button>
        <button
          type="button"
          class="btn small"
          aria-label={`${person.muted ? T.unmute : T.mute}: ${name}`}
          onClick={() => run(() => to(person.muted ? 'unmute' : 'mute'))}
        >
          {person.muted ? T.unmute : T.mute}
        </button>
        {person.removed ? (
          <button
            type="button"
            class="btn small"
            aria-label={`${T.admit}: ${name}`}
            onClick={() => run(() => to('admit'))}
          >
            {T.admit}
          </button>
        ) : (
          <button
            type="button"
            class="btn small bad"
            aria-label={`${T.remove}: ${name}`}
            onClick={() =>
              confirm({
                title: `${T.remove}: ${name}`,
                text: fill(T.removeSure, name),
                verb: T.remove,
                act: () => to('remove'),
              })
            }
          >
            {T.remove}
          </button>
        )}
      </div>
    </li>
  );
}

function saveRecord(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.record`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function SeatLine({
  table,
  seat,
  confirm,
}: {
  table: HostTable;
  seat: HostSeat;
  confirm: (sure: Confirmation) => void;
}) {
  const name = seat.who === 'open' ? T.openSeat : seat.name || (seat.who === 'bot' ? T.bot : T.guest);
  const open = table.phase === 'gathering' || table.phase === 'playing';
  return (
    <li>
      <PlayerToken seat={seat.seat} size={22} />
      <span class={seat.who === 'person' ? '' : 'dim'}>{name}</span>
      {seat.who === 'person' && open && (
        <button
          type="button"
          class="btn quiet small"
          aria-label={`${T.free}: ${name}, ${table.name}`}
          onClick={() =>
            confirm({
              title: `${T.free}: ${name}`,
              text: fill(table.phase === 'playing' ? T.freePlaying : T.freeOpen, name),
              verb: T.free,
              act: () => hostRequest('free', { table: table.id, seat: seat.seat }),
            })
          }
        >
          {T.free}
        </button>
      )}
    </li>
  );
}

function TableRow({ table, confirm }: { table: HostTable; confirm: (sure: Confirmation) => void }) {
  const exportRecord = () =>
    hostRequest<{ record: string }>('export', { table: table.id }).then((a) => saveRecord(table.name, a.record));
  return (
    <li class="row">
      <div>
        <b>{table.name}</b>
        <span class="sm">{table.title}</span>
        <span class="no">{table.id}</span>
        <span class={`tag ${table.phase === 'stuck' ? 'bad' : ''}`}>{T.phase[table.phase]}</span>
        <span class="sm dim">{agoText(Date.now() - table.since)}</span>
      </div>
      {table.why && <p class="sm">{table.why}</p>}
      <ul class="seatlist">
        {table.seats.map((s) => (
          <SeatLine key={s.seat} table={table} seat={s} confirm={confirm} />
        ))}
      </ul>
      <div class="do">
        <button
          type="button"
          class="btn small"
          aria-label={`${T.export}: ${table.name}`}
          onClick={() =>
            confirm({ title: `${T.export}: ${table.name}`, text: T.exportSure, verb: T.export, act: exportRecord })
          }
        >
          {T.export}
        </button>
        {(table.phase === 'gathering' || table.phase === 'playing') && (
          <button
            type="button"
            class="btn small bad"
            aria-label={`${T.end}: ${table.name}`}
            onClick={() =>
              confirm({
                title: `${T.end}: ${table.name}`,
                text: fill(T.endSure, table.name),
                verb: T.end,
                act: () => hostRequest('end', { table: table.id }),
              })
            }
          >
            {T.end}
          </button>
        )}
      </div>
    </li>
  );
}

function List({
  title,
  find,
  set,
  empty,
  shown,
  count,
  children,
}: {
  title: string;
  find: string;
  set: (text: string) => void;
  empty: string;
  shown: number;
  count: number;
  children: ComponentChildren;
}) {
  return (
    <section class="panel">
      <header>
        <h2>{title}</h2>
        <span class="sp" />
        <span class="sm dim num">{count}</span>
      </header>
      <div class="hfind">
        <input
          type="search"
          aria-label={`${title}: ${T.find}`}
          placeholder={T.find}
          value={find}
          onInput={(e) => set(e.currentTarget.value)}
        />
      </div>
      {shown === 0 ? (
        <p class="none">{find ? T.notFound : empty}</p>
      ) : (
        <ul class="scroll" tabIndex={0} aria-label={title}>
          {children}
        </ul>
      )}
      {shown < count && <p class="none">{T.notAll}</p>}
    </section>
  );
}

interface HostData {
  house: HouseInfo;
  people: { people: HostPerson[]; count: number };
  tables: { tables: HostTable[]; count: number };
}

function useHostData(open: boolean, personQuery: string, tableQuery: string) {
  const [all, set] = useState<HostData | null>(null);
  const [bad, setBad] = useState('');
  const [wrong, setWrong] = useState('');
  const load = async () => {
    try {
      const [house, people, tables] = await Promise.all([
        hostRequest<HouseInfo>('house'),
        hostRequest<HostData['people']>('people', { find: personQuery }),
        hostRequest<HostData['tables']>('tables', { find: tableQuery }),
      ]);
      set({ house, people, tables });
      setBad('');
      setWrong('');
    } catch (error) {
      if (error instanceof HostRefusedError && error.wrongKey) {
        storeKey('');
        setWrong(errorText(error));
      } else {
        setBad(errorText(error));
      }
    }
  };
  useEffect(() => {
    if (!open) return;
    void load();
    const timer = setInterval(() => document.visibilityState === 'visible' && void load(), 10_000);
    return () => clearInterval(timer);
  }, [open, personQuery, tableQuery]);
  return {
    all,
    bad,
    wrong,
    load,
    forget: () => {
      storeKey('');
      set(null);
      setWrong('');
      setBad('');
    },
  };
}

export default function HostPage() {
  const [open, setOpen] = useState(storedKey() !== '');
  const [personQuery, setPersonQuery] = useState('');
  const [tableQuery, setTableQuery] = useState('');
  const { all, bad, wrong, load, forget } = useHostData(open, personQuery, tableQuery);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const [renaming, setRenaming] = useState<{ person: HostPerson; text: string } | null>(null);
  const [note, setNote] = useState<{ text: string; bad: boolean } | null>(null);
  useEffect(() => {
    document.title = T.tab;
    return () => void (document.title = 'Skerry');
  }, []);
  useEffect(() => {
    if (wrong) setOpen(false);
  }, [wrong]);
  const run = (act: () => Promise<unknown>) =>
    void act()
      .then(
        () => setNote({ text: T.done, bad: false }),
        (error) => setNote({ text: errorText(error), bad: true }),
      )
      .then(load);
  return (
    <div class="page">
      <Bar title={T.title}>
        <ThemeTool />
      </Bar>
      <main tabIndex={-1} class="host">
        <h1 class="vh">{T.title}</h1>
        {!open && <KeyForm bad={wrong} opened={() => setOpen(true)} />}
        {open && bad && <ErrorBox text={bad} retry={() => void load()} />}
        {open && !all && !bad && <Loading />}
        {open && all && (
          <>
            <div class="do">
              <button type="button" class="btn small" onClick={() => void load()}>
                {T.again}
              </button>
              <button
                type="button"
                class="btn small"
                onClick={() => {
                  forget();
                  setOpen(false);
                }}
              >
                {T.out}
              </button>
              <p class={`sm said ${note?.bad ? 'bad' : 'dim'}`} role="status">
                {note?.text}
              </p>
            </div>
            <HousePanel house={all.house} run={run} confirm={setConfirmation} />
            <div class="two">
              <List
                title={T.people}
                find={personQuery}
                set={setPersonQuery}
                empty={T.nobody}
                shown={all.people.people.length}
                count={all.people.count}
              >
                {all.people.people.map((p) => (
                  <PersonRow
                    key={p.id}
                    person={p}
                    run={run}
                    confirm={setConfirmation}
                    rename={() => setRenaming({ person: p, text: p.name })}
                  />
                ))}
              </List>
              <List
                title={T.tables}
                find={tableQuery}
                set={setTableQuery}
                empty={T.noTables}
                shown={all.tables.tables.length}
                count={all.tables.count}
              >
                {all.tables.tables.map((x) => (
                  <TableRow key={x.id} table={x} confirm={setConfirmation} />
                ))}
              </List>
            </div>
          </>
        )}
        {confirmation && <ConfirmBox confirmation={confirmation} close={() => setConfirmation(null)} run={run} />}
        {renaming && (
          <Dialog title={`${T.rename}: ${nameOf(renaming.person)}`} close={() => setRenaming(null)}>
            <form
              class="line"
              onSubmit={(e) => {
                e.preventDefault();
                run(() => hostRequest('rename', { person: renaming.person.id, name: renaming.text }));
                setRenaming(null);
              }}
            >
              <input
                value={renaming.text}
                maxLength={24}
                aria-label={T.newName}
                onInput={(e) => setRenaming({ ...renaming, text: e.currentTarget.value })}
              />
              <button type="submit" class="btn go" disabled={!renaming.text.trim()}>
                {T.rename}
              </button>
            </form>
          </Dialog>
        )}
      </main>
    </div>
  );
}
