// How long the script of the grid's frames takes, at every zoom, with ten million bits on 1600 × 1000 pixels, beside a plain
// putImageData of as many pixels in the same run. It prints; a busy machine must not fail it.
import assert from "node:assert/strict";
import { journey, until } from "./journey.mjs";

const STAGE = ".stage-area .grid-stage";

journey("frames of ten million bits", { timeout: 180_000, context: { viewport: { width: 1720, height: 1280 } } }, async ({ page, open }) => {
  await page.addInitScript(() => {
    const real = window.requestAnimationFrame.bind(window);
    window.frames_taken = [];
    window.requestAnimationFrame = (callback) =>
      real((time) => {
        const start = performance.now();
        callback(time);
        window.frames_taken.push(performance.now() - start);
      });
  });
  await open("?m=10000000&k=7&gen=seq:600000");
  await until(() => page.locator("#grid").count(), (n) => n === 1, { timeout: 60_000, what: "the filter" });
  // The grid alone on the page, 1600 pixels wide.
  await page.locator(STAGE).evaluate((stage) => {
    const area = stage.closest(".stage-area");
    for (const [name, value] of [["position", "fixed"], ["inset", "0"], ["width", "1600px"], ["z-index", "50"]]) {
      area.style.setProperty(name, value);
    }
  });
  await until(() => page.locator("#grid").evaluate((canvas) => canvas.width), (width) => width === 1600);
  const [width, height] = await page.locator("#grid").evaluate((canvas) => [canvas.width, canvas.height]);

  const plain = await page.evaluate(async ([width, height]) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    document.body.append(canvas);
    const context = canvas.getContext("2d", { alpha: false });
    const image = new ImageData(width, height);
    const taken = [];
    for (let i = 0; i < 90; i += 1) {
      await new Promise((done) => requestAnimationFrame(() => done()));
      image.data.fill(i, 0, width * 4);
      const start = performance.now();
      context.putImageData(image, 0, 0);
      taken.push(performance.now() - start);
    }
    canvas.remove();
    return taken;
  }, [width, height]);

  const at = (times, share) => times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(share * times.length))];
  const base = at(plain, 0.5);
  const report = (name, times) => {
    assert.ok(times.length > 3, `${name}: ${times.length} frames`);
    const [median, p95] = [at(times, 0.5), at(times, 0.95)];
    console.log(`${name.padEnd(22)} ${String(times.length).padStart(4)} frames  median ${median.toFixed(2)} ms (${(median / base).toFixed(1)} ×)  95 % ${p95.toFixed(2)} ms`);
  };
  console.log(`canvas ${width} × ${height}`);
  report("putImageData alone", plain);
  const measure = async (name, act) => {
    await page.evaluate(() => (window.frames_taken.length = 0));
    await act();
    await page.waitForTimeout(300);
    report(name, await page.evaluate(() => window.frames_taken));
  };
  await page.mouse.move(width / 2, height / 2);
  await page.focus("#grid");
  await measure("the whole array", async () => {
    for (let i = 0; i < 12; i += 1) {
      await page.mouse.wheel(0, i % 2 ? 300 : -30);
      await page.waitForTimeout(180);
    }
  });
  for (let notch = 1; notch <= 20; notch += 1) {
    await page.mouse.wheel(0, -100);
    await page.waitForTimeout(200);
    await measure(`${notch} notches closer`, async () => {
      for (let i = 0; i < 4; i += 1) {
        await page.keyboard.press(i % 2 ? "Shift+ArrowLeft" : "Shift+ArrowRight");
        await page.waitForTimeout(150);
      }
    });
  }
  await measure("back to the whole", async () => {
    await page.keyboard.press("0");
    await page.waitForTimeout(600);
  });
});
