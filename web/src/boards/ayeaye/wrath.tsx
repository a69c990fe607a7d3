// God's Wrath, where it is played: two markers on a scale bar, three steps each to the middle.
import { Icon } from '../../ui';
import type { Props } from './model';
import { T, fill } from './words';

// The option is the table's; a marker that has moved says so too.
export const wrathPlayed = (p: Props): boolean => p.table.options?.wrath === 'on' || p.view.dead + p.view.mountain > 0;

export function Wrath({ p }: { p: Props }) {
  if (!wrathPlayed(p)) return null;
  const { dead, mountain } = p.content.wrath;
  const { view: v, words: w } = p;
  const when = (list: string[]): string => fill(T.next, list.map((x) => w[`when.${x}`]).join(T.or));
  // Steps from the left: the dead's beginning, its steps, the mountain's steps in reverse, its beginning.
  const cells = [
    ...Array.from({ length: dead.length + 1 }, (_, i) => ({ side: 'dead' as const, step: i })),
    ...Array.from({ length: mountain.length + 1 }, (_, i) => ({ side: 'mountain' as const, step: mountain.length - i })),
  ];
  return (
    <section class="aye-wrath" aria-label={`${T.wrath}. ${w['marker.dead']}: ${v.dead} / ${dead.length}. ${w['marker.mountain']}: ${v.mountain} / ${mountain.length}.`}>
      <h2>{T.wrath}</h2>
      <ol>
        {cells.map(({ side, step }) => {
          const now = v[side];
          const icon = side === 'dead' ? 'skull' : 'mount';
          const here = step === now;
          const next = step === now + 1;
          const when_ = next ? when((side === 'dead' ? dead : mountain)[step - 1].when) : '';
          return (
            <li key={`${side}${step}`} class={`${step < now ? 'past' : ''}${side === 'mountain' ? ' wm' : ''}`}>
              {here ? <span class={`mk ${side === 'dead' ? 'dead' : 'mt'}`} title={w[`marker.${side}`]}><Icon name={icon} /></span> : <Icon name={step === (side === 'dead' ? dead : mountain).length ? 'bolt' : icon} />}
              <small>{here ? w[`marker.${side}`] : when_}</small>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
