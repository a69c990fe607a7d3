// A card above the prompt with the text of the rule that this table shows. It can be folded.
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
    ); // the card still links to the rule
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
