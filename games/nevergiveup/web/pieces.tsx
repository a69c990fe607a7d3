// The pieces on the island: chests with their letters, wings, shortcut ends, signs, pets.
import type { JSX } from 'preact';
import { SEAT_LETTERS } from '@/kit/ui';
import { Glyph } from './art';
import { LOCATION_ICON, type Location, type Need, type Pet } from './model';
import { spotTop, type Chart, type Spot } from './places';

// Letters the viewer still needs are bold and underlined; those that can be dug now have a magenta ground.
function Letters({ spot, needs, dig }: { spot: Spot; needs: Map<string, Need>; dig: Set<string> }) {
  const first = -spot.h + 21.5;
  return (
    <>
      {spot.rows.flatMap((row, r) =>
        [...row].map((letter, i) => {
          const x = (i - (row.length - 1) / 2) * 17;
          const y = first + r * 15.5;
          const need = needs.get(letter);
          return (
            <g key={letter}>
              {dig.has(letter) && <rect class="ngu-diglet" x={x - 8} y={y - 12.5} width="16" height="16.5" rx="2" />}
              <text x={x} y={y} text-anchor="middle" class={need ? 'ngu-need' : 'ngu-idle'}>
                {letter}
              </text>
              {need && <path class="ngu-under" d={`M${x - 5} ${y + 2.6}h10`} />}
            </g>
          );
        }),
      )}
    </>
  );
}

export const Chest = ({ spot, needs, dig }: { spot: Spot; needs: Map<string, Need>; dig: Set<string> }) => {
  const { w, h } = spot;
  const left = -w / 2;
  return (
    <g transform={`translate(${spot.x} ${spot.y}) scale(${spot.s})`}>
      <g class="art" stroke="var(--ink)" stroke-width="1.6" stroke-linejoin="round">
        <path d={`M${left + 2} ${-h + 1}v-5h${w - 4}v5Z`} fill="var(--st-void)" stroke="none" />
        <rect x={left} y={-h} width={w} height={h} rx="2.5" fill="var(--st-1)" />
        <g class="ngu-lid" data-lid={spot.id}>
          <path d={`M${left} ${-h + 1}c-1-11 3-15 10-15h${w - 20}c7 0 11 4 10 15Z`} fill="var(--st-2)" />
          <path d={`M${left + 13} ${-h - 13}v14M${-left - 13} ${-h - 13}v14`} fill="none" opacity=".75" />
          <rect x="-4" y={-h - 4} width="8" height="8.5" rx="1.5" fill="var(--pA)" stroke-width="1.3" />
        </g>
      </g>
      <rect x={left + 4} y={-h + 6} width={w - 8} height={h - 11} rx="2" fill="var(--paper)" stroke="var(--coast)" />
      <Letters spot={spot} needs={needs} dig={dig} />
    </g>
  );
};

export const Wing = ({ spot, may }: { spot: Spot; may: boolean }) => (
  <g
    transform={`translate(${spot.x + (spot.w / 2 - 2) * spot.s} ${spotTop(spot) + 6})`}
    class={may ? 'ngu-wing may' : 'ngu-wing'}
    aria-hidden="true"
  >
    <circle r="10" />
    <Glyph name="wing" x={-7.5} y={-7.5} size={15} pen={2.6} />
  </g>
);

export const Ring = ({ x, y, letter }: { x: number; y: number; letter: string }) => (
  <g aria-hidden="true">
    <circle cx={x} cy={y} r="8" fill="var(--paper)" stroke="var(--land-ink)" stroke-width="2" />
    <text class="wt ngu-ring" x={x} y={y + 3.8} text-anchor="middle">
      {letter}
    </text>
  </g>
);

// 'may': can be chosen; 'on': chosen, the viewer acts there; 'here': chosen, the viewer waits
export type PlaceMark = '' | 'may' | 'on' | 'here';

