// Adds SVG sprite sheets to the page, so that <use href="#name"> finds their symbols. The icon sheet is always there;
// a board adds its own with addSpriteSheet.
import icons from '../art/icons.svg?raw';

const added = new Set<string>();

export function addSpriteSheet(name: string, svg: string): void {
  if (added.has(name)) return;
  added.add(name);
  const box = document.createElement('div');
  box.style.cssText = 'position:absolute;width:0;height:0;overflow:hidden';
  box.setAttribute('aria-hidden', 'true');
  box.innerHTML = svg.replace(' style="display:none"', ''); // safe: our own file, part of the build
  document.body.prepend(box);
}

export const addIcons = (): void => addSpriteSheet('icons', icons);
