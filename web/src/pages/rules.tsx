// The rules of one game: every rule numbered and linkable, where it comes from beside it, search that marks what it finds.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { words as loadWords } from '../link/api';
import { Bar, LostStrip, ThemeTool } from '../shell/bar';
import { Icon, Panel, Trouble, Wait } from '../ui';
import { type Block, type Inline, type Page, type Rule, type Section, blockText, readRules } from './rules/markdown';
import { forPages } from './rules/pages';
import { catalogue, fill } from '../words';
import './rules/rules.css';

const T = {
  ...catalogue.pages.rules,
  origins: catalogue.pages.rules.origins as Record<string, string>,
  originAbout: catalogue.pages.rules.originAbout as Record<string, string>,
};

// Text with every hit of the search marked.
function Marked({ text, query }: { text: string; query: string }) {
  if (query.length < 2) return <>{text}</>;
  const out: ComponentChildren[] = [];
  const low = text.toLowerCase();
  let at = 0;
  for (let hit = low.indexOf(query); hit >= 0; hit = low.indexOf(query, at)) {
    out.push(text.slice(at, hit), <mark>{text.slice(hit, hit + query.length)}</mark>);
    at = hit + query.length;
  }
  out.push(text.slice(at));
  return <>{out}</>;
}

function Line({ inlines, query }: { inlines: Inline[]; query: string }) {
  return (
    <>
      {inlines.map((inline) => {
        const text = <Marked text={inline.text} query={query} />;
        if (inline.kind === 'strong') return <strong>{text}</strong>;
        if (inline.kind === 'em') return <em>{text}</em>;
        if (inline.kind === 'code') return <code>{text}</code>;
        if (inline.kind === 'do') return <b class="do">{text}</b>;
        return text;
      })}
    </>
  );
}

function Blocks({ blocks, query }: { blocks: Block[]; query: string }) {
  return (
    <>
      {blocks.map((block) => {
        if (block.kind === 'p') return <p><Line inlines={block.inlines} query={query} /></p>;
        if (block.kind === 'code') return <pre tabIndex={0}>{block.text}</pre>;
        if (block.kind === 'list') {
          const items = block.items.map((item) => <li><Line inlines={item} query={query} /></li>);
          return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
        }
        return (
          <div class="rules-table" tabIndex={0} role="group">
            <table>
              {block.head.length > 0 && <thead><tr>{block.head.map((cell) => <th scope="col"><Line inlines={cell} query={query} /></th>)}</tr></thead>}
              <tbody>{block.rows.map((row) => <tr>{row.map((cell) => <td><Line inlines={cell} query={query} /></td>)}</tr>)}</tbody>
            </table>
          </div>
        );
      })}
    </>
  );
}

function RuleRow({ rule, query }: { rule: Rule; query: string }) {
  return (
    <article class="rule" id={`R${rule.number}`}>
      <a class="rule-number" href={`#R${rule.number}`} aria-label={fill(T.link, rule.number)}>R{rule.number}</a>
      <div class="rule-body">
        <Blocks blocks={rule.blocks} query={query} />
        <p class="rule-foot">
          {rule.origin.map((origin) => <span class={`origin ${origin}`} title={T.originAbout[origin]}>{T.origins[origin] ?? origin}</span>)}
        </p>
      </div>
    </article>
  );
}

const rulesOf = (page: Page): Rule[] => page.sections.flatMap((s) => s.parts.flatMap((p) => ('rule' in p ? [p.rule] : [])));
const ruleText = (rule: Rule): string => `r${rule.number} ${rule.blocks.map(blockText).join(' ')}`.toLowerCase();
const shortOf = (rule: Rule): string => {
  const text = blockText(rule.blocks[0]).replace(/\s+/g, ' ');
  return text.length > 48 ? `${text.slice(0, text.lastIndexOf(' ', 46))} …` : text;
};

function useRules(game: string): { page: Page | null; failed: boolean; again: () => void } {
  const [page, setPage] = useState<Page | null>(null);
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let here = true;
    setFailed(false);
    const rules = fetch(`/api/rules/${encodeURIComponent(game)}`).then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))));
    Promise.all([rules, loadWords(game)])
      .then(([text, words]) => here && setPage(readRules(forPages(text, words))))
      .catch(() => here && setFailed(true));
    return () => {
      here = false;
    };
  }, [game, tries]);
  return { page, failed, again: () => setTries(tries + 1) };
}

// Which section one is reading, for the list at the left.
function useReading(sections: Section[]): string {
  const [id, setId] = useState('');
  useEffect(() => {
    const look = () => {
      const passed = sections.filter((s) => (document.getElementById(s.id)?.getBoundingClientRect().top ?? 1e9) < 140);
      setId(passed.length ? passed[passed.length - 1].id : (sections[0]?.id ?? ''));
    };
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [sections]);
  return id;
}

export default function Rules({ game }: { game: string }) {
  const { page, failed, again } = useRules(game);
  const [words, setWords] = useState(() => new URLSearchParams(location.search).get('q') ?? '');
  const query = words.trim().toLowerCase();
  const sections = useMemo(() => page?.sections ?? [], [page]);
  const reading = useReading(sections);
  useEffect(() => {
    if (page && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [page]);
  const frame = (body: ComponentChildren) => (
    <div class="page">
      <Bar title={T.title} note={page?.title}><ThemeTool /></Bar>
      <LostStrip />
      {body}
    </div>
  );
  if (failed) return frame(<main class="wrap"><Trouble title={T.failed} text={T.failedText} again={again} /></main>);
  if (!page) return frame(<main class="wrap"><Wait text={T.loading} /></main>);
  const hits = query.length < 2 ? [] : rulesOf(page).filter((rule) => ruleText(rule).includes(query));
  return frame(
    <main class="rules" tabIndex={-1}>
      <nav class="rules-nav" aria-label={T.contents}>
        <label class="rules-search">
          <Icon name="search" />
          <span class="vh">{T.search}</span>
          <input type="search" value={words} placeholder={T.search} onInput={(e) => setWords(e.currentTarget.value)} />
        </label>
        <ul>{sections.map((s) => <li class={`level-${s.level}`}><a href={`#${s.id}`} aria-current={s.id === reading ? 'location' : undefined}>{s.title}</a></li>)}</ul>
      </nav>
      <div class="rules-text">
        <h1>{page.title}</h1>
        <div class="rules-intro"><Blocks blocks={page.intro} query={query} /></div>
        {sections.map((s) => (
          <section aria-labelledby={s.id}>
            {s.level === 2 ? <h2 id={s.id}><Marked text={s.title} query={query} /></h2> : <h3 id={s.id}><Marked text={s.title} query={query} /></h3>}
            {s.parts.map((part) => ('rule' in part ? <RuleRow rule={part.rule} query={query} /> : <Blocks blocks={[part.block]} query={query} />))}
          </section>
        ))}
      </div>
      <aside class="rules-side">
        <div aria-live="polite">
          {query.length >= 2 && (
            <Panel title={fill(T.found, hits.length)}>
              {hits.length === 0 && <p class="sm">{T.nothing}</p>}
              <ul class="rules-hits">{hits.slice(0, 40).map((rule) => <li><a href={`#R${rule.number}`}><span>R{rule.number}</span> {shortOf(rule)}</a></li>)}</ul>
            </Panel>
          )}
        </div>
        <Panel title={T.first}>
          <p class="sm">{T.firstText}</p>
          <a class="btn go" href={`/learn/${game}`}><Icon name="play" /> {T.walk}</a>
        </Panel>
      </aside>
    </main>,
  );
}
