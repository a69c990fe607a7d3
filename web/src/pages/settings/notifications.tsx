// Turn notifications while no page is open, by e-mail or the house's webhook. They exist only for tables with days
// per move, and only if the host has set them up.
import { useEffect, useState } from 'preact/hooks';
import { RefusedError, type NotifySettings } from '../../link/client';
import { isOnline, connection, link } from '../../shell/connection';
import { useStore } from '../../shell/store';
import { Panel, SegmentedControl } from '../../kit/ui';
import { catalogue, fill, t } from '../../kit/words';

const T = catalogue.pages.turns;

const errorText = (error: unknown): string => (error instanceof RefusedError ? error.refusal.text : t('line.not-sent'));

export function TurnNotifications() {
  const online = isOnline(useStore(connection));
  const [settings, set] = useState<NotifySettings | null>(null);
  const [text, setText] = useState('');
  const [other, setOther] = useState(false);
  const [bad, setBad] = useState('');
  useEffect(() => {
    if (online) link.request('notify').then(set, () => {});
  }, [online]);
  if (!settings || (!settings.mail.offered && !settings.webhook.offered)) return null;
  const { mail, webhook } = settings;
  const run = (request: Promise<NotifySettings>) =>
    void request.then(
      (answer) => {
        set(answer);
        setText('');
        setOther(false);
        setBad('');
      },
      (error) => setBad(errorText(error)),
    );
  const coding = mail.waits !== '' && !other;
  const submit = (e: Event) => {
    e.preventDefault();
    run(
      coding
        ? link.request('notify-code', { code: text.trim() })
        : link.request('notify-mail', { address: text.trim() }),
    );
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
            disabled={!online}
            onClick={() => run(link.request('notify-mail', { address: '' }))}
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
            <button type="submit" class="btn" disabled={!online || !text.trim()}>
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
          <SegmentedControl
            label={T.hook}
            value={webhook.on ? 'on' : 'off'}
            choices={[
              { value: 'on', text: T.on },
              { value: 'off', text: T.off },
            ]}
            choose={(v) => run(link.request('notify-hook', { on: v === 'on' }))}
          />
        </div>
      )}
    </Panel>
  );
}
