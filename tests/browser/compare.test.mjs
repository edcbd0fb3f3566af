// The Compare room: opened by a link, measured, sorted, saved, stopped; in both languages and on a phone.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { journey, until } from "./journey.mjs";

const SMALL = "?view=compare&cn=2000&cp=2%25";
const ALL = 11;
const plain = (text) => text.replaceAll(/[\u00a0\u202f]/g, " ");
const rows = (page) =>
  page.locator("#compare-table tbody tr").evaluateAll((rows) =>
    rows.map((row) => ({ ...row.dataset, text: row.innerText, cells: [...row.cells].map((cell) => cell.innerText) })),
  );
const measured = (page) =>
  until(() => rows(page), (all) => all.length === ALL && all.every((row) => row.state !== "designed"), {
    what: "every structure measured",
    timeout: 40_000,
  });
const over = (page) => until(() => page.isDisabled("#cancel"), (is) => is, { what: "the measurement's end" });
const by = (all, name) => all.find((row) => row.structure === name);
const inked = (page, id) =>
  page.locator(id).evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 3; i < data.length; i += 4) count += data[i] > 0;
    return count;
  });
const save = async (page, selector) => {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
};

journey("a link opens the room, everything is measured by itself, and no key is denied", async ({ page, open, axe }) => {
  await open(SMALL);
  assert.equal(await page.getAttribute("nav a[data-view=compare]", "aria-current"), "page");
  const all = await measured(page);
  for (const row of all.filter((row) => row.structure !== "hyperloglog")) {
    assert.equal(row.state, "measured", row.text);
    assert.equal(row.denied, "0", row.text);
    assert.ok(row.cells.every((cell) => cell.trim() !== ""), row.text);
    assert.ok(Number(row.probes) > 0);
    assert.match(row.text, /ns/);
  }
  for (const exact of ["hash-set", "id-bitmap", "sorted-array"]) assert.equal(by(all, exact).fp, "0");
  const rate = Number(by(all, "bloom").fp) / Number(by(all, "bloom").probes);
  assert.ok(rate > 0.015 && rate < 0.026, `a Bloom filter for 2 % errs ${rate}`);
  assert.match(plain(by(all, "hyperloglog").text), /counts [\d,]+ ± [\d,]+; there are 2,000/);
  assert.match(plain(await page.innerText("#compare-sentence")), /^2,000 keys at 2 % or better: the smallest filter is the .* bits a key\. Being able to delete costs/);
  await over(page);
  assert.ok((await inked(page, "#trade")) > 2000 && (await inked(page, "#speeds")) > 1000);
  await axe();
});

journey("the same link counts the same, and another budget leaves no stale number", async ({ page, open }) => {
  await open(SMALL);
  const counts = (all) => all.map((row) => [row.structure, row.fp, row.probes]);
  const first = counts(await measured(page));
  await over(page);
  await page.click("#run");
  await until(() => rows(page), (all) => all.some((row) => row.state === "designed"), { what: "a new measurement" });
  assert.deepEqual(counts(await measured(page)), first);
  await page.click("input[name=compare-goal][value=budget] + span");
  await page.fill("#compare-budget", "64KiB");
  await page.press("#compare-budget", "Enter");
  await until(() => page.url(), (url) => url.includes("cm=524288"));
  assert.ok((await rows(page)).every((row) => row.fp === undefined), "what was counted for another goal is gone");
  const all = await measured(page);
  assert.match(plain(await page.innerText("#compare-sentence")), /^2,000 keys in 64 KiB: the .* errs least/);
  // Theory has 10^-55; what is left is double hashing, of which two keys may share one walk.
  assert.ok(Number(by(all, "bloom").fp) < 20, by(all, "bloom").text);
  await page.fill("#compare-budget", "400 bits");
  await page.press("#compare-budget", "Enter");
  const [fuse, set] = await until(() => rows(page), (all) => by(all, "fuse").state === "out").then((all) => [by(all, "fuse"), by(all, "hash-set")]);
  assert.match(plain(fuse.text), /needs at least .*(KiB|bytes)/);
  assert.match(plain(set.text), /more than the budget/);
});

