// Measures the board's box: the map's scale, and where choices and popups fit.
import type { Layout, Props } from './model';
import { HALF } from './shapes';

interface Box {
  x: number;
  y: number;
  scale: number;
  width: number;
  height: number;
}

export function boxOf([width, height]: [number, number], layout: Layout): Box {
  const scale = width && height ? Math.min(width / layout.width, height / layout.height) : 1;
  return {
    scale,
    width,
    height,
    x: width ? (width - layout.width * scale) / 2 : 0,
    y: height ? (height - layout.height * scale) / 2 : 0,
  };
}

// Height of the free sea in the lower right corner, where the choices go.
export function spaceBelow(content: Props['content'], layout: Layout, box: Box): number {
  const last = Math.max(...content.spaces.map((s) => s.row));
  const right = Math.max(...content.spaces.filter((s) => s.row === last).map((s) => s.column));
  const lowest = Math.max(0, ...content.spaces.filter((s) => s.column > right).map((s) => layout.at(s.id).y + HALF));
  return box.height - box.y - lowest * box.scale;
}

export function popupPosition(layout: Layout, box: Box, id: string) {
  const { x, y } = layout.at(id);
  const left = box.x + (x + 40) * box.scale;
  const below = y > layout.height * 0.6;
  return {
    left: Math.max(8, Math.min(left, box.width - 236)),
    ...(below
      ? { bottom: Math.max(8, box.height - box.y - (y + 40) * box.scale) }
      : { top: Math.max(8, box.y + (y - 30) * box.scale) }),
  };
}
