// What is being typed stays while the page around it changes, and is used once it is complete.
import assert from "node:assert/strict";
import { journey, until } from "./journey.mjs";

const press = (page, id) => page.evaluate((id) => document.getElementById(id).click(), id);
const lang = (page) => page.evaluate(() => document.documentElement.lang);
const isFocused = (page, id) => page.evaluate((id) => document.activeElement?.id === id, id);

/** Types into a field, lets the whole page render anew, and types on. */
async function typeThrough(page, id, first, rest) {
  const field = page.locator(`#${id}`);
  await field.fill("");
  await field.pressSequentially(first);
  const before = await lang(page);
  await press(page, "lang"); // every text of the page is another one
  await until(() => lang(page), (now) => now !== before);
  await press(page, "theme");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await field.inputValue(), first, `#${id}: what was typed stays`);
  assert.ok(await isFocused(page, id), `#${id}: the keyboard stays in the field`);
  await field.pressSequentially(rest);
  await page.keyboard.press("Enter");
}

journey("numbers half typed survive whatever else happens on the page", async ({ page, open }) => {
  await open();
  await typeThrough(page, "param-n", "5", "0");
  await until(() => page.inputValue("#param-n"), (n) => n === "50");
  await typeThrough(page, "param-m", "51", "2");
  await until(() => page.locator("#grid").getAttribute("data-m"), (m) => m === "512");
  await typeThrough(page, "param-p", "2", "%");
  await until(() => page.inputValue("#param-p"), (p) => p.startsWith("2"));
  await typeThrough(page, "param-k", "1", "1");
  await until(() => page.inputValue("#param-k"), (k) => k === "11");
  await typeThrough(page, "gen-count", "3", "7");
  await until(() => page.inputValue("#gen-count"), (count) => count === "37");
  await typeThrough(page, "param-seed", "4", "2");
  await until(() => new URL(page.url()).searchParams.get("seed"), (seed) => seed === "42");
});

journey("the same in Curves, with a measurement under way", async ({ page, open }) => {
  await open("?view=curves&n=40&m=256&k=3");
  await page.selectOption("#curve-probes", { index: 3 });
  await until(() => page.locator("#cancel").isEnabled());
  await typeThrough(page, "param-n", "6", "0");
  await until(() => page.inputValue("#param-n"), (n) => n === "60");
  await typeThrough(page, "param-seed", "9", "9");
  await until(() => new URL(page.url()).searchParams.get("seed"), (seed) => seed === "99");
});

journey("a field shows the value in force again, whatever was typed", async ({ page, open }) => {
  await open();
  for (const [typed, shown] of [["256.0", "256"], ["lots", "256"], ["64B", "512"]]) {
    await page.fill("#param-m", typed);
    await page.press("#param-m", "Enter");
    await until(() => page.inputValue("#param-m"), (m) => m === shown, { what: `${shown} after ${typed}` });
  }
  await page.press("#param-m", "ArrowUp");
  await until(() => page.inputValue("#param-m"), (m) => m !== "512");
});
