// The left column: the legend of the map, and what is left to discover.
import { Icon, Panel } from '@/kit/ui';
import { DuelSide, duelSides } from './duel';
import { FRAME, currentBattle, frameOf } from './model';
import type { Props } from './model';
import { Figure } from './art';
import { WORDS, fill } from './words';

const SIGNS: [string, string][] = [
  ['eye', ''],
  ['anchor', ''],
  ['rum', 'icon.rum'],
  ['fauna', 'icon.fauna'],
  ['isle', 'icon.island'],
  ['voodoo', 'icon.voodoo'],
  ['chest', 'card.sea-flotsam'],
  ['heart', 'card.sea-sirens'],
  ['wind', 'card.sea-maelstrom'],
  ['skull', 'card.sea-kraken'],
  ['sword', 'card.sea-corsair'],
  ['flag', ''],
];
const BOARD_WORDS: Record<string, string> = { eye: WORDS.hidden, anchor: WORDS.landing, flag: WORDS.final };

export function Side(p: Props) {
  const fight = currentBattle(p.view);
  const c = p.content.duel;
  if (duelSides(p.view) && frameOf(p.view, FRAME.duel)) return <DuelSide p={p} />;
  const down = p.content.spaces.filter((s) => s.kind === 'discovery').length - p.view.open.filter(Boolean).length;
  return (
    <>
      {fight && (
        <Panel title={WORDS.afterBattle}>
          <p class="sm">{fill(WORDS.afterBattleText, c.winner_xp, c.loser_xp)}</p>
          <p class="sm dim">{WORDS.thick}</p>
        </Panel>
      )}
      <Panel
        title={WORDS.legend}
        headerExtra={<span class="xs dim aye-count-down">{fill(p.words['board.hidden'], down)}</span>}
        class="aye-legend hide-mid"
      >
        <ul>
          {SIGNS.map(([icon, word]) => (
            <li key={icon}>
              <Icon name={icon} />
              {word ? p.words[word]?.toLowerCase() : BOARD_WORDS[icon]}
            </li>
          ))}
          <li>
            <svg class="fig" viewBox="-14 -18 28 34" aria-hidden="true">
              <Figure kind="guardian" />
            </svg>
            {WORDS.guardian}
          </li>
          <li>
            <svg class="fig" viewBox="-14 -18 28 34" aria-hidden="true">
              <Figure kind="undead" />
            </svg>
            {WORDS.captain}
          </li>
        </ul>
      </Panel>
    </>
  );
}
