// A game's cover picture; empty until it is loaded.
import { useEffect, useState } from 'preact/hooks';
import { loadCover } from './boards';

export function Cover({ game }: { game: string }) {
  const [svg, set] = useState('');
  useEffect(() => {
    let gone = false;
    loadCover(game)?.then(
      (text) => !gone && set(text),
      () => {},
    );
    return () => void (gone = true);
  }, [game]);
  return <div class="cover" aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />;
}
