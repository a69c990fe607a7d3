// The invitation: link, QR code and spoken code; for spectators only the link. It warns if the address works only on
// this machine.
import { useState } from 'preact/hooks';
import type { Table } from '../kit/protocol';
import { Icon } from '../kit/ui';
import { t } from '../kit/words';
import { connection } from './connection';

// The server's address for others, as the server reports it.
export const origin = (): string => connection.value.origin;
export const isLocal = (): boolean => /^https?:\/\/(localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(origin());

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea'); // over plain HTTP there is no clipboard API
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    return done;
  }
}

export function Qr({ text, label }: { text: string; label: string }) {
  return <img class="qr" alt={label} src={`/api/qr?text=${encodeURIComponent(text)}`} width="168" height="168" />;
}

export function CopyLink({ address, word }: { address: string; word: string }) {
  const [done, set] = useState<'' | 'yes' | 'no'>('');
  return (
    <div class="copylink">
      <div class="lk" tabIndex={0}>
        {address}
      </div>
      <button type="button" class="btn" onClick={async () => set((await copy(address)) ? 'yes' : 'no')}>
        <Icon name={done === 'yes' ? 'check' : 'link'} />
        {done === 'yes' ? t('copied') : word}
      </button>
      <span class="vh" role="status">
        {done === 'yes' ? t('copied') : done === 'no' ? t('copy.failed') : ''}
      </span>
    </div>
  );
}

export function Invite({ table, watch = false }: { table: Table; watch?: boolean }) {
  const address = watch ? `${origin()}/w/${table.watch}` : `${origin()}/t/${table.key}`;
  return (
    <div class="invite">
      {isLocal() && (
        <p class="warnbox" role="note">
          <Icon name="link" />
          <span>{t('invite.local')}</span>
        </p>
      )}
      <div class="invite-in">
        {!watch && <Qr text={address} label={t('invite.qr')} />}
        <div>
          <p class="sm">{t(watch ? 'invite.watch' : 'invite.text')}</p>
          <CopyLink address={address} word={t(watch ? 'invite.copy-watch' : 'invite.copy')} />
          {!watch && table.code && (
            <p class="code">
              <span class="dim sm">{t('invite.code')}</span> <b class="serif">{table.code}</b>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
