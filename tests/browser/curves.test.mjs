// The Curves room: four views, points that are measured and never stale, the best k, the large run, files.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { journey, until } from "./journey.mjs";

const SMALL = "?view=curves&n=40&m=256&k=3";
const view = (page, name) => page.locator(`input[name=curve-view][value=${name}] + span`).click();
const scale = (page, axis, name) => page.locator(`input[name=curve-${axis}][value=${name}] + span`).click();
const sentence = async (page) => (await page.locator(".sentence").innerText()).replaceAll(/[\u00a0\u202f]/g, " ");
const status = (page) => page.locator("#measuring-note").innerText();
/** Observed rows as [x, false positives, probes]. */
const observed = (page) =>
  page.locator("#curve-table tr[data-probes]").evaluateAll((rows) =>
    rows.map(({ dataset }) => [dataset.x, dataset.fp, dataset.probes].map(Number)),
  );
const complete = (page, probes) =>
  until(() => observed(page), (rows) => rows.length > 8 && rows.every((row) => row[2] === probes), {
    what: `${probes} probes at every point`,
    timeout: 30_000,
  });
const setHashes = async (page, k) => {
  await page.fill("#param-k", String(k));
  await page.press("#param-k", "Enter");
};
/** How many pixels of the canvas are not the ground: something is drawn. */
const inked = (page) =>
  page.locator("#curve").evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 3; i < data.length; i += 4) count += data[i] > 0;
    return count;
  });

journey("more hash functions help until the best k, and harm after it", async ({ page, open, axe }) => {
  await open(SMALL);
  const rows = await complete(page, 10_000);
  const rate = (k) => rows.find((row) => row[0] === k)[1] / 10_000;
  assert.ok(rate(1) > rate(2) && rate(2) > rate(4), "the measured rate falls on the way to the best k");
  assert.ok(rate(12) > rate(9) && rate(9) > rate(4), "and rises beyond it");
  assert.match(await sentence(page), /^Filled with its 40 keys: at k = 4 the rate is lowest.*You are at k = 3: .*One more hash function would still help/s);
  await setHashes(page, 4);
  await until(() => sentence(page), (text) => /k = 4 is the best there is/.test(text));
  await setHashes(page, 9);
  await until(() => sentence(page), (text) => /You are at k = 9.*sets more bits than its extra check is worth/s.test(text));
  assert.deepEqual(await observed(page), rows, "another k is another place on the same curve: the points stay");
  await axe();
});

journey("a change of the filter leaves no stale point, and the same seed gives the same numbers", async ({ page, open }) => {
  await open(SMALL);
  const first = await complete(page, 10_000);
  const seen = page.evaluate(
    () =>
      new Promise((resolve) => {
        const table = document.querySelector("#curve-table");
        const probes = () => [...table.querySelectorAll("tr[data-probes]")].map((row) => Number(row.dataset.probes));
        const before = probes().reduce((a, b) => a + b);
        new MutationObserver((_, observer) => {
          const now = probes().reduce((a, b) => a + b, 0);
          if (now === before) return;
          observer.disconnect();
          resolve([before, now]);
        }).observe(table, { subtree: true, childList: true, attributes: true, characterData: true });
      }),
  );
  await page.fill("#param-m", "300");
  await page.press("#param-m", "Enter");
  const [before, after] = await seen;
  assert.ok(after < before, "the old points are gone before new ones come");
  const second = await complete(page, 10_000);
  assert.notDeepEqual(second, first);
  await page.fill("#param-m", "256");
  await page.press("#param-m", "Enter");
  await until(() => observed(page), (rows) => JSON.stringify(rows) === JSON.stringify(first), { what: "the first numbers again", timeout: 30_000 });
});

journey("every view draws, on both kinds of axes, in both languages", { lang: "zh", theme: "dark" }, async ({ page, open, axe }) => {
  await open(SMALL);
  for (const name of ["keys", "hashes", "bits", "target"]) {
    await view(page, name);
    for (const kind of ["log", "linear"]) {
      await scale(page, "x", kind);
      await scale(page, "y", kind);
      await until(() => inked(page), (count) => count > 2000, { what: `a chart of ${name}, ${kind}` });
    }
    assert.match(await page.locator("#curve").getAttribute("aria-label"), /用方向键逐点读数/);
    assert.ok((await page.locator("#curve-table tbody tr").count()) > 8);
    assert.equal(await page.locator("#run").count(), name === "target" ? 0 : 1);
  }
  assert.match(await sentence(page), /误判率每降到十分之一，每键再加 4\.79 位/);
  await axe();
});

