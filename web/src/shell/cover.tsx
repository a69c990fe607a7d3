// The picture of a game, from our own files; while it comes, plain sea.
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
