// A form for a table's link or spoken code.
import { useState } from 'preact/hooks';
import { t } from '../kit/words';
import { navigate } from './router';

// The path to go to; null if the text is neither a link nor a code. A code may be written as TERN-42, tern 42 or
// Tern42.
function joinPath(text: string): string | null {
  const wanted = text.trim();
  const path = wanted.match(/\/(t|w|c|in)\/([^/?#\s]+)/);
  if (path) return `/${path[1]}/${path[2]}`;
  if (/^[a-z]{2,}[- ]?\d{1,4}$/i.test(wanted)) {
    return `/c/${encodeURIComponent(wanted.toUpperCase().replace(/[- ]?(\d+)$/, '-$1'))}`;
  }
  return null;
}

export function JoinForm({ title, tried = '', retry }: { title: string; tried?: string; retry?: () => void }) {
  const [text, set] = useState(tried);
  const [bad, setBad] = useState('');
  const join = (e: Event) => {
    e.preventDefault();
    const path = joinPath(text);
    if (!path) setBad(t('lobby.join.bad'));
    else if (path.startsWith('/in/')) location.href = path;
    else if (path === location.pathname && retry) {
      retry();
    } // the same address again: the table may exist by now
    else navigate(path);
  };
  return (
    <form class="joinform" onSubmit={join}>
      <h2>{title}</h2>
      <div class="join">
        <input
          value={text}
          aria-label={t('lobby.join.field')}
          placeholder={t('lobby.join.field')}
          aria-invalid={bad !== ''}
          aria-describedby={bad ? 'join-bad' : undefined}
          autoCapitalize="characters"
          autoComplete="off"
          spellcheck={false}
          onInput={(e) => {
            set(e.currentTarget.value);
            setBad('');
          }}
        />
        <button type="submit" class="btn" disabled={!text.trim()}>
          {t('lobby.join')}
        </button>
      </div>
      {bad && (
        <p class="bad sm" id="join-bad" role="alert">
          {bad}
        </p>
      )}
    </form>
  );
}
