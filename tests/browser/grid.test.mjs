// The bit grid: its pixels, what it says, and how one moves in it.
import assert from "node:assert/strict";
import { journey, until } from "./journey.mjs";

const LARGE = "?m=10000000&k=4&gen=seq:100000";
const readout = (page) => page.locator(".grid-readout").innerText();
const zoomed = (page) => page.locator("#grid").evaluate((canvas) => canvas.classList.contains("zoomed"));
const overviewShown = (page) => page.locator(".grid-map").isVisible();
/** Two animation frames, so that what was changed is painted. */
const painted = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
/** The colour of a custom property, as the canvas would have it. */
const token = (page, name) =>
  page.evaluate((name) => {
    const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
    context.fillStyle = getComputedStyle(document.querySelector("#grid")).getPropertyValue(name);
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  }, name);
/** The canvas's pixel at a point in CSS pixels. */
const pixel = (page, x, y) =>
  page.locator("#grid").evaluate(
    (canvas, [x, y]) => {
      const density = canvas.width / canvas.clientWidth;
      return [...canvas.getContext("2d").getImageData(Math.round(x * density), Math.round(y * density), 1, 1).data];
    },
    [x, y],
  );
const near = (a, b) => Math.max(...a.map((value, i) => Math.abs(value - b[i]))) <= 2;
const move = async (page, x, y) => {
  const box = await page.locator("#grid").boundingBox();
  await page.mouse.move(box.x + x, box.y + y);
};
const readoutAt = async (page, x, y) => {
  await move(page, x, y);
  await painted(page);
  return readout(page);
};
const settled = (page) => page.waitForTimeout(800); // the longest flight of the camera

journey("the picture is the filter: every bit is drawn with its value", async ({ page, open }) => {
  await open();
  await page.locator("#grid").scrollIntoViewIfNeeded();
  await page.locator(".track input").fill("0"); // before the positions are known nothing is marked
  await page.mouse.move(2, 2);
  await painted(page);
  // 16 × 16 cells in the middle of what the connectors leave. The left upper quarter of a cell has no label on it.
  const { width, height } = await page.locator("#grid").boundingBox();
  const cell = Math.floor(Math.min((width - 44) / 16, (height - 8) / 16));
  const [left, top] = [40 + (width - 44 - 16 * cell) / 2, 4 + (height - 8 - 16 * cell) / 2];
  const centre = (index) => [left + ((index % 16) + 0.5) * cell, top + (Math.floor(index / 16) + 0.5) * cell];
  const zero = await token(page, "--zero");
  const drawn = await page.locator("#grid").evaluate(
    (canvas, points) => points.map(([x, y]) => [...canvas.getContext("2d").getImageData(Math.round(x), Math.round(y), 1, 1).data]),
    Array.from({ length: 256 }, (_, index) => centre(index).map((at) => at - cell * 0.28)),
  );
  const ones = drawn.map((colour) => !near(colour, zero));
  assert.equal(ones.filter(Boolean).length, Number(await page.locator("#grid").getAttribute("data-ones")));
  for (let index = 0; index < 256; index += 17 + (index % 5)) {
    assert.equal((await readoutAt(page, ...centre(index))).split("\n")[0], `bit ${index}: ${Number(ones[index])}`);
  }
});

journey("the keyboard goes from bit to bit and is told where it is", async ({ page, open, axe }) => {
  await open();
  const said = page.locator(".grid-strip [role=status]");
  const told = async (key, text) => {
    await page.keyboard.press(key);
    await until(() => said.innerText(), (now) => now === text, { what: `“${text}” after ${key}` });
  };
  await page.focus("#grid");
  await told("ArrowRight", "bit 193: 1"); // it starts at the first position that was probed
  await told("ArrowRight", "bit 194: 0");
  await told("ArrowUp", "bit 178: 0");
  await told("Home", "bit 176: 0");
  await told("End", "bit 191: 1");
  await told("Control+Home", "bit 0: 0");
  await told("Control+End", "bit 255: 1");
  await told("PageUp", "bit 15: 0");
  await told("ArrowDown", "bit 31: 0");
  await page.keyboard.press("Enter");
  await until(() => page.locator(".bit-panel").innerText(), (text) => /31/.test(text), { what: "the chosen bit's panel" });
  await axe();
  await page.keyboard.press("Escape");
  await until(() => said.innerText(), (now) => now === "");
});