journey("columns put the rows in order, with the keyboard too, and the table is saved as it stands", async ({ page, open }) => {
  await open(SMALL);
  await measured(page);
  await over(page);
  const names = async () => (await rows(page)).map((row) => row.structure);
  const usual = await names();
  await page.focus("[data-sort=bits-per-key]");
  await page.keyboard.press("Enter");
  assert.equal(await page.getAttribute("th:has([data-sort=bits-per-key])", "aria-sort"), "ascending");
  const ascending = await names();
  assert.equal(ascending[0], "id-bitmap");
  await page.keyboard.press("Enter");
  assert.equal(await page.getAttribute("th:has([data-sort=bits-per-key])", "aria-sort"), "descending");
  assert.equal((await names())[0], ascending.at(-1));
  const csv = await save(page, "[data-export=csv]");
  const lines = csv.bytes.toString().trim().split("\r\n");
  assert.equal(csv.name, "bloomscope-compare.csv");
  assert.deepEqual(lines.slice(1).map((line) => line.split(",")[0]), await names());
  await page.click("[data-sort=structure]");
  assert.deepEqual(await names(), usual);
  const svg = await save(page, "[data-export=trade-svg]");
  assert.match(svg.bytes.toString(), /^<svg .*What a rate costs/s);
  const png = await save(page, "[data-export=speeds-png]");
  assert.deepEqual([...png.bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
});

journey("a large measurement waits to be asked for, shows progress and can be stopped", async ({ page, open }) => {
  await open("?view=compare&cn=1e6&cp=1%25");
  await page.waitForSelector("#run:enabled");
  await page.click("#run");
  await until(() => page.locator("#progress").evaluate((bar) => bar.value / bar.max), (share) => share > 0.01, { timeout: 20_000 });
  await page.click("#cancel");
  assert.match(await page.innerText("#measuring-note"), /^Stopped/);
  assert.ok(await page.isEnabled("#run"));
});

journey("what a link says wrongly is named, and the rest is honoured", async ({ page, open }) => {
  await open("?view=compare&cn=many&cm=1MB&cp=1%25");
  await until(() => page.innerText("#notices"), (text) => /was not used/.test(text));
  assert.equal(await page.inputValue("#compare-n"), "10,000");
  assert.match(plain(await page.innerText("#compare-sentence")), /10,000 keys in 976\.6 KiB/);
});

journey("对比页在手机上读得清", { lang: "zh", size: "phone", theme: "dark" }, async ({ page, open, axe }) => {
  await open(SMALL);
  const all = await measured(page);
  assert.match(by(all, "bloom").text, /布隆过滤器/);
  assert.match(plain(by(all, "hyperloglog").text), /数得 .*实际 2,000/);
  assert.match(await page.innerText("#compare-sentence"), /最小的是/);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
  const left = () => page.locator("#compare-table tbody th").first().evaluate((cell) => cell.getBoundingClientRect().left);
  const before = await left();
  await page.locator(".compare-scroll:has(#compare-table)").evaluate((box) => box.scrollTo(300, 0));
  assert.ok(Math.abs((await left()) - before) < 1, "the names stay while the numbers scroll");
  await over(page);
  await axe();
});

journey("a chart is read with pointer and keyboard", async ({ page, open, axe }) => {
  await open(SMALL);
  await measured(page);
  await over(page);
  await page.focus("#trade");
  await page.keyboard.press("End");
  const card = ".compare-figure:has(#trade) .chart-card";
  await page.waitForSelector(card);
  const spoken = () => page.innerText(".compare-figure:has(#trade) .chart [role=status]");
  const last = await until(spoken, (text) => /Bits a key [\d.]+, False-positive rate [\d.]+/.test(plain(text)));
  await page.keyboard.press("ArrowLeft");
  await until(spoken, (text) => text !== last && text !== "", { what: "the structure before" });
  await axe();
  await page.keyboard.press("Escape");
  await until(() => page.locator(card).count(), (n) => n === 0);
  await page.locator("#speeds").scrollIntoViewIfNeeded();
  const box = await page.locator("#speeds").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 12);
  const text = await until(() => page.innerText(".compare-figure:has(#speeds) .chart-card"), Boolean);
  assert.match(plain(text), /^Bloom filter[\s\S]*insert\s*[\d,.]+ ns/);
  assert.equal(await page.innerText(".compare-figure:has(#speeds) .chart [role=status]"), "", "what the pointer reads is not spoken");
});

journey("what was measured is still there after a visit to the Lab", async ({ page, open }) => {
  await open(SMALL);
  const before = await measured(page);
  await over(page);
  const text = await page.innerText("#compare-table");
  await page.click("nav a[data-view=lab]");
  await page.waitForSelector("#grid");
  await page.click("nav a[data-view=compare]");
  await page.waitForSelector("#compare-table");
  assert.equal(before.length, ALL);
  assert.equal(await page.innerText("#compare-table"), text);
  assert.ok(await page.isDisabled("#cancel"), "nothing is measured anew");
});

journey("where no worker can be started everything is measured on the page", { context: { serviceWorkers: "block" } }, async ({ page, open }) => {
  await page.addInitScript(() => {
    window.Worker = class {
      constructor() {
        throw new DOMException("threads are off", "SecurityError");
      }
    };
  });
  await open(SMALL);
  const all = await measured(page);
  assert.ok(all.filter((row) => row.structure !== "hyperloglog").every((row) => row.denied === "0"));
  await over(page);
  assert.match(plain(await page.innerText("#measuring-note")), /^Measured: each structure was given 2,000 keys/);
});
