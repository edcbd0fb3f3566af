// The visitor's own keys: a million lines, every way to bring a list, every way in which one can be wrong.
import assert from "node:assert/strict";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { journey, until } from "./journey.mjs";

const fixture = (name) => join(dirname(fileURLToPath(import.meta.url)), "../data/keys", name);
const result = async (page, name) => {
  const value = await page.locator("#list-result").getAttribute(`data-${name}`);
  return value === null ? null : Number(value);
};
const measured = (page) => until(() => page.locator("#list-result[data-probes]").count(), Boolean, { timeout: 30_000, what: "a measured list" });
const grid = async (page, name) => Number(await page.locator("#grid").getAttribute(`data-${name}`));

const LINES = 1_000_000;
const DISTINCT = 900_000;
let folder;
/** A file of a million lines: user:0 … user:899999, the first 99,998 of them again, and two empty lines. */
const million = async () => {
  if (!folder) {
    folder = await mkdtemp(join(tmpdir(), "bloomscope-keys-"));
    const lines = Array.from({ length: LINES - 2 }, (_, i) => `user:${i % DISTINCT}`);
    lines.splice(10, 0, "", "");
    await writeFile(join(folder, "million.txt"), `${lines.join("\r\n")}\r\n`);
  }
  return join(folder, "million.txt");
};
after(() => folder && rm(folder, { recursive: true, force: true }));

journey("a million lines are read while the page goes on, measured, and put into the filter", { timeout: 180_000 }, async ({ page, open }) => {
  await open();
  const file = await million();
  await page.evaluate(() => {
    window.frames_seen = 0;
    const count = () => { window.frames_seen += 1; requestAnimationFrame(count); };
    requestAnimationFrame(count);
  });
  await page.setInputFiles("#file", file);
  await page.locator("#input-progress").waitFor();
  const before = await page.evaluate(() => window.frames_seen);
  await measured(page);
  assert.ok((await page.evaluate(() => window.frames_seen)) > before + 5, "the page drew while it read");
  const counts = Object.fromEntries(await Promise.all(["lines", "keys", "duplicates", "empty"].map(async (name) => [name, await result(page, name)])));
  assert.deepEqual(counts, { lines: LINES, keys: DISTINCT, duplicates: LINES - 2 - DISTINCT, empty: 2 });
  assert.equal(await result(page, "bits"), 8_626_553);

  // 90,000 held-out keys at 1 %: 900 expected, with a standard deviation of 30. The seed is the page's own and fixed.
  const [fp, probes] = [await result(page, "fp"), await result(page, "probes")];
  assert.equal(probes, 90_000);
  assert.ok(Math.abs(fp - 900) < 150, `${fp} false positives`);
  const said = await page.locator("#list-measured").innerText();
  assert.match(said, /^810,000 keys went into a filter sized for them; then the 90,000 held out were asked for\./);
  assert.ok(said.includes(`${fp} came back`), said);
  assert.match(await page.locator("#list-result").innerText(), /1\.028\s?MiB/);

  await page.locator("#list-result details summary").last().click();
  const wrong = await page.locator(".list-false li").first().innerText();
  await page.click("#list-use");
  await until(() => grid(page, "m"), (m) => m === 7_763_898, { timeout: 60_000, what: "the list's filter in the grid" });
  const ones = await until(() => grid(page, "ones"), (ones) => ones > 1e6, { timeout: 60_000, what: "its bits" });
  // 1 − e^(−kn/m) of the bits, where n = 810,000 and k = 7.
  assert.ok(Math.abs(ones / 7_763_898 - 0.5183) < 0.001, `${ones} ones`);
  // The key named as a false positive is one in the Lab, too.
  await page.fill("#key-input", wrong);
  await page.click("#key-query");
  const verdict = page.locator("#verdict");
  await until(() => verdict.getAttribute("data-answer"), (answer) => answer === "maybe", { what: "the answer" });
  assert.equal(await verdict.getAttribute("data-truth"), "non-member");
});

