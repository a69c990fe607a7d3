// Takes screenshots of one board, drawn from saved moments (tools/fixtures.mjs).
// Usage: node tools/shots.mjs GAME FIXTURE.json FOLDER [--at N,N…] [--kind KIND] [--sizes desktop,phone,tablet]
// [--dark]
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const [game, fixture, folder, ...rest] = process.argv.slice(2);
const option = (name, standard) => (rest.includes(`--${name}`) ? rest[rest.indexOf(`--${name}`) + 1] : standard);
const sizes = { desktop: [1440, 900], phone: [390, 844], tablet: [820, 1180], wide: [1180, 820] };
const moments = JSON.parse(readFileSync(fixture, 'utf8')).moments.length;
const at = option('at', [0, 0.2, 0.4, 0.6, 0.8, 1].map((f) => Math.round(f * (moments - 1))).join(','))
  .split(',')
  .map(Number);
const raw = {
  name: 'raw',
  setup(b) {
    b.onResolve({ filter: /\?raw$/ }, (a) => ({ path: join(a.resolveDir, a.path.slice(0, -4)), namespace: 'raw' }));
    b.onLoad({ filter: /.*/, namespace: 'raw' }, (a) => ({ contents: readFileSync(a.path), loader: 'text' }));
    b.onResolve({ filter: /^virtual-board$/ }, () => ({ path: join(web, `../games/${game}/web/index.tsx`) }));
  },
};
const bundle = await build({
  entryPoints: [join(web, 'dev/gallery.tsx')],
  bundle: true,
  write: false,
  outdir: '/out',
  format: 'iife',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  plugins: [raw],
  alias: { '@': join(web, 'src') },
  nodePaths: [join(web, 'node_modules')],
  loader: { '.woff2': 'dataurl' },
  logLevel: 'warning',
});
const js = bundle.outputFiles.find((f) => f.path.endsWith('.js')).text;
const css = bundle.outputFiles.find((f) => f.path.endsWith('.css'))?.text ?? '';
const face = (family, style, file) => {
  const data = readFileSync(join(web, 'node_modules', file)).toString('base64');
  return `@font-face{font-family:"${family}";${style}src:url(data:font/woff2;base64,${data})}`;
};
const caslon = '@fontsource/libre-caslon-text/files/libre-caslon-text-latin-400';
const atkinson =
  '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2';
const faces =
  face('Libre Caslon Text', '', `${caslon}-normal.woff2`) +
  face('Libre Caslon Text', 'font-style:italic;', `${caslon}-italic.woff2`) +
  face('Atkinson Hyperlegible Next Variable', 'font-weight:200 800;', atkinson);
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const name of option('sizes', 'desktop,phone').split(',')) {
  const [width, height] = sizes[name];
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: rest.includes('--dark') ? 'dark' : 'light',
  });
  page.on('pageerror', (e) => console.log('page error:', e.message));
  page.on('console', (m) => m.type() === 'error' && console.log('console:', m.text()));
  await page.setContent(
    `<!doctype html><html lang="en"><head><style>${faces}${css}</style></head><body></body></html>`,
  );
  await page.evaluate(
    (f) => {
      window.fixture = f;
    },
    JSON.parse(readFileSync(fixture, 'utf8')),
  );
  await page.addScriptTag({ content: js });
  for (const n of at) {
    await page.evaluate(([a, k]) => window.show(a, k), [n, option('kind', null)]);
    await page.waitForTimeout(150);
    await page.screenshot({ path: join(folder, `${game}-${name}${rest.includes('--dark') ? '-dark' : ''}-${n}.png`) });
  }
  await page.close();
}
await browser.close();
console.log(`${at.length} moments of ${moments} in ${folder}`);
