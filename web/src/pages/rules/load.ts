// Loads a game's rules and parses them.
import { loadWords } from '../../link/api';
import { type Page, type Rule, readRules } from './markdown';
import { forPages } from './pages';

export async function loadRules(game: string): Promise<Page> {
  const rules = fetch(`/api/rules/${encodeURIComponent(game)}`).then((answer) =>
    answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status))),
  );
  const [text, catalogue] = await Promise.all([rules, loadWords(game)]);
  return readRules(forPages(text, catalogue));
}

export const rulesOf = (page: Page): Rule[] =>
  page.sections.flatMap((s) => s.parts.flatMap((p) => ('rule' in p ? [p.rule] : [])));