journey("reading is cancelled at once, and the list before is still there", { timeout: 120_000 }, async ({ page, open }) => {
  await open();
  await page.setInputFiles("#file", fixture("lines.txt"));
  await measured(page);
  assert.equal(await result(page, "keys"), 4);
  // Long enough that even a slow click comes in time.
  const lines = await readFile(await million());
  const long = join(folder, "long.txt");
  for (let i = 0; i < 10; i++) await appendFile(long, lines);
  await page.setInputFiles("#file", long);
  await page.click("#input-cancel");
  await until(() => page.locator("#input-progress").count(), (n) => n === 0);
  assert.match(await page.locator(".input-panel").innerText(), /Reading was cancelled\. The list read before is still here\./);
  assert.equal(await result(page, "keys"), 4);
  // What is read next is not disturbed by news of what was given up.
  await page.setInputFiles("#file", fixture("users.csv"));
  await until(() => result(page, "keys"), (keys) => keys === 3);
  await page.waitForTimeout(1000);
  assert.equal(await result(page, "keys"), 3);
});

journey("a file in Latin-1 is refused by byte and line, then read as what it is", async ({ page, open, axe }) => {
  await open();
  await page.setInputFiles("#file", fixture("lines.txt"));
  await measured(page);
  await page.setInputFiles("#file", fixture("latin1.txt"));
  const problem = page.locator("#input-problem");
  assert.match(await problem.innerText(), /latin1\.txt is not UTF-8: the byte at offset 9 \(0xE9, in line 2\) does not fit\. The list read before is still here\./);
  assert.equal(await result(page, "keys"), 4);
  await axe();
  await page.click("#input-latin1");
  await until(() => result(page, "keys"), (keys) => keys === 3);
  assert.match(await page.locator("#input-preview").innerText(), /Orléans/);
  assert.equal(await problem.count(), 0);
});

journey("a file in GBK is read by the browser's own decoder, its flaws named", { lang: "zh" }, async ({ page, open }) => {
  await open();
  await page.setInputFiles("#file", fixture("gb18030.txt"));
  await page.click("#input-gb18030");
  await until(() => page.locator("#list-result").count(), Boolean);
  assert.match(await page.locator("#input-preview").innerText(), /上海\s+北京/);
  const broken = Buffer.from([0xc9, 0xcf, 0x0a, 0x61, 0xff, 0x62, 0x0a]);
  await page.setInputFiles("#file", { name: "broken.txt", mimeType: "text/plain", buffer: broken });
  await page.click("#input-gb18030");
  await until(() => page.locator("#input-problem").innerText(), (text) => text.includes("不是 GB 18030 (GBK)：第 2 行、偏移 4 处的字节 0xFF"));
});

const BAD = [
  ["empty.txt", /empty\.txt is empty/],
  ["only_blank.txt", /holds no key: 4 lines and nothing in them/],
  ["only_header.csv", /a row of column names and nothing below/],
  ["nul.txt", /not text: the byte at offset 8 is 0/],
  ["keys.txt.gz", /looks like a gzip archive/],
  ["sheet.xlsx", /ZIP archive or an Excel or Word document/],
  ["dot.png", /looks like a PNG picture/],
  ["open_quote.csv", /A quote opened in line 3 of open_quote\.csv is never closed/],
  ["utf16_unmarked.txt", /looks like UTF-16 LE/],
];
journey("what cannot be read says why, and nothing that was there is lost", async ({ page, open }) => {
  await open();
  const m = await grid(page, "m");
  await page.setInputFiles("#file", fixture("users.csv"));
  await measured(page);
  for (const [name, expected] of BAD) {
    await page.setInputFiles("#file", fixture(name));
    const said = await until(() => page.locator("#input-problem").allInnerTexts(), ([text]) => text?.includes(name), { what: `a word about ${name}` });
    assert.match(said[0], expected);
    assert.match(said[0], /The list read before is still here\./);
    assert.deepEqual([await result(page, "keys"), await grid(page, "m")], [3, m]);
  }
  await page.click("#input-utf16");
  await until(() => result(page, "keys"), (keys) => keys === 2);
  // Too large for the memory chosen: the limit is the visitor's.
  await page.locator(".input-options summary").click();
  await page.selectOption("#input-limit", { index: 0 });
  const large = Buffer.alloc((16 << 20) + 1, "0123456789abcde\n");
  await page.setInputFiles("#file", { name: "large.txt", mimeType: "text/plain", buffer: large });
  await until(() => page.locator("#input-problem").allInnerTexts(), ([text]) => /large\.txt is larger than 16\s?MiB/.test(text ?? ""));
  assert.equal(await result(page, "keys"), 2);
  await page.click("#input-larger");
  await until(() => result(page, "lines"), (lines) => lines === (1 << 20) + 1, { timeout: 30_000 });
});

