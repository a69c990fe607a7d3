// Whose turn it is, told with no page open: an address to be written to, and the house's webhook. Only at tables with
// days for each move, and only where the host has set one up.
import { useEffect, useState } from 'preact/hooks';
import { Refused, type Told } from '../../link/client';
import { isUp, line, link } from '../../shell/connection';
import { useStore } from '../../shell/store';
import { Panel, Seg } from '../../kit/ui';
import { catalogue, fill, t } from '../../kit/words';

const T = catalogue.pages.turns;

const said = (error: unknown): string => (error instanceof Refused ? error.refusal.text : t('line.not-sent'));

export function Turns() {
  const up = isUp(useStore(line));
  const [told, set] = useState<Told | null>(null);
  const [text, setText] = useState('');
  const [other, setOther] = useState(false);
  const [bad, setBad] = useState('');
  useEffect(() => {
    if (up) link.ask('notify').then(set, () => {});
  }, [up]);
  if (!told || (!told.mail.offered && !told.webhook.offered)) return null;
  const { mail, webhook } = told;
  const run = (asked: Promise<Told>) =>
    void asked.then(
      (answer) => {
        set(answer);
        setText('');
        setOther(false);
        setBad('');
      },
      (error) => setBad(said(error)),
    );
  const coding = mail.waits !== '' && !other;
  const submit = (e: Event) => {
    e.preventDefault();
    run(coding ? link.ask('notify-code', { code: text.trim() }) : link.ask('notify-mail', { address: text.trim() }));
  };
  return (
    <Panel title={T.title}>
      <p class="sm dim">{T.help}</p>
      {mail.offered && mail.address && (
        <div class="menu-row">
          <p>{fill(T.goes, mail.address)}</p>
          <button
            type="button"
            class="btn small"
            disabled={!up}
            onClick={() => run(link.ask('notify-mail', { address: '' }))}
          >
            {T.stop}
          </button>
        </div>
      )}
      {mail.offered && !mail.address && (
        <>
          {coding && <p class="sm">{fill(T.codeHelp, mail.waits)}</p>}
          <form class="join flat" onSubmit={submit}>
            {coding ? (
              <input
                key="code"
                value={text}
                inputMode="numeric"
                autocomplete="one-time-code"
                maxLength={6}
                aria-label={T.code}
                placeholder={T.code}
                onInput={(e) => {
                  setText(e.currentTarget.value);
                  setBad('');
                }}
              />
            ) : (
              <input
                key="mail"
                value={text}
                type="email"
                autocomplete="email"
                maxLength={120}
                aria-label={T.address}
                placeholder={T.address}
                onInput={(e) => {
                  setText(e.currentTarget.value);
                  setBad('');
                }}
              />
            )}
            <button type="submit" class="btn" disabled={!up || !text.trim()}>
              {coding ? T.prove : T.send}
            </button>
          </form>
          {coding && (
            <button
              type="button"
              class="plain sm"
              onClick={() => {
                setOther(true);
                setText('');
                setBad('');
              }}
            >
              {T.other}
            </button>
          )}
        </>
      )}
      {bad && (
        <p class="bad sm" role="alert">
          {bad}
        </p>
      )}
      {webhook.offered && (
        <div class="op">
          <div>
            <b>{T.hook}</b>
            <small>{T.hookHelp}</small>
          </div>
          <Seg
            label={T.hook}
            value={webhook.on ? 'on' : 'off'}
            choices={[
              { value: 'on', text: T.on },
              { value: 'off', text: T.off },
            ]}
            choose={(v) => run(link.ask('notify-hook', { on: v === 'on' }))}
          />
        </div>
      )}
    </Panel>
  );
}
