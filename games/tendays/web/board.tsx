// The middle of the table: the beach, and below it the camps or the picture that replaces them during bids and battles.
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '@/kit/ui';
import { Battle } from './battle';
import { Bids } from './bids';
import { Camps, Rescuers } from './camps';
import { type Props, draft, fill, offers, seatName, waitingRescuers } from './model';
import { News } from './news';
import { EventStrip, hasCurrentEvent, overlayKind } from './current-event';
import { Draft, Offers } from './offers';
import { Beach } from './beach';
import { usePick } from './shared';
import { WORDS } from './words';

export function Board(p: Props) {
  const [press, list] = usePick(p);
  const making = draft(p);
  const over = overlayKind(p);
  const [folded, fold] = useState(false);
  const [camps, look] = useState(false);
  useEffect(() => fold(false), [making?.to]);
  useEffect(() => look(false), [over]);
  const builder = making && !folded;
  const full = over && !camps && !builder;
  const quiet = !offers(p).length && !hasCurrentEvent(p);
  return (
    <div
      class={`td-board ${p.size} ${full ? over : builder ? 'making' : ''}`}
      tabIndex={0}
      role="region"
      aria-label={WORDS.region}
    >
      {/* focusable because it scrolls and may contain no button */}
      {!full && (
        <div class="td-top">
          <Beach p={p} />
          <News p={p} />
        </div>
      )}
      {(making && folded) || (over && camps && !builder) ? (
        <div class="td-return">
          {over && camps && (
            <button type="button" class="td-small" onClick={() => look(false)}>
              <Icon name="prev" />
              {WORDS.toNow}
            </button>
          )}
          {making && folded && (
            <button type="button" class="td-small" onClick={() => fold(false)}>
              <Icon name="trade" />
              {WORDS.unfold}: {fill(WORDS.draftTitle, seatName(p, making.to))}
            </button>
          )}
        </div>
      ) : null}
      {!full && !builder && (waitingRescuers(p).length > 0 || quiet) && <Rescuers p={p} press={press} />}
      {!builder && !(full && over === 'battle') && <EventStrip p={p} />}
      <Offers p={p} part={p.size === 'phone' ? 'mine' : 'all'} />
      {builder ? (
        <Draft p={p} fold={() => fold(true)} />
      ) : full && over === 'bids' ? (
        <Bids p={p} press={press} toCamps={() => look(true)} />
      ) : full ? (
        <Battle p={p} press={press} />
      ) : (
        <Camps p={p} press={press} />
      )}
      {p.size === 'phone' && !builder && <Offers p={p} part="rest" />}
      {list}
    </div>
  );
}