journey("the legend switches series, and the keyboard reads them out", async ({ page, open }) => {
  await open(SMALL);
  await complete(page, 10_000);
  await page.focus("#curve");
  await page.keyboard.press("End");
  const said = async () => (await page.locator(".chart [role=status]").innerText()).replaceAll("\u00a0", " ");
  assert.match(await said(), /^k = 12: textbook .*; finite m .*; exact .*; measured .*, from 10,000 probes\.$/);
  await page.locator("[data-kind=textbook]").click();
  assert.equal(await page.locator("[data-kind=textbook]").getAttribute("aria-pressed"), "false");
  await page.locator("[data-kind=realised]").click();
  await page.focus("#curve");
  await page.keyboard.press("Home");
  assert.match(await said(), /^k = 1: finite m .*; exact .*; from the bits actually set .*; measured/);
  await page.keyboard.press("ArrowRight");
  assert.match(await said(), /^k = 2:/);
});

journey("double hashing is seen to be far off theory in a small filter", async ({ page, open }) => {
  await open(SMALL);
  await page.locator("button.link").click();
  await until(() => sentence(page), (text) => /more than theory: positions made from two hashes/.test(text), { timeout: 30_000 });
  await page.selectOption("#param-derivation", { index: 2 });
  await complete(page, 100_000);
  await until(() => sentence(page), (text) => /Measured: 0 % \(95 % interval 0 % – 0\.0038 %\), in line with theory/.test(text), { timeout: 30_000 });
});

journey("measuring can be stopped and taken up again", async ({ page, open }) => {
  await open(SMALL);
  await page.selectOption("#curve-probes", { index: 3 });
  await until(() => page.locator("#cancel").isEnabled());
  await page.click("#cancel");
  assert.match(await status(page), /^Stopped/);
  const rows = await observed(page);
  await page.waitForTimeout(500);
  assert.deepEqual(await observed(page), rows, "nothing arrives after the stop");
  await page.selectOption("#curve-probes", { index: 0 });
  await complete(page, 1000);
  await page.click("#run");
  await complete(page, 1000);
});

journey("what was chosen is still chosen after a visit to the Lab", async ({ page, open }) => {
  await open(SMALL);
  await view(page, "keys");
  await scale(page, "y", "log");
  await page.locator("[data-kind=textbook]").click();
  await page.selectOption("#curve-probes", { index: 0 });
  await page.locator("a, button", { hasText: /^Lab$/ }).first().click();
  await page.locator("main[data-view=lab]").waitFor();
  await page.locator("a, button", { hasText: /^Curves$/ }).first().click();
  await page.locator("main[data-view=curves]").waitFor();
  assert.ok(await page.locator("input[name=curve-view][value=keys]").isChecked());
  assert.ok(await page.locator("input[name=curve-y][value=log]").isChecked());
  assert.equal(await page.locator("[data-kind=textbook]").getAttribute("aria-pressed"), "false");
  assert.equal(await page.locator("#curve-probes").evaluate((select) => select.selectedIndex), 0);
  await complete(page, 1000);
});

journey("points measured are still there after a visit to the Lab, and gone once the filter is another", async ({ page, open }) => {
  const goto = async (name, room) => {
    await page.locator("nav a", { hasText: name }).click();
    await page.locator(`main[data-view=${room}]`).waitFor();
  };
  // So large a filter is measured only when asked to: nothing brings points back but memory.
  await open("?view=curves&n=20000000&m=160000000&k=7");
  await until(() => status(page), (text) => /waits for you/.test(text));
  await page.click("#run");
  await until(() => observed(page), (rows) => rows.some((row) => row[2] > 0), { timeout: 30_000 });
  await page.click("#cancel");
  const rows = await observed(page);
  await goto("Lab", "lab");
  await goto("Curves", "curves");
  assert.deepEqual(await observed(page), rows);
  assert.match(await status(page), /^Stopped/);
  await view(page, "keys");
  await view(page, "hashes");
  assert.deepEqual(await observed(page), rows, "another view in between changes nothing either");
  await goto("Lab", "lab");
  await page.fill("#param-m", "150000000");
  await page.press("#param-m", "Enter");
  await goto("Curves", "curves");
  assert.deepEqual(await observed(page), []);
});

