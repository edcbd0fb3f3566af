// The stage: what is below the grid stays where it is, whatever m is.
import assert from "node:assert/strict";
import { journey, until } from "./journey.mjs";

for (const size of ["desktop", "phone"]) {
  journey(`the stage keeps its height from eight bits to millions: ${size}`, { size }, async ({ page, open }) => {
    await open("?n=40&m=256&k=3&gen=seq:34");
    // From the top of the stage: the sentence above it may take another line.
    const place = (selector) =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().top - element.closest(".stage-area").getBoundingClientRect().top);
    const height = () => page.locator("#grid").evaluate((canvas) => canvas.getBoundingClientRect().height);
    const [tall, below] = [await height(), await place(".grid-strip")];
    for (const m of ["8", "16", "64", "1000", "5000", "100000", "30000000"]) {
      await page.fill("#param-m", m);
      await page.press("#param-m", "Enter");
      await until(() => page.locator("#grid").getAttribute("data-m"), (now) => now === m);
      assert.ok(Math.abs((await height()) - tall) < 1, `m = ${m}: ${await height()} px instead of ${tall}`);
      assert.ok(Math.abs((await place(".grid-strip")) - below) < 1, `m = ${m}: the strip has moved`);
    }
    // A filter that asks first stands in the same space, with a key in the field and without.
    const end = () => page.locator(".stage-area").evaluate((area) => area.getBoundingClientRect().height);
    for (const key of ["", "hello"]) {
      await page.fill("#key-input", key);
      await page.fill("#param-m", "256");
      await page.press("#param-m", "Enter");
      await until(() => page.locator("#grid").count(), (n) => n === 1);
      const before = await end();
      await page.fill("#param-m", "100000000");
      await page.press("#param-m", "Enter");
      await page.locator("#agree").waitFor();
      assert.ok(Math.abs((await end()) - before) < 8, `“${key}”: ${await end()} px instead of ${before}`);
    }
  });
}
