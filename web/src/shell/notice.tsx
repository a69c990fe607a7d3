// The host's settings that concern everyone, and the host's notice, which appears on every page.
import type { HostSettings } from '../link/client';
import { Icon } from '../kit/ui';
import { t } from '../kit/words';
import { link } from './connection';
import { Store, useStore } from './store';
import './notice.css';

export const hostSettings = new Store<HostSettings>({ closed: false, chat: true, notice: '' });
const notice = new Store('');
let dismissed = ''; // the notice this person closed; not shown again after a reconnect

link.listen((push) => {
  if (push.push === 'notice') {
    dismissed = '';
    notice.set(push.text);
  } else if (push.push === 'house') {
    hostSettings.set(push.house);
    if (push.house.notice !== dismissed) notice.set(push.house.notice);
  }
});

export function HostNotice() {
  const text = useStore(notice);
  return (
    <div role="status">
      {text && (
        <div class="housenote">
          <Icon name="bell" />
          <span>{text}</span>
          <button
            type="button"
            class="tool"
            aria-label={t('close')}
            onClick={() => {
              dismissed = text;
              notice.set('');
            }}
          >
            <Icon name="x" />
          </button>
        </div>
      )}
    </div>
  );
}
