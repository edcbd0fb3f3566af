// The chips of positions and keys: one tab stop each, tied to the grid.
import assert from "node:assert/strict";
import { journey, until } from "./journey.mjs";

const active = (page) => page.evaluate(() => document.activeElement?.textContent);
const leads = (page) => page.locator(".leads path").count();
const painted = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
/** How many pixels of the probe's colour there are on the canvas's left edge: the connectors that leave it. */
const connectors = (page) =>
  page.locator("#grid").evaluate((canvas) => {
    const context = canvas.getContext("2d");
    const paper = [...context.getImageData(0, 0, 1, 1).data];
    const { data } = context.getImageData(1, 0, 1, canvas.height);
    let runs = 0;
    for (let y = 0, inside = false; y < canvas.height; y++) {
      const differs = paper.some((value, i) => Math.abs(data[4 * y + i] - value) > 40);
      runs += differs && !inside;
      inside = differs;
    }
    return runs;
  });

journey("the keys in the filter are one stop of the tab key", async ({ page, open, axe }) => {
  await open();
  const chips = page.locator(".key-chips button");
  assert.equal(await chips.count(), 34);
  assert.equal(await page.locator(".key-chips button[tabindex='0']").count(), 1);
  await page.focus("#param-seed");
  await page.keyboard.press("Tab"); // the new seed
  await page.keyboard.press("Tab");
  assert.equal(await active(page), await chips.first().innerText());
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  assert.equal(await active(page), await chips.nth(2).innerText());
  await page.keyboard.press("End");
  assert.equal(await active(page), await chips.last().innerText());
  await page.keyboard.press("ArrowRight");
  assert.equal(await active(page), await chips.last().innerText(), "the end is the end");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  const second = await active(page);
  await page.keyboard.press("Enter");
  await until(() => page.inputValue("#key-input"), (key) => key === second);
  await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => !document.activeElement.closest(".key-chips")), "the next stop is beyond the chips");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await active(page), second, "and back it is where it was");
  await axe();
});

journey("a position's chip brings its cell into view", { reducedMotion: true }, async ({ page, open }) => {
  await open("?m=10000000&k=4&gen=seq:100000&q=hello");
  await page.fill("#grid-index", "5000000");
  await page.press("#grid-index", "Enter");
  const place = page.locator("#positions > li").first();
  const index = Number(await place.getAttribute("data-index"));
  const seen = async () => {
    const box = await page.locator("#grid").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await painted(page);
    return (await page.locator(".grid-readout").innerText()).replaceAll(",", "");
  };
  assert.ok(!(await seen()).includes(`bit ${index}:`));
  await page.locator("#positions button").first().focus();
  const middle = await until(seen, (text) => /^bit \d+:/.test(text) && !text.includes("bit 5000000:"));
  // The middle of the canvas is within a row or two and a few columns of the cell.
  const [col, row] = [index % 4096, Math.floor(index / 4096)];
  const at = Number(middle.match(/^bit (\d+):/)[1]);
  const [dx, dy] = [Math.abs((at % 4096) - col), Math.abs(Math.floor(at / 4096) - row)];
  const rim = Math.min(col, row, 4095 - col, 2441 - row);
  assert.ok(rim < 20 || (dx <= 1 && dy <= 1), `${index} was asked for, ${at} is in the middle`);
  await page.keyboard.press("ArrowRight"); // from chip to chip
  const next = Number(await page.locator("#positions > li").nth(1).getAttribute("data-index"));
  assert.equal(Number(await active(page)), next);
});

for (const size of ["tablet", "desktop", "wall"]) {
  journey(`connectors start at the chips: ${size}`, { size }, async ({ page, open }) => {
    await open("?m=256&k=3&n=40&gen=seq:34:1001:asset:&q=asset:10021");
    await until(() => leads(page), (n) => n === 3);
    await painted(page);
    const ends = await page.locator(".leads path").evaluateAll((paths) =>
      paths.map((path) => {
        const { x, y } = path.ownerSVGElement.getBoundingClientRect();
        const at = (length) => path.getPointAtLength(length);
        const [from, to] = [at(0), at(path.getTotalLength())];
        return [x + from.x, y + from.y, x + to.x, y + to.y];
      }),
    );
    const chips = await page.locator("#positions button").evaluateAll((chips) => chips.map((chip) => chip.getBoundingClientRect().toJSON()));
    const grid = await page.locator("#grid").boundingBox();
    const last = chips.at(-1);
    for (const [x0, y0, x1] of ends) {
      assert.ok(x0 > last.right && x0 < last.right + 20, `it starts at the chips: ${x0}, ${last.right}`);
      assert.ok(y0 > last.top && y0 < last.bottom, `and beside them: ${y0}`);
      assert.ok(Math.abs(x1 - grid.x) <= 1, `it ends at the grid: ${x1}, ${grid.x}`);
    }
    assert.equal(await connectors(page), 3);
  });
}

journey("there is nothing to connect when the key's panel is hidden or not beside the grid", async ({ page, open }) => {
  const query = "?m=256&k=3&n=40&gen=seq:34:1001:asset:&q=asset:10021";
  await open(`${query}&hide=ask`);
  await painted(page);
  assert.deepEqual([await leads(page), await connectors(page)], [0, 0]);
  await open(query);
  await until(() => leads(page), (n) => n === 3);
  await page.setViewportSize({ width: 700, height: 900 }); // the grid is above the chips
  await until(() => leads(page), (n) => n === 0);
  await until(() => connectors(page), (n) => n === 0);
});
