// /try/GAME/RULE: creates a table from the scene that shows the rule, and goes there.
import { useEffect, useState } from 'preact/hooks';
import { RefusedError } from '../link/client';
import { Bar, OfflineStrip, NameTool, ThemeTool } from '../shell/bar';
import { playRule } from '../shell/create';
import { ErrorBox, Loading } from '../kit/ui';
import { t } from '../kit/words';

export default function PlayRulePage({ game, rule }: { game: string; rule: number }) {
  const [why, setWhy] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let left = false; // do not pull back someone who has left the page
    setWhy(null);
    playRule(game, rule, () => !left).catch(
      (error) => !left && setWhy(error instanceof RefusedError ? error.refusal.text : t('line.off.text')),
    );
    return () => void (left = true);
  }, [game, rule, tries]);
  return (
    <div class="page">
      <Bar title={t('tried.title', rule)}>
        <ThemeTool />
        <NameTool />
      </Bar>
      <OfflineStrip />
      <main tabIndex={-1} class="wrap">
        {why === null ? (
          <Loading text={t('table.laying')} />
        ) : (
          <ErrorBox title={t('tried.failed')} text={why} retry={() => setTries(tries + 1)} />
        )}
      </main>
    </div>
  );
}
