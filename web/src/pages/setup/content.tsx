// The content to play with: the built-in pack, an uploaded pack, or typed phrases. Uploads and phrases are checked as
// they are entered, and errors appear beside the field.
import { useEffect, useState } from 'preact/hooks';
import { RefusedError } from '../../link/client';
import { link, whenOnline } from '../../shell/connection';
import { Icon } from '../../kit/ui';
import { t } from '../../kit/words';

interface Pack {
  name: string;
  content: unknown;
  bad: string; // error if the file is not JSON or is too large
}

export interface Phrase {
  id: string;
  phrase: string;
}

const PACK_BYTES_MAX = 60 * 1024; // a message may be slightly larger

async function readPack(file: File): Promise<Pack> {
  const pack: Pack = { name: file.name, content: null, bad: '' };
  if (file.size > PACK_BYTES_MAX) {
    return { ...pack, bad: t('setup.pack.large', file.name, Math.round(PACK_BYTES_MAX / 1024)) };
  }
  const text = await file.text();
  try {
    return { ...pack, content: JSON.parse(text) };
  } catch (error) {
    const at = /position (\d+)/.exec((error as Error).message);
    const line = at ? text.slice(0, Number(at[1])).split('\n').length : 0;
    return { ...pack, bad: line ? t('setup.pack.not-json-at', file.name, line) : t('setup.pack.not-json', file.name) };
  }
}

// Name of the content's list of phrases, which players may replace; null if it has none.
function phraseList(content: unknown): string | null {
  const lists = Object.entries((content ?? {}) as Record<string, unknown>);
  const found = lists.find(
    ([, v]) => Array.isArray(v) && v.length > 0 && typeof v[0] === 'object' && v[0] !== null && 'phrase' in v[0],
  );
  return found ? found[0] : null;
}

const parsePhrases = (text: string): Phrase[] =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' ').toUpperCase())
    .filter(Boolean)
    .map((phrase, i) => ({ id: `own-${i + 1}`, phrase }));

// Turns a sentence of the checker into one for the page.
const asSentence = (text: string): string =>
  text
    .replace(/^content: /, '')
    .replace(/ \(rule \d+\)\.?$/, '')
    .replace(/^(a|the) /, (word) => word[0].toUpperCase() + word.slice(1));

// The checker names a path in the pack; players know their phrases by number.
function withPhraseNumbers(text: string, list: string, phrases: Phrase[]): string {
  const place = new RegExp(`^${list}\\[(\\d+)\\](?:\\.\\w+)?(?:, of [^,]+,)?`);
  if (text.startsWith(`${list} must be a list`)) return t('setup.phrases.few');
  return text.replace(place, (_, n) => t('setup.phrases.at', Number(n) + 1, phrases[Number(n)]?.phrase ?? ''));
}

// Everyone's phrase has the same number of letters, so one length needs enough phrases for all players. '' if it has.
function tooFewError(phrases: Phrase[], players: number): string {
  const counts = new Map<number, number>();
  for (const { phrase } of phrases) {
    const letters = phrase.replace(/ /g, '').length;
    counts.set(letters, (counts.get(letters) ?? 0) + 1);
  }
  const [length, most] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [0, 0];
  return most < players ? t('setup.phrases.length', players, most, length) : '';
}

// Lets the server check the content after a short pause. '' while it is valid or not checked yet.
function useCheck(game: string, content: unknown, describe: (text: string) => string): string {
  const [bad, set] = useState('');
  const text = content === null ? '' : JSON.stringify(content);
  useEffect(() => {
    set('');
    if (!text) return;
    let here = true;
    const timer = setTimeout(async () => {
      await whenOnline();
      if (here) {
        link
          .request('check', { game, content })
          .catch((error) => here && error instanceof RefusedError && set(describe(asSentence(error.refusal.text))));
      }
    }, 350);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [text]);
  return bad;
}

interface TableContent {
  list: string | null; // name of the list of phrases, if the game has one
  pack: Pack | null;
  packError: string;
  choose: (file: File | null) => void;
  typed: string;
  setTyped: (text: string) => void;
  typedError: string;
  content: unknown; // for the new table; null: the built-in pack
}

export function useTableContent(game: string, builtIn: unknown, players: number): TableContent {
  const [pack, setPack] = useState<Pack | null>(null);
  const [typed, setTyped] = useState('');
  const list = phraseList(builtIn);
  const phrases = list ? parsePhrases(typed) : [];
  const typedPack = phrases.length ? { ...(pack?.content as object | null), [list!]: phrases } : null;
  const packRefused = useCheck(game, pack?.content ?? null, (text) => t('setup.pack.bad', pack!.name, text));
  const typedRefused = useCheck(game, typedPack, (text) => withPhraseNumbers(text, list!, phrases));
  const packError = pack?.bad || packRefused;
  return {
    list,
    pack,
    packError,
    typed,
    setTyped,
    content: typedPack ?? pack?.content ?? null,
    choose: (file) => void (file ? readPack(file).then(setPack) : setPack(null)),
    typedError: packError ? '' : typedRefused || (phrases.length ? tooFewError(phrases, players) : ''),
  };
}

const FieldError = ({ id, text }: { id: string; text: string }) =>
  text ? (
    <p class="wrong sm" id={id} role="alert">
      <Icon name="x" />
      <span>{text}</span>
    </p>
  ) : null;

export function ContentFields({ content }: { content: TableContent }) {
  const { list, pack, packError, typedError } = content;
  return (
    <>
      {list && (
        <div class="op tall">
          <div>
            <b>{t('setup.phrases')}</b>
            <small>{t('setup.phrases.help')}</small>
            <FieldError id="phrases-bad" text={typedError} />
          </div>
          <textarea
            rows={4}
            value={content.typed}
            aria-label={t('setup.phrases.label')}
            aria-invalid={typedError !== ''}
            aria-describedby={typedError ? 'phrases-bad' : undefined}
            spellcheck={false}
            onInput={(e) => content.setTyped(e.currentTarget.value)}
          />
        </div>
      )}
      <div class="op">
        <div>
          <b>{t('setup.pack')}</b>
          <small>{pack && !packError ? t('setup.pack.chosen', pack.name) : t('setup.pack.help')}</small>
          <FieldError id="pack-bad" text={packError} />
        </div>
        <span class="sr-do">
          {pack && (
            <button type="button" class="btn quiet small" onClick={() => content.choose(null)}>
              {t('setup.pack.printed')}
            </button>
          )}
          <label class="btn small filebtn">
            {t('setup.pack.choose')}
            <input
              type="file"
              accept=".json,application/json"
              class="vh"
              aria-describedby={packError ? 'pack-bad' : undefined}
              onChange={(e) => {
                const field = e.currentTarget;
                const file = field.files?.[0];
                if (file) content.choose(file);
                field.value = '';
              }}
            />
          </label>
        </span>
      </div>
    </>
  );
}