// Estimated width of a text, without measuring it in the page.
const textWidth = (text: string, each: number): number =>
  [...text].reduce((sum, c) => sum + (/[mwMW]/.test(c) ? 1.5 : /[fijlrt,. ]/.test(c) ? 0.62 : 1) * each, 0);

export function Sign({
  chart,
  location,
  name,
  when,
  lines,
  mood,
}: {
  chart: Chart;
  location: Location;
  name: string;
  when: string;
  lines: string[];
  mood: PlaceMark;
}) {
  const { x, y } = chart.sign[location];
  if (chart.phone) {
    const fit = mood === 'may' ? (lines[0] ?? when) : '';
    const w = Math.max(textWidth(name, 7.4) + 14, fit ? textWidth(fit, 5.6) + 14 : 0);
    return (
      <g class={`ngu-sign ${mood}`} transform={`translate(${x} ${y})`}>
        <rect x="-4" y="-10" width={w} height={fit ? 33 : 19} rx="3" />
        <text class="nm" x="2" y="4" font-size="14">
          {name}
        </text>
        {fit && (
          <text class="ngu-when" x="2" y="18">
            {fit}
          </text>
        )}
      </g>
    );
  }
  const all = [when, ...lines];
  const w = Math.max(textWidth(name, 8), ...all.map((l) => textWidth(l, 6))) + 42;
  const left = Math.min(x, chart.width - 8 - w);
  return (
    <g class={`ngu-sign ${mood}`} transform={`translate(${left} ${y})`}>
      <rect x="0" y="-17" width={w} height={34 + 14 * lines.length} rx="3" />
      <Glyph name={LOCATION_ICON[location]} x={6.5} y={-10.5} size={21} pen={1.95} />
      <text class="nm" x="33" y="-2.500" font-size="15">
        {name}
      </text>
      {all.map((line, i) => (
        <text key={line} class="ngu-when" x="33" y={11.5 + 14 * i}>
          {line}
        </text>
      ))}
    </g>
  );
}

const SHAPE: Record<Pet, JSX.Element> = {
  cat: <circle r="15" />,
  monkey: <path d="M-14 13V0a14 14 0 0 1 28 0v13Z" />,
  parrot: <rect x="-13.500" y="-13.500" width="27" height="27" rx="4" />,
};

export type PetMark = '' | 'may' | 'on';

// A pet: the shape shows the kind, the colour the player. The player's letter is in the label and on the tag; in a
// crowd, where the picture is too small, it is on the pet itself.
export const PetPiece = ({
  seat,
  pet,
  mood = '',
  planned,
  letter,
  mini,
}: {
  seat: number;
  pet: Pet;
  mood?: PetMark;
  planned?: boolean;
  letter?: boolean;
  mini?: boolean;
}) => {
  const shape = SHAPE[pet];
  const who = SEAT_LETTERS[seat - 1];
  return (
    <g class={`ngu-pet ${mood}`}>
      <g class="ngu-key">{shape}</g>
      {mood && <g class="ngu-halo">{shape}</g>}
      {mood && <g class="ngu-gap">{shape}</g>}
      <g
        fill={`var(--p${who})`}
        stroke="var(--ink)"
        stroke-width="1.700"
        stroke-dasharray={planned ? '4 3' : undefined}
      >
        {shape}
      </g>
      {mini ? (
        <text class="ngu-initial" y={pet === 'monkey' ? 7.5 : 6.5} text-anchor="middle" fill={`var(--on-p${who})`}>
          {who}
        </text>
      ) : (
        <Glyph name={pet} x={-9.5} y={-9.5} size={19} pen={1.2} ink={`var(--on-p${who})`} />
      )}
      {letter && (
        <g class="ngu-who">
          <circle cx="10.5" cy="10" r="6.5" />
          <text x="10.5" y="13.4" text-anchor="middle">
            {who}
          </text>
        </g>
      )}
    </g>
  );
};
