// The curtain between two people who share a screen: whose turn it is, and one button. No part of the board is drawn
// behind it.
import { useEffect, useRef } from 'preact/hooks';
import { Icon, PlayerToken } from '../kit/ui';
import { t } from '../kit/words';

export function Curtain({
  seat,
  name,
  previous,
  show,
}: {
  seat: number;
  name: string;
  previous: string;
  show: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <main tabIndex={-1} class="curtain">
      <svg class="swell" viewBox="0 0 100 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {Array.from({ length: 16 }, (_, i) => (
          <circle key={i} cx="50" cy="100" r={6 + i * 7} />
        ))}
      </svg>
      <PlayerToken seat={seat} size={64} />
      <h1>{t('curtain.hand', name)}</h1>
      {previous && <p>{t('curtain.nothing', previous)}</p>}
      <button type="button" class="btn go" ref={button} onClick={show}>
        <Icon name="eye" />
        {t('curtain.show', name)}
      </button>
    </main>
  );
}