journey("the column of keys is chosen in the table or in the list", async ({ page, open }) => {
  await open();
  await page.setInputFiles("#file", fixture("users.csv"));
  await measured(page);
  assert.deepEqual([await result(page, "keys"), await result(page, "duplicates")], [3, 1]);
  await page.getByRole("button", { name: "name", exact: true }).click();
  await until(() => result(page, "keys"), (keys) => keys === 4);
  await page.selectOption("#input-column", { label: "note" });
  await until(() => page.locator("#list-result").innerText(), (text) => text.includes("keys from “note”"));
  await page.selectOption("#input-format", { index: 0 });
  await until(() => result(page, "keys"), (keys) => keys === 6);
});

journey("text is pasted, typed and dropped", { size: "phone", theme: "dark", lang: "zh" }, async ({ page, open, axe }) => {
  await open();
  await page.fill("#input-paste", "甲\n乙\n\n甲\n");
  await measured(page);
  assert.deepEqual([await result(page, "keys"), await result(page, "duplicates"), await result(page, "empty")], [2, 1, 1]);
  // A file let go anywhere on the page is read.
  await page.locator("#grid").evaluate((elsewhere) => {
    const data = new DataTransfer();
    data.items.add(new File(["one\ntwo\nthree\n"], "dropped.txt", { type: "text/plain" }));
    elsewhere.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await until(() => result(page, "keys"), (keys) => keys === 3);
  assert.match(await page.locator("#list-result").innerText(), /dropped\.txt：3 行/);
  // Text too long for a field goes past it.
  await page.locator("#input-paste").evaluate((field) => {
    const data = new DataTransfer();
    data.setData("text/plain", Array.from({ length: 50_000 }, (_, i) => `key${i}`).join("\n"));
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await until(() => result(page, "keys"), (keys) => keys === 50_000);
  assert.equal(await page.locator("#input-paste").inputValue(), "甲\n乙\n\n甲\n");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out at 360 px");
  await axe();
});

journey("another target rate and another share are measured anew", async ({ page, open }) => {
  await open();
  const keys = Array.from({ length: 20_000 }, (_, i) => `key${i}`).join("\n");
  await page.setInputFiles("#file", { name: "keys.txt", mimeType: "text/plain", buffer: Buffer.from(keys) });
  await page.selectOption("#input-target", { label: "10\u202f%" });
  await page.selectOption("#input-held-out", { label: "50\u202f%" });
  await until(() => result(page, "probes"), (probes) => probes === 10_000);
  // 1,000 expected, with a standard deviation of 30.
  const fp = await until(() => result(page, "fp"), (fp) => fp !== null && fp > 500);
  assert.ok(Math.abs(fp - 1000) < 150, `${fp} false positives`);
  await page.selectOption("#input-held-out", { index: 0 });
  await until(() => page.locator("#list-result").innerText(), (text) => text.includes("nothing was measured"));
});
