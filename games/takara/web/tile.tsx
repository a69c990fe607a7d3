// A tile of a site, drawn from its own corner. What is known of it decides between paper, dashes and earth.
import { Blocks, Gem, Pawn, Sign, roughRect, texture } from './art';
import {
  kindForms,
  kindIcon,
  kindOf,
  kindShort,
  monsterValue,
  siteKey,
  tileState,
  type Props,
  type TileKind,
} from './model';

const widths = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

// Width of a text in the board's font.
function textWidth(text: string, size: number, italic: boolean): number {
  const key = `${italic} ${text}`;
  let w = widths.get(key);
  if (w === undefined) {
    pen ??= document.createElement('canvas').getContext('2d');
    if (!pen) return text.length * size * 0.52;
    pen.font = `${italic ? 'italic ' : ''}100px "Libre Caslon Text", Georgia, serif`;
    w = pen.measureText(text).width / 100;
    if (document.fonts?.check('12px "Libre Caslon Text"')) widths.set(key, w);
  }
  return w * size;
}

// The longest form in the largest size that fits. A text slightly too long is condensed.
function fit(forms: string[], room: number, italic: boolean): { text: string; size: number; squeeze?: number } {
  for (const text of forms) {
    for (const size of [12.5, 12, 11.5, 11]) if (textWidth(text, size, italic) <= room) return { text, size };
    if (textWidth(text, 11, italic) <= room * 1.16) return { text, size: 11, squeeze: room };
  }
  return { text: forms[forms.length - 1] ?? '', size: 10.5 };
}

// The contents of a large tile grow with it.
const contentScale = (box: Box): number => (box.narrow ? 1 : Math.max(1, Math.min(1.4, box.w / 112, box.h / 44)));

export interface Box {
  w: number;
  h: number;
  narrow: boolean;
}

// A row of hearts, with the lost ones crossed out.
function Life({ x, y, life, wounds, room }: { x: number; y: number; life: number; wounds: number; room: number }) {
  const step = Math.min(9.5, (room - 10) / Math.max(1, life - 1));
  const from = x - (step * (life - 1) + 10) / 2;
  return (
    <g>
      {Array.from({ length: life }, (_, i) => (
        <g key={i}>
          <Sign name="heart" x={from + i * step} y={y} size={10} class={`tk-heart ${i < wounds ? 'out' : ''}`} />
          {i < wounds && <path class="tk-strike" d={`M${from + i * step + 1} ${y + 9}l8-8`} />}
        </g>
      ))}
    </g>
  );
}

function Monster({
  p,
  k,
  box,
  wounds,
  isPrivate,
  spare,
}: {
  p: Props;
  k: TileKind;
  box: Box;
  wounds: number;
  isPrivate: boolean;
  spare: number;
}) {
  const { w, h, narrow } = box;
  const life = k.life ?? 1;
  const icon = kindIcon(k);
  if ((narrow || w < 84) && h < 31) {
    const size = Math.max(8, h * 0.84);
    return (
      <g class={isPrivate ? 'tk-mine' : 'tk-up'}>
        <Sign name={icon} x={5} y={(h - size) / 2} size={size} class="tk-beast" />
        <Sign name="heart" x={w - 26} y={h / 2 - 6} size={12} class="tk-heart" />
        <text class="tk-num" x={w - 12} y={h / 2 + 4}>
          {life - wounds}
        </text>
      </g>
    );
  }
  if (narrow || w < 84) {
    const size = Math.min(28, h * 0.62);
    return (
      <g class={isPrivate ? 'tk-mine' : 'tk-up'}>
        <Sign
          name={icon}
          x={isPrivate && spare > 20 ? 3 : (w - size) / 2 - (w > 44 ? 3 : 0)}
          y={(h - size) / 2 - (h > 34 ? 5 : 3)}
          size={size}
          class="tk-beast"
        />
        <Sign name="heart" x={4} y={h - 13} size={9.5} class="tk-heart" />
        <text class="tk-num" x={14.5} y={h - 4.5}>
          {life - wounds}
        </text>
        <text class="tk-num" x={w - 4} y={h - 4.5} text-anchor="end">{`${k.xp ?? 0}XP`}</text>
      </g>
    );
  }
  const short = h < 34;
  const size = short ? h * 0.76 : Math.min(27, h * 0.58);
  const block = Math.max(size, life * 9) + 2; // the Monster is above its hearts
  const x = block + 7;
  const name = fit(kindForms(p, k.id), w - x - (isPrivate ? spare : 6), isPrivate);
  return (
    <g class={isPrivate ? 'tk-mine' : 'tk-up'}>
      <Sign
        name={icon}
        x={4 + (block - size) / 2}
        y={short ? (h - size) / 2 : (h - size - 10) / 2}
        size={size}
        class="tk-beast"
      />
      {!short && <Life x={4 + block / 2} y={(h + size - 10) / 2} life={life} wounds={wounds} room={block + 2} />}
      <text
        class={isPrivate ? 'wt' : 'nm'}
        x={x}
        y={short ? h / 2 + 4 : h / 2 - 2.5}
        font-size={name.size}
        textLength={name.squeeze}
        lengthAdjust="spacingAndGlyphs"
      >
        {name.text}
      </text>
      {!short && (
        <text class="tk-sub" x={x} y={h / 2 + 13} font-size="11">
          {monsterValue(k)}
        </text>
      )}
    </g>
  );
}

