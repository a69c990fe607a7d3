// Measures how smoothly the boards animate: bench/frames.mjs [SKERRY [SECONDS]]
// Opens every game against bots with animation on, plays random moves for a while and measures frames per second, the
// duration of slow frames, and how much of each frame's 16.7 ms the page's own work takes (script, style, layout). The
// rest is painting, which is slow on a machine without a graphics card, so only the page's own work says something
// about the page.
import { GAMES, House, Person, launch } from '../tests/web/lib.mjs';
import { playOn } from '../tests/web/play.mjs';

const seconds = Number(process.argv[3] ?? 10);
const house = await House.open();
const browser = await launch();
const row = (...cells) => console.log(`| ${cells.join(' | ')} |`);

row('board', 'size', 'frames/s', 'frames within 17 ms', 'slowest 1 %', 'own work a frame', 'busiest tenth');
row(...Array(7).fill('---'));
for (const game of GAMES)
  for (const size of ['desktop', 'phone']) {
    const person = await Person.open(browser, house, { size, motion: true });
    const { page } = person;
    await person.go('/');
    await page.locator(`#game-${game} button.btn.may`).click();
    await page.locator('.acts .act').first().waitFor();
    const tools = await person.context.newCDPSession(page);
    await tools.send('Performance.enable', { timeDomain: 'timeTicks' });
    const work = async () => {
      const { metrics } = await tools.send('Performance.getMetrics');
      const of = (name) => metrics.find((m) => m.name === name).value;
      return of('ScriptDuration') + of('RecalcStyleDuration') + of('LayoutDuration');
    };
    await page.evaluate(() => {
      window.frameTimes = [];
      const tick = (at) => (window.frameTimes.push(at), requestAnimationFrame(tick));
      requestAnimationFrame(tick);
    });
    const shares = []; // per quarter of a second: milliseconds of own work, frames
    const playing = playOn(page, { most: 100000, patience: seconds * 1000, seed: 3 }).catch(() => null);
    const begun = Date.now();
    let [worked, counted] = [await work(), 0];
    while (Date.now() < begun + seconds * 1000) {
      await new Promise((on) => setTimeout(on, 250));
      const [now, frames] = [await work(), await page.evaluate(() => window.frameTimes.length)];
      if (frames > counted) shares.push([(now - worked) * 1000, frames - counted]);
      [worked, counted] = [now, frames];
    }
    await page.evaluate(() => void (window.stopsClicking = true));
    await playing;
    const times = await page.evaluate(() => window.frameTimes);
    const gaps = times.slice(1).map((t, i) => t - times[i]).sort((a, b) => a - b);
    const each = shares.map(([ms, n]) => ms / n).sort((a, b) => a - b);
    const mean = shares.reduce((sum, [ms]) => sum + ms, 0) / shares.reduce((sum, [, n]) => sum + n, 0);
    row(game, size, ((gaps.length * 1000) / (times.at(-1) - times[0])).toFixed(1), `${((100 * gaps.filter((g) => g < 17.5).length) / gaps.length).toFixed(1)} %`,
      `${gaps[Math.floor(gaps.length * 0.99)].toFixed(0)} ms`, `${mean.toFixed(2)} ms`, `${each[Math.floor(each.length * 0.9)].toFixed(2)} ms`);
    await person.close();
  }
await browser.close();
await house.close();
