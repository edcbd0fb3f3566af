// Structures beside the plain filter in the Lab, and deletion as it must not be done.
import assert from "node:assert/strict";
import { journey, until } from "./journey.mjs";

const verdict = async (page) => {
  const card = page.locator("#verdict");
  return [await card.getAttribute("data-answer"), await card.getAttribute("data-truth")];
};
const ones = async (page) => Number(await page.locator("#grid").getAttribute("data-ones"));
const cells = async (page) => Number(await page.locator("#grid").getAttribute("data-m"));
const query = (page) => new URL(page.url()).searchParams;
// The words come with the first notice.
const notices = async (page) => {
  await page.locator("#notices p").first().waitFor({ timeout: 5000 }).catch(() => {}); // or there is none
  return page.locator("#notices").innerText();
};
const ready = (page) => page.waitForSelector("#grid");
const end = async (page) => {
  await page.locator(".scrub button").nth(4).click();
  await until(() => page.locator("#verdict.pending").count(), (n) => n === 0, { what: "the answer" });
};
const ask = async (page, key, button = "query") => {
  await page.fill("#key-input", key);
  await page.click(`#key-${button}`);
  await until(() => page.locator("#verdict").count(), (n) => n === 1);
  await end(page);
};

const VARIANTS = [
  ["counting,4", 256, true],
  ["partitioned", 258, false],
  ["blocked,64", 256, false],
  ["cuckoo,12,4", 64, true],
];

for (const [code, size, deletes] of VARIANTS) {
  journey(`${code} opens from a link; a key is absent, inserted, found`, async ({ page, open, axe }) => {
    await open(`?variant=${code}&n=40&m=256&k=3&gen=seq:20:1001:asset:&q=hello`);
    await ready(page);
    assert.equal(await page.locator("#param-variant").inputValue(), code.split(",")[0]);
    assert.equal(await cells(page), size);
    assert.deepEqual(await verdict(page), ["absent", "non-member"]);
    const before = await ones(page);
    await page.click("#key-insert");
    await until(() => ones(page), (n) => n > before);
    await end(page);
    assert.deepEqual(await verdict(page), ["maybe", "member"]);
    assert.equal(query(page).get("keys"), "hello");
    assert.equal(query(page).get("variant"), code);
    await page.click("#key-query");
    await end(page);
    assert.deepEqual(await verdict(page), ["maybe", "member"]);
    assert.equal(await page.locator("#key-delete").count(), deletes ? 1 : 0);
    if (deletes) {
      await page.click("#key-delete");
      await until(() => ones(page), (n) => n === before);
      await end(page);
      assert.deepEqual(await verdict(page), ["absent", "non-member"]);
      assert.equal(query(page).get("edits"), "-hello");
      await page.reload();
      await ready(page);
      assert.equal(await ones(page), before, "the link replays the deletion");
      await page.click("#undo", { timeout: 2000 }).catch(() => {}); // a link has no history
    }
    await axe();
  });
}

journey("a scalable filter grows when it is full", async ({ page, open }) => {
  await open("?variant=scalable&n=10&p=0.05&gen=seq:10:1001:asset:&q=one%20more");
  await ready(page);
  const size = await cells(page);
  assert.equal(await page.locator(".bars tbody tr").count(), 1);
  await page.click("#key-insert");
  await until(() => cells(page), (n) => n > size, { what: "a second sub-filter" });
  assert.equal(await page.locator(".bars tbody tr").count(), 2);
  const steps = await page.locator(".path").innerText();
  assert.match(steps, /Sub-filter 1[\s\S]*sub-filter 2 is begun[\s\S]*Into sub-filter 2/);
});

journey("a fuse filter is built anew with every key", async ({ page, open }) => {
  await open("?variant=fuse&n=40&p=0.01&gen=seq:30:1001:asset:&q=hello");
  await ready(page);
  await page.click("#key-insert");
  await page.click("#rebuild"); // it says first why it takes no key
  await until(() => verdict(page), ([answer, truth]) => answer === "maybe" && truth === "member");
  await page.fill("#key-input", "asset:1003");
  await until(() => verdict(page), ([answer, truth]) => answer === "maybe" && truth === "member");
});

journey("deleting from a counting filter what only looked as if it were there harms members", async ({ page, open }) => {
  await open("?variant=counting,4&q=asset:10021"); // the resting picture's false positive
  await ready(page);
  assert.deepEqual(await verdict(page), ["maybe", "non-member"]);
  await page.click("#key-delete");
  await end(page);
  const card = await page.locator("#verdict").innerText();
  assert.match(card, /never in the set/);
  assert.match(card, /denied now/);
  await page.locator("#verdict .denied button").first().click();
  await until(() => verdict(page), ([answer, truth]) => answer === "absent" && truth === "member");
  assert.match(await page.locator("#verdict").innerText(), /false negative/i);
  await page.click("#key-insert"); // heals
  await until(() => verdict(page), ([answer, truth]) => answer === "maybe" && truth === "member");
});