function FoundTile({
  p,
  k,
  box,
  isPrivate,
  spare,
}: {
  p: Props;
  k: TileKind;
  box: Box;
  isPrivate: boolean;
  spare: number;
}) {
  const { w, h, narrow } = box;
  const icon = kindIcon(k);
  const text = isPrivate ? 'wt' : 'nm';
  if (narrow || w < 84) {
    const number = k.what === 'kara' ? k.karas : k.what === 'xp' ? k.xp : null;
    const tight = k.cross && w < 46; // icon, number and cross side by side
    const size = Math.min(number === null ? 26 : tight ? 13 : 20, h * 0.6);
    const shift = tight ? -8 : k.cross ? -4 : 0;
    const down = isPrivate && spare > 20 && h > 34 ? 5 : 0; // below the tokens of the other players who know it
    const x = number === null ? (w - size) / 2 : w / 2 - size - 1 + shift;
    return (
      <g class={isPrivate ? 'tk-mine' : 'tk-up'}>
        {k.what === 'stone' ? (
          <Gem x={(w - Math.min(26, h)) / 2} y={(h - Math.min(26, h)) / 2 + 1} size={Math.min(26, h)} />
        ) : (
          <Sign name={icon} x={x} y={(h - size) / 2 + 1 + down} size={size} />
        )}
        {number !== null && (
          <text class={text} x={w / 2 + 5 + shift} y={h / 2 + (h < 31 ? 5.5 : 7) + down} font-size={h < 31 ? 15 : 18}>
            {number}
          </text>
        )}
        {k.cross && (
          <Sign
            name="cross"
            x={tight ? w - 14 : w - 17}
            y={h < 31 ? h / 2 - 6 : h - 16}
            size={tight ? 11 : 13}
            class="tk-cross"
          />
        )}
      </g>
    );
  }
  const name = k.what === 'xp' ? `${k.xp} XP` : kindShort(p, k.id);
  const size = Math.min(24, h * 0.66);
  const rim = w < 100 ? 4 : 8;
  return (
    <g class={isPrivate ? 'tk-mine' : 'tk-up'}>
      {k.what === 'stone' ? (
        <Gem x={5} y={(h - 29) / 2} size={29} />
      ) : (
        <Sign name={icon} x={rim} y={(h - size) / 2} size={size} />
      )}
      <text class={text} x={rim + 29} y={h / 2 + 4.5} font-size="13">
        {name}
      </text>
      {k.cross && (
        <Sign name="cross" x={rim + 35 + textWidth(name, 13, isPrivate)} y={h / 2 - 7.5} size={15} class="tk-cross" />
      )}
    </g>
  );
}

// Small tokens of the other players who have looked, from the right.
function Lookers({ seats, x, y, size }: { seats: number[]; x: number; y: number; size: number }) {
  return (
    <g>
      {seats.map((s, i) => (
        <Pawn key={s} seat={s} x={x - (seats.length - 1 - i) * size * 0.92} y={y} size={size} />
      ))}
    </g>
  );
}

// A tile that only others have looked at: an eye, whether it is no Rockfall, and their tokens. The eye is left out if
// there is little room.
function Seen({ by, clean, w, h }: { by: number[]; clean: boolean; w: number; h: number }) {
  const parts = (clean ? 2 : 1) + 0.86 * (by.length - 1); // width in tokens, without the eye
  const size = Math.max(8, Math.min(18, h - 12, (w - 15) / parts));
  const rock = clean ? size + 1 : 0;
  const eye = 17 + rock + by.length * size * 0.92 + 11 <= w - 4 ? 17 : 0;
  const room = w - 4 - 10 - eye - rock - size;
  const step = by.length > 1 ? Math.min(size * 0.92, room / (by.length - 1)) : 0;
  const plate = 10 + eye + rock + size + step * (by.length - 1);
  const left = (w - plate) / 2;
  return (
    <g class="tk-lookers">
      <rect class="plate" x={left} y={h / 2 - size / 2 - 2} width={plate} height={size + 4} rx={(size + 4) / 2} />
      {eye > 0 && <Sign name="eye" x={left + 5} y={h / 2 - 7.5} size={15} class="tk-eye" />}
      {clean && <NoRock x={left + 5 + eye} y={h / 2 - size / 2} size={size - 1} />}
      {by.map((s, i) => (
        <Pawn key={s} seat={s} x={left + 5 + eye + rock + size / 2 + i * step} y={h / 2} size={size} />
      ))}
    </g>
  );
}