journey("ten million bits: zoom to one of them and back", async ({ page, open, axe }) => {
  await open(LARGE);
  await until(() => page.locator("#grid").count(), (n) => n === 1, { timeout: 40_000, what: "the filter" });
  assert.equal(await page.locator("#grid").getAttribute("data-m"), "10000000");
  await page.locator("#grid").scrollIntoViewIfNeeded();
  assert.match(await readout(page), /a pixel averages \d+ bits/);
  assert.match(await readoutAt(page, 300, 150), /of the [\d,]+ bits in this square are 1 .* corners are bits [\d,]+ and [\d,]+/);
  assert.equal(await overviewShown(page), false);

  await move(page, 300, 150);
  await page.mouse.wheel(0, -300);
  await until(() => zoomed(page));
  await settled(page);
  assert.equal(await overviewShown(page), true);

  await page.fill("#grid-index", "10000000");
  await page.press("#grid-index", "Enter");
  assert.match(await page.locator("#grid-wrong").innerText(), /from 0 to 9,999,999/);
  await axe();
  await page.fill("#grid-index", "5,000,001");
  await page.press("#grid-index", "Enter");
  await settled(page);
  assert.match(await readout(page), /^bit 5,000,001: [01]/);
  assert.equal(await page.locator("#grid-wrong").count(), 0);

  // Close up, dragging by a cell moves to the neighbours.
  const box = await page.locator("#grid").boundingBox();
  const [x, y] = [box.width / 2, box.height / 2];
  const before = (await readoutAt(page, x, y)).match(/bit ([\d,]+)/)[1];
  await page.mouse.down();
  await page.mouse.move(box.x + x - 96, box.y + y, { steps: 4 });
  await page.mouse.up();
  const number = (text) => Number(text.replaceAll(",", ""));
  const moved = number((await readoutAt(page, x, y)).match(/bit ([\d,]+)/)[1]) - number(before);
  assert.ok(moved === 2 || moved === 1, `dragged by ${moved} cells`);

  // The overview moves the view.
  const map = await page.locator(".grid-map").boundingBox();
  await page.mouse.click(map.x + 3, map.y + 3);
  await painted(page);
  const corner = number((await readoutAt(page, 60, 60)).match(/bit ([\d,]+)/)[1]);
  assert.ok(corner % 4096 < 64 && corner < 64 * 4096, `the overview's corner leads to bit ${corner}`);

  await page.focus("#grid");
  await page.keyboard.press("0");
  await until(() => zoomed(page), (is) => !is);
  await settled(page);
  assert.equal(await overviewShown(page), false);
});

journey("two fingers zoom, one moves", { size: "phone" }, async ({ page, open }) => {
  await open(LARGE);
  await until(() => page.locator("#grid").count(), (n) => n === 1, { timeout: 40_000, what: "the filter" });
  await page.locator("#grid").scrollIntoViewIfNeeded();
  const box = await page.locator("#grid").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  const touch = (type, points) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await touch("touchStart", [[x - 20, y], [x + 20, y]]);
  for (let spread = 30; spread <= 150; spread += 20) await touch("touchMove", [[x - spread, y], [x + spread, y]]);
  await touch("touchEnd", []);
  await until(() => zoomed(page), Boolean, { what: "two fingers to have zoomed" });
  assert.equal(await overviewShown(page), true);
});

journey("at rest nothing runs, and less motion means none", { reducedMotion: true }, async ({ page, open }) => {
  await page.addInitScript(() => {
    const real = window.requestAnimationFrame.bind(window);
    window.frames_asked = 0;
    window.requestAnimationFrame = (callback) => {
      window.frames_asked += 1;
      return real(callback);
    };
  });
  await open(LARGE);
  await until(() => page.locator("#grid").count(), (n) => n === 1, { timeout: 40_000, what: "the filter" });
  const asked = () => page.evaluate(() => window.frames_asked);
  await page.focus("#grid");
  await page.waitForTimeout(500);
  const before = await asked();
  await page.waitForTimeout(700);
  assert.equal(await asked(), before, "no frame is asked for at rest");
  await page.keyboard.press("+");
  await until(() => zoomed(page));
  await page.waitForTimeout(400);
  assert.ok((await asked()) <= before + 2, "the view is there at once");
});

journey("the grid follows theme and language", { theme: "dark" }, async ({ page, open }) => {
  await open("?lang=zh");
  assert.ok(near(await pixel(page, 1, 1), await token(page, "--paper")), "the canvas has the page's ground");
  assert.match(await page.locator("#grid").getAttribute("aria-label"), /共 256 位，88 位是 1/);
  await page.emulateMedia({ colorScheme: "light" });
  await until(async () => near(await pixel(page, 1, 1), await token(page, "--paper")), Boolean, { what: "the light ground" });
  await page.focus("#grid");
  await page.keyboard.press("ArrowRight");
  await until(() => page.locator(".grid-strip [role=status]").innerText(), (text) => text === "第 193 位：1");
});
