// Two filters combined, in the Compare room: union and intersection with their estimates, and what must not be combined.
import assert from "node:assert/strict";
import { journey, until } from "./journey.mjs";

const figures = (page) =>
  page.locator(".pair-figure").evaluateAll((all) => Object.fromEntries(all.map((one) => [one.dataset.filter, { ...one.dataset }])));
const set = async (page, id, value) => {
  await page.fill(id, value);
  await page.press(id, "Enter");
};
// n̂ = −(m/k) ln(1 − X/m), by itself here.
const estimate = (ones, m, k) => (-m / k) * Math.log(1 - ones / m);
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(b)), `${a} is not ${b}`);

journey("union and intersection say what they hold, and estimates are those of their formulas", async ({ page, open, axe }) => {
  await open("?view=compare&pair=600,500,200,9586,7,9586,7");
  const { a, b, union, intersection } = await figures(page);
  assert.deepEqual([a.truth, b.truth, union.truth, intersection.truth], ["600", "500", "900", "200"]);
  const [m, k] = [9586, 7];
  for (const one of [a, b, union]) near(Number(one.estimate), estimate(Number(one.ones), m, k));
  near(Number(intersection.estimate), Number(a.estimate) + Number(b.estimate) - Number(union.estimate));
  assert.ok(Math.abs(Number(intersection.estimate) - 200) < 60);
  assert.ok(Number(a.ones) + Number(b.ones) - Number(union.ones) === Number(intersection.ones), "bits of two sets are counted in and out");
  const scratch = await page.locator("#pair-scratch").evaluate((one) => ({ ...one.dataset }));
  assert.ok(Number(intersection.ones) > Number(scratch.ones));
  assert.ok(Number(intersection.fp) >= Number(scratch.fp) && Number(union.fp) >= Number(a.fp));
  assert.match(await page.innerText("#pair-sentence"), /exactly the filter of all 900 keys/);
  await axe();
});

journey("filters that differ in m, k or hash are refused with the harm, and made alike at a press", async ({ page, open }) => {
  await open("?view=compare");
  const refused = (field) => until(() => page.innerText("#pair-sentence"), (text) => text.startsWith(`Not combined: A and B differ in ${field}.`), { what: `a refusal for ${field}` });
  const combined = () => until(() => figures(page), (all) => all.union, { what: "the union" });
  for (const [id, value, field] of [["#pair-m-b", "500", "m"], ["#pair-k-b", "4", "k"]]) {
    await combined();
    await set(page, id, value);
    await refused(field);
    assert.match(await page.innerText("#pair-sentence"), /would deny [1-9]\d* of the \d+ keys/);
    assert.deepEqual(Object.keys(await figures(page)), ["a", "b"]);
    await page.click("#pair-alike");
  }
  await combined();
  await page.selectOption("#pair-hash-b", { label: "XXH3 64" });
  await refused("hash");
  assert.match(page.url(), /pair=40,40,15,512,5,512,5,xxh3-64/);
  await page.reload();
  await refused("hash");
  await page.click("#pair-alike");
  await combined();
  assert.doesNotMatch(page.url(), /pair=/);
});

journey("numbers that cannot be had are said, in a field and in a link, in Chinese too", async ({ page, open }) => {
  await open("?view=compare&lang=zh&pair=40,40,99");
  await until(() => page.innerText("#notices"), (text) => /共有的键：.*99 行不通，改用 40/.test(text));
  await until(() => page.url(), (url) => /pair=40,40,40,/.test(url));
  await set(page, "#pair-m-a", "0");
  await until(() => page.innerText("#notices"), (text) => /A 的 m：.*0 行不通，改用 1/.test(text));
  await until(() => figures(page), (all) => Number(all.a.ones) === 1, { what: "a filter of one bit" });
  assert.match(await page.innerText(".pair-figure[data-filter=a]"), /无法估计/);
});