export function Tile({ p, site, tile, box }: { p: Props; site: number; tile: number; box: Box }) {
  const { w, h } = box;
  const s = tileState(p.view, p.seat, site, tile);
  const level = Math.floor((tile - 1) / 3);
  const seed = site * 16 + tile;
  const f = contentScale(box);
  const edge = roughRect(w, h, 5, seed);
  const top = p.view.top[siteKey(site)] + 1 === tile;
  const wounds = top ? p.view.wounds[siteKey(site)] : 0;
  if (s.is === 'gone') return null;
  if (s.is === 'undrawn' || s.is === 'seen') {
    return (
      <g>
        <path class={`tk-earth e${level}`} d={edge} />
        <path class={`tk-marks m${level}`} d={texture(level, w, h, seed)} />
        {s.is === 'seen' && (
          <g transform={`scale(${f})`}>
            <Seen by={s.by} clean={s.clean} w={w / f} h={h / f} />
          </g>
        )}
      </g>
    );
  }
  const others = s.is === 'mine' ? s.others : [];
  return (
    <g>
      {s.is === 'mine' && <path class={`tk-earth e${level}`} d={edge} />}
      <Face
        p={p}
        kind={s.kind}
        box={box}
        seed={seed}
        wounds={wounds}
        isPrivate={s.is === 'mine'}
        spare={others.length ? 5 + others.length * 13 : 16}
      />
      {s.is === 'mine' && others.length === 0 && h >= 31 && (
        <Sign name="eye" x={w - 15 * f} y={2.5} size={12 * f} class="tk-eye" />
      )}
      {others.length > 0 && <Lookers seats={others} x={w - 8.5 * f} y={h < 31 ? h / 2 : 9 * f} size={14 * f} />}
    </g>
  );
}

// A tile of known kind: on paper, dashed if only the viewer knows it.
export function Face({
  p,
  kind,
  box,
  seed,
  wounds = 0,
  isPrivate = false,
  spare = 16,
}: {
  p: Props;
  kind: string;
  box: Box;
  seed: number;
  wounds?: number;
  isPrivate?: boolean;
  spare?: number;
}) {
  const f = contentScale(box);
  const inner = { w: box.w / f, h: box.h / f, narrow: box.narrow };
  const { w, h, narrow } = inner;
  const k = kindOf(p, kind);
  const rock = k.what === 'rockfall';
  return (
    <g>
      <path class={isPrivate ? 'tk-private' : rock ? 'tk-rock' : 'tk-paper'} d={roughRect(box.w, box.h, 5, seed)} />
      <g transform={`scale(${f})`}>
        {rock && <Blocks w={w} h={narrow ? h : h - 4} seed={seed} />}
        {rock && !narrow && w >= 84 && (
          <g>
            <rect class="tk-label" x={w / 2 - 31} y={h - 16} width={62} height={15} rx={3} />
            <text class="tk-rockname" x={w / 2} y={h - 4.5} text-anchor="middle" font-size="11">
              {kindShort(p, k.id)}
            </text>
          </g>
        )}
        {k.what === 'monster' && (
          <Monster p={p} k={k} box={inner} wounds={wounds} isPrivate={isPrivate} spare={spare} />
        )}
        {!rock && k.what !== 'monster' && <FoundTile p={p} k={k} box={inner} isPrivate={isPrivate} spare={spare} />}
      </g>
    </g>
  );
}

// Publicly known not to be a Rockfall: a crossed-out stone.
function NoRock({ x, y, size }: { x: number; y: number; size: number }) {
  return (
    <g class="tk-norock" transform={`translate(${x} ${y}) scale(${size / 16.5})`}>
      <path class="rk" d="M1.5 14 3.5 6.5 8 3.5l4.5 2 2 8.5ZM3.5 6.5 8.5 8.5 12.5 5.5M8.5 8.5 8 14" />
      <path class="key" d="M1 2 15.5 15" />
      <path class="st" d="M1 2 15.5 15" />
    </g>
  );
}
