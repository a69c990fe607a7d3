// Which rule is tried at this table, in its own words: a card over the prompt, folded when it is understood.
import { useEffect, useState } from 'preact/hooks';
import { Blocks } from '../pages/rules/blocks';
import { loadRules, rulesOf } from '../pages/rules/load';
import type { Block } from '../pages/rules/markdown';
import { t } from '../kit/words';
import { RuleLink } from './actions';
import './tip.css';

export function RuleCard({ game, rule }: { game: string; rule: number }) {
  const [blocks, set] = useState<Block[]>([]);
  const [folded, setFolded] = useState(false);
  useEffect(() => {
    let here = true;
    loadRules(game).then(
      (page) => here && set(rulesOf(page).find((r) => r.number === rule)?.blocks ?? []),
      () => {},
    ); // its link is there all the same
    return () => void (here = false);
  }, [game, rule]);
  return (
    <section class={`coach tried ${folded ? 'folded' : ''}`} aria-label={t('tried.title', rule)}>
      <p class="cap">
        <span>{t('tried.title', rule)}</span>
      </p>
      {!folded && (
        <div class="words" tabIndex={0} role="group" aria-label={t('rule', rule)}>
          <Blocks blocks={blocks} query="" />
        </div>
      )}
      <div class="row">
        {!folded && (
          <>
            <span class="note">{t('tried.note')}</span>
            <RuleLink game={game} rule={rule} />
          </>
        )}
        <button type="button" class="btn small" aria-expanded={!folded} onClick={() => setFolded(!folded)}>
          {t(folded ? 'coach.again' : 'coach.got-it')}
        </button>
      </div>
    </section>
  );
}