journey("charts take on the system's theme when it changes", async ({ page, open }) => {
  for (const query of [SMALL, "?n=40&m=256&k=3"]) {
    await open(query);
    await until(() => status(page), (text) => /all of keys never inserted/.test(text));
    const picture = () => page.locator("#curve").evaluate((canvas) => canvas.toDataURL());
    const light = await picture();
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await until(picture, (now) => now !== light, { what: "another picture" });
    await page.reload();
    await until(() => status(page), (text) => /all of keys never inserted/.test(text));
    assert.equal(await until(picture, (now) => now === dark, { what: "the picture of a page opened in the dark" }), dark);
    await page.emulateMedia({ colorScheme: "light" });
    await until(picture, (now) => now === light, { what: "the light picture again" });
  }
});

journey("astronomical filters are described without a false nought, and not measured", async ({ page, open }) => {
  await open("?view=curves&n=1000&m=9007199254740992&k=255");
  assert.match(await sentence(page), /k = 255 is the most this page takes, and gives a rate of less than 10⁻³⁰⁰\. The best k would be 6\.2 × 10¹²\./);
  assert.ok(await page.locator("input[name=curve-y][value=log]").isChecked());
  await until(() => status(page), (text) => /too large to build/.test(text));
  assert.ok(await page.locator("#run").isDisabled());
});

journey("a seed that is none is refused aloud", async ({ page, open }) => {
  await open(SMALL);
  const before = await page.inputValue("#param-seed");
  await page.fill("#param-seed", "banana");
  await page.press("#param-seed", "Enter");
  await until(() => page.locator("#notices").innerText(), (text) => /banana/.test(text));
  assert.equal(await page.inputValue("#param-seed"), before);
});

journey("the large run is one click, shows progress, and stops at once", { timeout: 180_000 }, async ({ page, open }) => {
  await open(SMALL);
  await page.click("#run-large");
  await until(() => page.locator("#large-result").innerText(), (text) => /Inserting|Querying/.test(text));
  await page.click("#cancel-large");
  assert.match(await page.locator("#large-result").innerText(), /^Stopped/);
  assert.ok(await page.locator("#run-large").isEnabled());
  await page.click("#run-large");
  const strip = page.locator("#large-result .strip");
  await strip.waitFor({ timeout: 150_000 });
  assert.equal(await strip.getAttribute("data-probes"), "10000000");
  const rate = Number(await strip.getAttribute("data-fp")) / 1e7;
  // Exact theory is 1.0039 %; five standard deviations of ten million probes are 0.016 %.
  assert.ok(Math.abs(rate - 0.010039) < 0.00016, `${rate}`);
  assert.match(await page.locator("#large-result").innerText(), /of 10,000,000 absent keys were “possibly present”/);
});

journey("charts leave the page as PNG, SVG and CSV", async ({ page, open }) => {
  await open(SMALL);
  await complete(page, 10_000);
  const save = async (format) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-export=${format}]`)]);
    assert.equal(download.suggestedFilename(), `bloomscope-hashes.${format}`);
    return readFile(await download.path());
  };
  const png = await save("png");
  assert.deepEqual([...png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1920, 1200]);
  const svg = (await save("svg")).toString();
  assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  assert.match(svg, /<title>False positives against k \(n = 40, m = 256\)<\/title>/);
  const lines = (await save("csv")).toString().trimEnd().split("\r\n");
  assert.equal(lines[0], "k,textbook,bitwise,exact,measured,low95,high95,false_positives,probes");
  assert.equal(lines.length, 13);
  const [k, textbook] = lines[4].split(",").map(Number);
  assert.ok(k === 4 && Math.abs(textbook - (1 - Math.exp((-4 * 40) / 256)) ** 4) < 1e-12);
});

journey("the room fits a small phone", { size: "phone" }, async ({ page, open, axe }) => {
  await open(SMALL);
  await complete(page, 10_000);
  for (const name of ["keys", "bits", "target", "hashes"]) {
    await view(page, name);
    const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(content <= screen, `${name}: ${content} > ${screen}`);
  }
  await page.locator(".chart-table > summary").click();
  const [wide, narrow] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= narrow, `with the table: ${wide} > ${narrow}`);
  await page.locator("#curve").tap({ position: { x: 200, y: 100 } });
  const card = page.locator(".chart-card");
  await card.waitFor();
  const box = await card.boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
  await axe();
});