journey("unsafe deletion asks for a guess, then shows the false negatives", async ({ page, open, axe }) => {
  await open();
  await page.fill("#key-input", "asset:1005");
  const before = await ones(page);
  await page.click("#key-delete");
  await page.waitForSelector("#predict-none");
  assert.equal(await ones(page), before, "nothing is cleared before the guess");
  await axe();
  await page.click("#predict-none");
  await until(() => ones(page), (n) => n < before);
  await end(page);
  assert.deepEqual(await verdict(page), ["absent", "non-member"]);
  const harm = await page.locator("#harm").innerText();
  assert.match(harm, /denied now/);
  const victim = await page.locator("#harm .denied button").first().innerText();
  await page.locator("#harm .denied button").first().click();
  assert.equal(await page.locator("#key-input").inputValue(), victim);
  await until(() => verdict(page), ([answer, truth]) => answer === "absent" && truth === "member");
  assert.match(await page.locator("#verdict").innerText(), /false negative/i);
  assert.equal(query(page).get("edits"), "-asset:1005");
  const cleared = await ones(page);
  await page.reload();
  await until(() => ones(page), (n) => n === cleared);
  assert.deepEqual(await verdict(page), ["absent", "member"]);
  await page.click("#key-insert"); // inserting it again heals it
  await until(() => verdict(page), ([answer, truth]) => answer === "maybe" && truth === "member");
  await page.click("#undo");
  await until(() => verdict(page), ([answer, truth]) => answer === "absent" && truth === "member");
});

journey("what a structure cannot have is named and the filter before stays", async ({ page, open }) => {
  await open("?variant=counting,9&q=a");
  assert.match(await notices(page), /variant=counting,9[\s\S]*2 to 8/);
  assert.equal(await page.locator("#param-variant").inputValue(), "bloom");
  await page.selectOption("#param-variant", "cuckoo");
  await ready(page);
  await page.selectOption("#param-fingerprint-bits", { label: "4 bits" });
  await until(() => query(page).get("variant"), (code) => code === "cuckoo,4,4");
  await page.fill("#param-n", "100000000");
  await page.press("#param-n", "Enter");
  await until(() => notices(page), (text) => /fingerprint[\s\S]*bits work/.test(text));
  assert.equal(await page.locator("#param-n").inputValue(), "40");
  await page.selectOption("#param-variant", "counting");
  await page.fill("#param-m", "1GiB");
  await page.press("#param-m", "Enter");
  await until(() => notices(page), (text) => /256[\s\u00a0\u202f]MiB works/.test(text));
});

journey("a filter too large to build says so, and its numbers hold", async ({ page, open }) => {
  await open("?variant=blocked&n=1e8&m=1e9");
  await until(() => page.locator(".in-place").innerText(), (text) => /up to 2,000,000 keys/.test(text));
  assert.match(await page.locator(".figures").innerText(), /rate in theory/);
});

journey("a large one is built in slices", async ({ page, open }) => {
  await open("?variant=counting&n=4e5&p=0.01&gen=seq:400000&q=x");
  await until(() => page.locator("#grid, .in-place progress").count(), (n) => n > 0);
  await until(() => page.locator("#grid").count(), (n) => n === 1, { timeout: 60_000, what: "the filter" });
  assert.ok((await cells(page)) > 3_000_000);
});

journey("in Chinese, on a phone", { lang: "zh", size: "phone", theme: "dark" }, async ({ page, open, axe }) => {
  for (const variant of ["counting", "partitioned", "blocked,64", "scalable", "cuckoo", "fuse"]) {
    await open(`?variant=${variant}&q=asset:1005`);
    await ready(page);
    assert.deepEqual(await verdict(page), ["maybe", "member"]);
    const { scroll, client } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
    }));
    assert.ok(scroll <= client, `${variant}: nothing is wider than the phone (${scroll} > ${client})`);
    await axe();
  }
});

journey("numbers that a structure does not use are not offered, and it says why", async ({ page, open }) => {
  const offered = () => page.locator(".params .param:visible").evaluateAll((all) => all.map((one) => one.dataset.param).join(""));
  for (const [variant, letters] of [["scalable", "np"], ["cuckoo,12,4", "n"], ["fuse,8", ""], ["counting,4", "npmk"], ["blocked", "npmk"]]) {
    await open(`?variant=${variant}&n=100&p=0.01&gen=seq:50`);
    await page.waitForSelector(".family-params");
    assert.equal(await offered(), letters, variant);
    assert.equal(await page.locator("#params-unused").count(), letters === "npmk" ? 0 : 1, variant);
  }
});
