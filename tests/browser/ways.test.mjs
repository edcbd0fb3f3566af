// Ways to live with deletions, in the Compare room: run by itself, read off, changed, stopped, saved, shared; in Chinese too.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { journey, until } from "./journey.mjs";

const WAYS = ["nothing", "clear-bits", "rebuild", "counting", "cuckoo", "tombstones", "corrections"];
const rows = (page) => page.locator("#ways-table tbody tr").evaluateAll((all) => all.map((row) => ({ ...row.dataset })));
const over = (page, text = /^(Done|完成)/) => until(() => page.innerText("#ways-status"), (said) => text.test(said), { what: "the run's end", timeout: 60_000 });
const by = (all, way) => all.find((row) => row.way === way);

journey("seven ways to delete on the same keys: only cleared bits deny keys, and each way has its price", async ({ page, open, axe }) => {
  await open("?view=compare");
  await over(page);
  const all = await rows(page);
  assert.deepEqual(all.map((row) => row.way), WAYS);
  for (const row of all) {
    if (row.way === "clear-bits") assert.ok(Number(row.denied) > 100, "bits that others share were cleared");
    else assert.equal(row.denied, "0", row.way);
  }
  assert.equal(by(all, "nothing").stale, "1000");
  assert.equal(by(all, "tombstones").stale, "0");
  assert.equal(Number(by(all, "counting").bits), 4 * Number(by(all, "nothing").bits));
  assert.ok(Number(by(all, "nothing").fp) > 5 * Number(by(all, "rebuild").fp));
  assert.match(await page.innerText("#ways-sentence"), /^After 10 rounds in which 100 of 1,000 keys are deleted/);
  // An earlier round is looked at.
  await page.fill("#ways-at", "1");
  await until(() => rows(page), (now) => by(now, "nothing").stale === "100", { what: "the first round" });
  assert.match(await page.innerText("#ways-sentence"), /^After 1 round in/);
  await axe();
});

journey("the same link runs the same, a number is changed in its field, and what cannot be run is said", async ({ page, open, notices }) => {
  await open("?view=compare&ways=500,50,20,4,100,0.02");
  await over(page);
  const first = await rows(page);
  assert.equal(by(first, "nothing").stale, "200");
  await page.click("#ways-run");
  await over(page);
  assert.deepEqual(await rows(page), first);
  await page.fill("#ways-rounds", "2");
  await page.press("#ways-rounds", "Enter");
  await until(() => rows(page), (all) => by(all, "nothing")?.stale === "100", { what: "two rounds" });
  assert.match(page.url(), /ways=500,50,20,2,100,0\.02/);
  await page.fill("#ways-deletions", "1e6");
  await page.press("#ways-deletions", "Enter");
  await until(() => page.innerText("#notices"), (text) => /Deleted a round: 1,000,000 cannot be had with the other numbers; 260 is used/.test(text));
  await page.fill("#ways-n", "many");
  await page.press("#ways-n", "Enter");
  await until(() => page.innerText("#notices"), (text) => /Keys at the start: “many” was not used/.test(text));
  assert.equal(await page.inputValue("#ways-n"), "500");
});

journey("a link's bad numbers are named and the rest of it is honoured", async ({ page, open }) => {
  await open("?view=compare&cn=500&ways=1000,x,100");
  assert.match(await page.innerText("#notices"), /ways=1000,x,100 in the link was not used: parameter 2/);
  assert.equal(await page.inputValue("#compare-n"), "500");
});

journey("a long run waits to be asked for, and stops at once", async ({ page, open }) => {
  await open("?view=compare&ways=100000,2000,2000,20,50000,0.01");
  assert.match(await page.innerText("#ways-status"), /^Not run yet/);
  await page.click("#ways-run");
  await until(() => page.innerText("#ways-status"), (text) => /of 20 rounds done/.test(text));
  await page.click("#ways-cancel");
  assert.match(await page.innerText("#ways-status"), /^Stopped/);
  assert.ok(await page.isEnabled("#ways-run"));
});

journey("the rounds leave as CSV, a chart as SVG and PNG, and Chinese is complete", async ({ page, open }) => {
  await open("?view=compare&lang=zh");
  await over(page);
  const save = async (name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-export="${name}"]`)]);
    return readFile(await download.path());
  };
  const lines = (await save("ways-csv")).toString().trim().split("\r\n");
  assert.equal(lines.length, 1 + 11 * WAYS.length);
  const last = lines.filter((line) => line.startsWith("10,clear-bits,")).map((line) => line.split(","))[0];
  assert.equal(last[4], by(await rows(page), "clear-bits").denied);
  assert.match((await save("ways-denied-svg")).toString(), /^<svg[^>]*>[\s\S]*漏判[\s\S]*布谷鸟过滤器/);
  assert.deepEqual([...(await save("ways-memory-png")).subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  assert.match(await page.innerText("#ways-sentence"), /直接清零，会漏判 \d+ 个还在的键/);
  assert.doesNotMatch(await page.innerText("#ways-table"), /[a-z]{4,}/i);
});
