// The cuckoo filter and the fuse filter in the Lab: kicks, a full table, the trap of a deletion, a set that is built at once.
import assert from "node:assert/strict";
import { journey, until } from "./journey.mjs";

const CUCKOO = "?variant=cuckoo,8,4&n=28&gen=seq:26:1001:asset:";
const FUSE = "?variant=fuse,8&n=30&gen=seq:30:1001:asset:&q=asset:1003";

const used = async (page) => Number(await page.locator("#grid").getAttribute("data-ones"));
const text = (page) => page.locator("#verdict").innerText();
const ready = (page) => page.waitForSelector("#grid");
const settled = async (page) => {
  const last = page.locator(".scrub button").nth(4);
  if (await last.isEnabled()) await last.click();
  await until(() => page.locator("#verdict.pending").count(), (n) => n === 0, { what: "the end of the story" });
  // Steps fade in; contrast is that of their final colours.
  await until(() => page.evaluate(() => document.getAnimations().length), (n) => n === 0, { what: "steps at rest" });
};
const act = async (page, key, button) => {
  await page.fill("#key-input", key);
  await page.click(`#key-${button}`);
  await until(() => page.locator("#verdict").count(), (n) => n === 1);
  await settled(page);
  return text(page);
};
const answer = async (page) => {
  const card = page.locator("#verdict");
  return [await card.getAttribute("data-answer"), await card.getAttribute("data-truth")];
};

journey("keys kick others out until the table is full, and then it says what would help", async ({ page, open, axe }) => {
  await open(CUCKOO);
  await ready(page);
  assert.equal(await used(page), 26);
  assert.match(await page.locator(".facts").innerText(), /26 of 32 slots used/);
  const seen = { kicked: false, full: false };
  for (let i = 1; i <= 24 && !seen.full; i++) {
    const before = await used(page);
    const said = await act(page, `late:${i}`, "insert");
    if (said.includes("Both its buckets were full")) {
      seen.kicked = true;
      assert.equal(await used(page), before + 1);
      assert.ok((await page.locator(".path .stage-name").allInnerTexts()).some((step) => step.includes("kicks out")));
    }
    if (said.includes("After 500 kicks")) {
      seen.full = true;
      assert.equal(await used(page), before, "the table is as it was");
      assert.match(said, /Twice the buckets, 16/);
      assert.ok((await page.locator(".path .stage-name").count()) < 30, "500 kicks are told in short");
    }
  }
  assert.deepEqual(seen, { kicked: true, full: true });
  await axe();
});

journey("a kick moves a fingerprint step by step, with motion and without", { reducedMotion: true }, async ({ page, open }) => {
  await open(CUCKOO);
  await ready(page);
  for (let i = 1; i <= 12; i++) {
    if ((await act(page, `late:${i}`, "insert")).includes("Both its buckets were full")) break;
  }
  const steps = page.locator(".path .stage-name");
  const kick = (await steps.allInnerTexts()).findIndex((step) => step.includes("kicks out"));
  assert.ok(kick > 0);
  const picture = () => page.locator("#grid").evaluate((canvas) => canvas.toDataURL());
  await steps.nth(kick - 1).click();
  await page.waitForTimeout(100);
  const before = await picture();
  await steps.nth(kick).click();
  await until(picture, (now) => now !== before);
});

journey("what was inserted can be deleted, and what was not is not there", async ({ page, open }) => {
  await open(CUCKOO);
  await ready(page);
  assert.match(await act(page, "asset:1003", "query"), /Possibly present/);
  assert.match(await act(page, "asset:1003", "delete"), /Removed[^]*is free now/);
  assert.equal(await used(page), 25);
  assert.deepEqual(await answer(page), ["absent", "non-member"]);
  assert.match(await act(page, "asset:1003", "delete"), /the table has not changed/);
  assert.equal(await used(page), 25);
});

journey("deleting what was never inserted denies a key that was", async ({ page, open, axe }) => {
  await open(CUCKOO);
  await ready(page);
  await page.waitForSelector("#trap-delete");
  const [key, victim] = await page.locator("#trap-delete").evaluate((button) => [button.dataset.key, button.dataset.victim]);
  await page.click("#trap-ask");
  await settled(page);
  assert.deepEqual(await answer(page), ["maybe", "non-member"]);
  assert.ok((await text(page)).includes(`The fingerprint is that of ${victim}`), await text(page));
  await page.click("#trap-delete");
  await until(() => used(page), (n) => n === 25);
  await settled(page);
  const deleted = await text(page);
  assert.ok(deleted.includes(`belonged to ${victim}`) && deleted.includes("false negative"), deleted);
  await page.click("#trap-victim");
  await until(() => page.inputValue("#key-input"), (shown) => shown === victim);
  await settled(page);
  assert.deepEqual(await answer(page), ["absent", "member"]);
  const denied = await text(page);
  assert.ok(denied.includes("false negative") && denied.includes(`when ${key} was deleted`), denied);
  await axe();
});

journey("a fuse filter answers by three cells and takes no key", async ({ page, open, axe }) => {
  await open(FUSE);
  await ready(page);
  await settled(page);
  assert.deepEqual(await answer(page), ["maybe", "member"]);
  assert.equal((await page.locator(".path .stage-name").allInnerTexts()).filter((step) => /^Cell \d+ of segment/.test(step)).length, 3);
  assert.match(await page.locator(".facts").innerText(), /built at once/);
  await page.fill("#key-input", "late");
  await page.click("#key-insert");
  assert.match(await page.locator("#refusal").innerText(), /takes no more keys[^]*built from all its keys at once/);
  await axe();
  await page.click("#rebuild");
  await until(() => page.locator("#refusal").count(), (n) => n === 0);
  await settled(page);
  assert.match(await text(page), /31 keys/);
  assert.deepEqual(await answer(page), ["maybe", "member"]);
  await page.click("#key-delete");
  await page.click("#rebuild");
  await until(() => text(page), (said) => /30 keys/.test(said));
});

journey("in Chinese, on a phone", { lang: "zh", context: { viewport: { width: 390, height: 844 } }, size: "phone" }, async ({ page, open, axe }) => {
  await open(`${CUCKOO}&lang=zh`);
  await ready(page);
  await page.waitForSelector("#trap-delete");
  await page.click("#trap-delete");
  await until(() => used(page), (n) => n === 25);
  await settled(page);
  assert.match(await text(page), /漏判/);
  await page.click("#trap-victim");
  await settled(page);
  assert.match(await text(page), /一定不存在[^]*漏判/);
  const [width, scroll] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
  assert.ok(scroll <= width, `${scroll} > ${width}`);
  await axe();
});
