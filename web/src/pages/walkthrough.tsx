// /learn/GAME: creates the walkthrough's table, or finds your unfinished one, and goes there. ?anew=KEY starts again.
import { useEffect, useState } from 'preact/hooks';
import { RefusedError } from '../link/client';
import { Bar, OfflineStrip, NameTool, ThemeTool } from '../shell/bar';
import { startWalkthrough } from '../shell/create';
import { ErrorBox, Loading } from '../kit/ui';
import { t } from '../kit/words';

export default function Walkthrough({ game }: { game: string }) {
  const [why, setWhy] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let left = false; // do not pull back someone who has left the page
    setWhy(null);
    startWalkthrough(game, () => !left, new URLSearchParams(location.search).get('anew')).catch(
      (error) => !left && setWhy(error instanceof RefusedError ? error.refusal.text : t('line.off.text')),
    );
    return () => void (left = true);
  }, [game, tries]);
  return (
    <div class="page">
      <Bar title={t('learn')}>
        <ThemeTool />
        <NameTool />
      </Bar>
      <OfflineStrip />
      <main tabIndex={-1} class="wrap">
        {why === null ? (
          <Loading text={t('table.laying')} />
        ) : (
          <ErrorBox title={t('coach.failed')} text={why} retry={() => setTries(tries + 1)} />
        )}
      </main>
    </div>
  );
}
