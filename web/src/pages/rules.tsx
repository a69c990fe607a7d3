// The rules of a game: every rule with its number, a link and its source, and a search that highlights its hits.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { loadGames } from '../link/api';
import { Bar, OfflineStrip, ThemeTool } from '../shell/bar';
import { Icon, Panel, ErrorBox, Loading } from '../kit/ui';
import { Blocks, Marked } from './rules/blocks';
import { loadRules, rulesOf } from './rules/load';
import { type Page, type Rule, type Section, blockText } from './rules/markdown';
import { catalogue, fill } from '../kit/words';
import './rules/rules.css';

const T = {
  ...catalogue.pages.rules,
  origins: catalogue.pages.rules.origins as Record<string, string>,
  originAbout: catalogue.pages.rules.originAbout as Record<string, string>,
};

function RuleRow({ rule, query, play }: { rule: Rule; query: string; play: string | null }) {
  return (
    <article class="rule" id={`R${rule.number}`}>
      <a class="rule-number" href={`#R${rule.number}`} aria-label={fill(T.link, rule.number)}>
        R{rule.number}
      </a>
      <div class="rule-body">
        <Blocks blocks={rule.blocks} query={query} />
        <p class="rule-foot">
          {rule.origin.map((origin) => (
            <span class={`origin ${origin}`} title={T.originAbout[origin]}>
              {T.origins[origin] ?? origin}
            </span>
          ))}
          {play && (
            <a class="rule-play" href={play} aria-label={fill(T.playRule, rule.number)}>
              <Icon name="play" />
              {T.play}
            </a>
          )}
        </p>
      </div>
    </article>
  );
}

const ruleText = (rule: Rule): string => `r${rule.number} ${rule.blocks.map(blockText).join(' ')}`.toLowerCase();
const excerpt = (rule: Rule): string => {
  const text = blockText(rule.blocks[0]).replace(/\s+/g, ' ');
  if (text.length <= 48) return text;
  const stop = text.lastIndexOf('. ', 54); // prefer a complete sentence if it is short enough
  return stop > 18 ? text.slice(0, stop + 1) : `${text.slice(0, text.lastIndexOf(' ', 46))} …`;
};

function useRules(game: string): { page: Page | null; failed: boolean; retry: () => void } {
  const [page, setPage] = useState<Page | null>(null);
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let here = true;
    setFailed(false);
    loadRules(game).then(
      (read) => here && setPage(read),
      () => here && setFailed(true),
    );
    return () => {
      here = false;
    };
  }, [game, tries]);
  return { page, failed, retry: () => setTries(tries + 1) };
}

// Numbers of the rules that have a scene to play; empty until loaded.
function useScenes(game: string): number[] {
  const [scenes, set] = useState<number[]>([]);
  useEffect(() => {
    let here = true;
    loadGames().then(
      (all) => here && set(all.find((g) => g.game === game)?.scenes ?? []),
      () => {},
    );
    return () => void (here = false);
  }, [game]);
  return scenes;
}

// The section being read, to mark it in the table of contents.
function useCurrentSection(sections: Section[]): string {
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
  const { page, failed, retry } = useRules(game);
  const scenes = useScenes(game);
  const [words, setWords] = useState(() => new URLSearchParams(location.search).get('q') ?? '');
  const query = words.trim().toLowerCase();
  const sections = useMemo(() => page?.sections ?? [], [page]);
  const reading = useCurrentSection(sections);
  useEffect(() => {
    if (page && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [page]);
  const frame = (body: ComponentChildren) => (
    <div class="page">
      <Bar title={T.title} note={page?.title}>
        <ThemeTool />
      </Bar>
      <OfflineStrip />
      {body}
    </div>
  );
  if (failed) {
    return frame(
      <main class="wrap">
        <ErrorBox title={T.failed} text={T.failedText} retry={retry} />
      </main>,
    );
  }
  if (!page) {
    return frame(
      <main class="wrap">
        <Loading text={T.loading} />
      </main>,
    );
  }
  const hits = query.length < 2 ? [] : rulesOf(page).filter((rule) => ruleText(rule).includes(query));
  return frame(
    <main class="rules" tabIndex={-1}>
      <nav class="rules-nav" aria-label={T.contents}>
        <label class="rules-search">
          <Icon name="search" />
          <span class="vh">{T.search}</span>
          <input type="search" value={words} placeholder={T.search} onInput={(e) => setWords(e.currentTarget.value)} />
        </label>
        <ul>
          {sections.map((s) => (
            <li class={`level-${s.level}`}>
              <a href={`#${s.id}`} aria-current={s.id === reading ? 'location' : undefined}>
                {s.title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="rules-text">
        <h1>{page.title}</h1>
        <div class="rules-intro">
          <Blocks blocks={page.intro} query={query} />
        </div>
        {sections.map((s) => (
          <section aria-labelledby={s.id}>
            {s.level === 2 ? (
              <h2 id={s.id}>
                <Marked text={s.title} query={query} />
              </h2>
            ) : (
              <h3 id={s.id}>
                <Marked text={s.title} query={query} />
              </h3>
            )}
            {s.parts.map((part) =>
              'rule' in part ? (
                <RuleRow
                  rule={part.rule}
                  query={query}
                  play={scenes.includes(part.rule.number) ? `/try/${game}/${part.rule.number}` : null}
                />
              ) : (
                <Blocks blocks={[part.block]} query={query} />
              ),
            )}
          </section>
        ))}
      </div>
      <aside class="rules-side">
        <div aria-live="polite">
          {query.length >= 2 && (
            <Panel title={fill(T.found, hits.length)}>
              {hits.length === 0 && <p class="sm">{T.nothing}</p>}
              <ul class="rules-hits">
                {hits.slice(0, 40).map((rule) => (
                  <li>
                    <a href={`#R${rule.number}`}>
                      <span>R{rule.number}</span> {excerpt(rule)}
                    </a>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
        </div>
        <Panel title={T.first}>
          <p class="sm">{T.firstText}</p>
          <a class="btn go" href={`/learn/${game}`}>
            <Icon name="play" /> {T.walk}
          </a>
        </Panel>
      </aside>
    </main>,
  );
}
