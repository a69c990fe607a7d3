// Plays random offered moves through the page alone: the buttons of the action list and its choices.

// Runs inside the page: clicks until the game is over, `most` moves were made, or nothing happens any more.
async function clicking({ most, patience, seed }) {
  let state = seed;
  const pick = (list) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return list[Math.floor((state / 2147483648) * list.length)];
  };
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const shown = (selector) =>
    [...document.querySelectorAll(selector)].filter(
      (e) => e.offsetParent !== null && !e.disabled && e.getAttribute('aria-disabled') !== 'true',
    );
  let made = 0;
  let idle = 0;
  window.stopsClicking = false;
  while (made < most && idle < patience && !window.stopsClicking) {
    if (document.querySelector('.ended')) return { over: true, made };
    const sure = shown('.ask .btn.go');
    const run = shown('.choices .run .btn.go');
    const choices = shown('.choices .choice');
    const acts = shown('.acts .act:not(.sel)');
    const curtain = shown('.curtain button');
    const button =
      sure[0] ?? curtain[0] ?? run[0] ?? (choices.length ? pick(choices) : acts.length ? pick(acts) : null);
    if (!button) {
      idle += 20;
      await pause(20);
      continue;
    }
    idle = 0;
    const slider = button.closest('.run')?.querySelector('input[type=range]');
    if (slider) {
      slider.value = String(
        Math.round(
          Number(slider.min) + (Number(slider.max) - Number(slider.min)) * (0.3 + 0.4 * pick([0, 0.25, 0.5, 0.75, 1])),
        ),
      );
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await pause(5);
    }
    button.click();
    made++;
    await pause(25);
  }
  return { over: document.querySelector('.ended') !== null, made };
}

// Several players at one table at once, until one of them has made `most` clicks or the game is over.
export async function playTogether(pages, { most, seed = 7 }) {
  const stop = () => Promise.all(pages.map((page) => page.evaluate(() => void (window.stopsClicking = true))));
  const results = await Promise.all(
    pages.map((page, i) => playOn(page, { most, seed: seed + i }).then(async (result) => (await stop(), result))),
  );
  return results.some((r) => r.over);
}

export const playOn = (page, { most = 5000, patience = 30000, seed = 7 } = {}) =>
  page.evaluate(clicking, { most, patience, seed });
