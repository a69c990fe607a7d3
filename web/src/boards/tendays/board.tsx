// The middle of the table: the beach, and below it the camps or what takes their place while it is asked about.
import { Pano } from './pano';
import { Camps, Rescuers } from './camps';
import type { Props } from './model';
import { usePick } from './parts';

export function Board(p: Props) {
  const [press, list] = usePick(p);
  return (
    <div class={`td-board ${p.size}`}>
      <Pano p={p} />
      <Rescuers p={p} press={press} />
      <Camps p={p} press={press} />
      {list}
    </div>
  );
}
