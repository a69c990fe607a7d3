// /try/GAME/RULE: makes the table of a scene that shows the rule and goes there.
import { useEffect, useState } from 'preact/hooks';
import { Refused } from '../link/client';
import { Bar, LostStrip, NameTool, ThemeTool } from '../shell/bar';
import { tryRule } from '../shell/create';
import { Trouble, Wait } from '../kit/ui';
import { t } from '../kit/words';

export default function Trial({ game, rule }: { game: string; rule: number }) {
  const [why, fail] = useState<string | null>(null);
  const [tries, again] = useState(0);
  useEffect(() => {
    let left = false; // whoever has gone elsewhere meanwhile is not called back
    fail(null);
    tryRule(game, rule, () => !left).catch(
      (error) => !left && fail(error instanceof Refused ? error.refusal.text : t('line.off.text')),
    );
    return () => void (left = true);
  }, [game, rule, tries]);
  return (
    <div class="page">
      <Bar title={t('tried.title', rule)}>
        <ThemeTool />
        <NameTool />
      </Bar>
      <LostStrip />
      <main tabIndex={-1} class="wrap">
        {why === null ? (
          <Wait text={t('table.laying')} />
        ) : (
          <Trouble title={t('tried.failed')} text={why} again={() => again(tries + 1)} />
        )}
      </main>
    </div>
  );
}
