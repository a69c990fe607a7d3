// Positions on the cross-section for a board of w by h pixels. The board is laid out for each size and never scaled,
// so that text keeps its size.
import type { Box } from './tile';

export interface Geometry {
  w: number;
  h: number;
  narrow: boolean; // phones: no text on tiles, no names of levels
  pitch: number; // distance between shafts
  left: number;
  sky: number; // top of the first tile
  step: number; // distance between tiles
  box: Box; // size of a tile
  pawn: number;
  cx: (site: number) => number; // centre of a shaft
  x: (site: number) => number; // corner of a tile
  y: (tile: number) => number;
}

export function geometry(w: number, h: number): Geometry {
  const narrow = w < 600;
  const margin = narrow ? 8 : 62;
  const right = narrow ? 8 : 22;
  const pitch = Math.min(176, (w - margin - right) / 6);
  const left = margin + (w - margin - right - pitch * 6) / 2;
  const sky = h < 300 ? 34 : Math.max(54, Math.min(narrow ? 92 : 124, h * 0.18));
  const foot = h < 300 ? 4 : narrow ? 20 : 28;
  const step = Math.max(12, Math.min(74, (h - sky - foot) / 9));
  const tw = pitch - (narrow ? 12 : 15);
  const box = { w: Math.max(20, tw), h: step - 3.5, narrow };
  return {
    w,
    h,
    narrow,
    pitch,
    left,
    sky,
    step,
    box,
    pawn: narrow ? 24 : 29,
    cx: (site) => left + pitch * (site - 0.5),
    x: (site) => left + pitch * (site - 0.5) - tw / 2,
    y: (tile) => sky + step * (tile - 1),
  };
}
