// A quest card: name, quotation, task and outcomes.
import { Icon } from '@/kit/ui';
import { ICON, SEA_ICON, outcomes, taskText } from './model';
import type { Card, Props } from './model';
import { WORDS, fill, wordsFor, capitalise } from './words';

function cardIcon(card: Card): string {
  if (card.kind === 'guardian') return 'stone';
  if (card.kind === 'undead') return 'skull';
  if (card.kind === 'ghost') return 'ghost';
  return SEA_ICON[card.id] ?? ICON[card.category] ?? 'log';
}

export function QuestHead({ p, card, seat, small }: { p: Props; card: Card; seat: number; small?: boolean }) {
  const w = p.words;
  const kind = card.kind === 'quest' || card.kind === 'sea' ? '' : capitalise(w[`card-kind.${card.kind}`]);
  return (
    <div class={`aye-quest-head${small ? ' small' : ''}`}>
      <button type="button" class="qi" onClick={() => p.look('card', card.id)} aria-label={w[`card.${card.id}`]}>
        <Icon name={cardIcon(card)} />
      </button>
      <h3>
        {w[`card.${card.id}`]}
        {kind && <small> {kind}</small>}
      </h3>
      {w[`card.${card.id}.text`] && <i>{w[`card.${card.id}.text`]}</i>}
      <p>{taskText(w, p.content, card, p.view.skill[seat - 1] ?? null)}</p>
    </div>
  );
}

// The hoard on a Guardian's card, which goes to the player who beats the Guardian.
function hoardText(p: Props, card: Card): string {
  const i = card.kind === 'guardian' ? p.content.cards.filter((c) => c.kind === 'guardian').indexOf(card) : -1;
  if (i < 0) return '';
  const items = p.view.stash[i].map((item) => p.words[`item.${item}`]).join(', ');
  const cards = p.view.stash_ffcs[i];
  if (!items && !cards) return '';
  return wordsFor(p.words, items ? 'describe.hoard' : 'describe.hoard-cards', items, cards);
}

export function Outcomes({ p, card }: { p: Props; card: Card }) {
  return (
    <dl class="aye-outcomes" aria-label={WORDS.outcomes}>
      {outcomes(p.words, card).map((o) => (
        <div key={o.key}>
          <dt>{capitalise(o.head)}</dt>
          <dd>{o.text}</dd>
        </div>
      ))}
      {hoardText(p, card) && (
        <div>
          <dt>
            <Icon name="chest" />
          </dt>
          <dd>{hoardText(p, card)}</dd>
        </div>
      )}
      {!!card.xp && (
        <div class="xp">
          <dt>
            <Icon name="xp" />
          </dt>
          <dd>{fill(WORDS.baseXp, card.xp)}</dd>
        </div>
      )}
    </dl>
  );
}
