// God's Wrath, if it is played: two markers on a bar, with three steps each to the middle.
import { Icon } from '@/kit/ui';
import type { Props } from './model';
import { WORDS, fill } from './words';

// The table's option; a marker that has moved shows it too.
const isWrathPlayed = (p: Props): boolean => p.table.options?.wrath === 'on' || p.view.dead + p.view.mountain > 0;

export function Wrath({ p }: { p: Props }) {
  if (!isWrathPlayed(p)) return null;
  const { dead, mountain } = p.content.wrath;
  const { view: v, words: w } = p;
  const when = (list: string[]): string =>
    fill(
      WORDS.next,
      list
        .map((x, i) => (i > 0 && x === `${list[0]}-won` ? WORDS.omen.wins : (WORDS.omen[x] ?? w[`when.${x}`])))
        .join(WORDS.or),
    );
  // From the left: the steps of the dead, the middle, the steps of the mountain in reverse.
  const cells = [
    ...dead.map((_, i) => ({ side: 'dead' as const, step: i })),
    { side: 'middle' as const, step: 0 },
    ...mountain.map((_, i) => ({ side: 'mountain' as const, step: mountain.length - 1 - i })),
  ];
  const mark = (side: 'dead' | 'mountain') => (
    <span key={side} class={`mk ${side === 'dead' ? 'dead' : 'mt'}`} title={w[`marker.${side}`]}>
      <Icon name={side === 'dead' ? 'skull' : 'mount'} />
    </span>
  );
  const ahead = (side: 'dead' | 'mountain', step: number): string => {
    const list = side === 'dead' ? dead : mountain;
    return v[side] + 1 === step ? when(list[step - 1].when) : '';
  };
  return (
    <section
      class="aye-wrath"
      aria-label={[
        WORDS.wrath,
        `${w['marker.dead']} ${v.dead} / ${dead.length}`,
        `${w['marker.mountain']} ${v.mountain} / ${mountain.length}`,
      ].join(', ')}
    >
      <h2>{WORDS.wrath}</h2>
      <ol>
        {cells.map(({ side, step }) => {
          if (side === 'middle') {
            const here = [
              ...(v.dead >= dead.length ? [mark('dead')] : []),
              ...(v.mountain >= mountain.length ? [mark('mountain')] : []),
            ];
            const next = [ahead('dead', dead.length), ahead('mountain', mountain.length)].filter(Boolean).join('; ');
            return (
              <li key="middle" class="centre">
                {here.length ? <span class="aye-both">{here}</span> : <Icon name="bolt" />}
                <small>{next || WORDS.middle}</small>
              </li>
            );
          }
          const now = v[side];
          const here = step === now;
          return (
            <li key={`${side}${step}`} class={`${step < now ? 'past' : ''}${side === 'mountain' ? ' wm' : ''}`}>
              {here ? mark(side) : <Icon name={side === 'dead' ? 'skull' : 'mount'} />}
              <small>{here ? w[`marker.${side}`] : ahead(side, step)}</small>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
