// /learn/GAME: makes the table of a game's first game, or finds one's unfinished one, and goes there; ?anew=KEY begins again.
import { useEffect, useState } from 'preact/hooks';
import { Refused } from '../link/client';
import { Bar, LostStrip, NameTool, ThemeTool } from '../shell/bar';
import { learn } from '../shell/create';
import { Trouble, Wait } from '../kit/ui';
import { t } from '../kit/words';

export default function Walkthrough({ game }: { game: string }) {
  const [why, fail] = useState<string | null>(null);
  const [tries, again] = useState(0);
  useEffect(() => {
    let left = false; // whoever has gone elsewhere meanwhile is not called back
    fail(null);
    learn(game, () => !left, new URLSearchParams(location.search).get('anew')).catch(
      (error) => !left && fail(error instanceof Refused ? error.refusal.text : t('line.off.text')),
    );
    return () => void (left = true);
  }, [game, tries]);
  return (
    <div class="page">
      <Bar title={t('learn')}>
        <ThemeTool />
        <NameTool />
      </Bar>
      <LostStrip />
      <main tabIndex={-1} class="wrap">
        {why === null ? (
          <Wait text={t('table.laying')} />
        ) : (
          <Trouble title={t('coach.failed')} text={why} again={() => again(tries + 1)} />
        )}
      </main>
    </div>
  );
}
