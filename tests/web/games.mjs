// Plays every game to its end in the browser against bots. Each must be at most three clicks away.
import { House, Person, check, done, each, launch, must } from './lib.mjs';
import { playOn } from './play.mjs';

const house = await House.open();
const browser = await launch();
// The longest come first, so that the last ones do not run alone.
await each(['ayeaye', 'tendays', 'takara', 'nevergiveup', 'atoll'], 3, async (game) => {
  const person = await Person.open(browser, house);
  await check(`${game}: from a first visit to the first own move in at most three clicks`, async () => {
    let clicks = 0;
    await person.go('/');
    await person.page.locator(`#game-${game} button.btn.may`).click();
    clicks++;
    await person.page.waitForURL(/\/t\//);
    const act = person.page.locator('.acts .act').first();
    await act.waitFor();
    await act.click();
    clicks++;
    if (await person.page.locator('.choices .choice, .choices .run .btn.go').count()) {
      await person.page.locator('.choices .choice, .choices .run .btn.go').first().click();
      clicks++;
    }
    must(clicks <= 3, `${clicks} clicks`);
  });
  await check(`${game}: played to its end`, async () => {
    const { over, made } = await playOn(person.page);
    must(over, `not over after ${made} clicks`);
    must(person.errors.length === 0, person.errors.join('\n'));
    console.log(`# ${game}: ${made} clicks`);
  });
  await person.close();
});
await browser.close();
await house.close();
done();
