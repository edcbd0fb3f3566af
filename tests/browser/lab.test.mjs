// The Lab: the resting picture, a key's way in, the four numbers, undo, the link.
import assert from "node:assert/strict";
import { journey, rootData, until } from "./journey.mjs";

const verdict = async (page) => {
  const card = page.locator("#verdict");
  return [await card.getAttribute("data-answer"), await card.getAttribute("data-truth")];
};
const ones = async (page) => Number(await page.locator("#grid").getAttribute("data-ones"));
const bits = async (page) => Number(await page.locator("#grid").getAttribute("data-m"));
const positions = (page) => page.locator("#positions > li").evaluateAll((items) => items.map((i) => Number(i.dataset.index)));
// The words come with the first notice.
const notices = async (page) => {
  await page.locator("#notices p").first().waitFor({ timeout: 5000 }).catch(() => {}); // or there is none
  return page.locator("#notices").innerText();
};
const query = (page) => new URL(page.url()).searchParams;
const set = async (page, letter, value) => {
  await page.fill(`#param-${letter}`, value);
  await page.press(`#param-${letter}`, "Enter");
};

journey("a first visit shows a false positive that names who lit its bits", async ({ page, open, axe }) => {
  await open();
  assert.deepEqual(await verdict(page), ["maybe", "non-member"]);
  assert.deepEqual(await positions(page), [193, 2, 67]);
  assert.deepEqual([await bits(page), await ones(page)], [256, 88]);
  const card = await page.locator("#verdict").innerText();
  for (const word of ["false positive", "asset:1007", "asset:1021", "asset:1009"]) assert.match(card, new RegExp(word));
  assert.match(await page.locator(".sentence").innerText(), /256 bits and 3 hash functions\. 34 keys were inserted, so 88 bits are 1/);
  await axe();
});

journey("a key is absent, then inserted, then found; undo and redo go both ways", async ({ page, open }) => {
  await open();
  await page.fill("#key-input", "hello");
  await page.click("#key-query");
  assert.deepEqual(await verdict(page), ["absent", "non-member"]);
  const before = await ones(page);
  await page.click("#key-insert");
  await until(() => ones(page), (n) => n > before);
  const after = await ones(page);
  assert.deepEqual(await verdict(page), ["maybe", "member"]);
  await page.click("#key-query");
  assert.deepEqual(await verdict(page), ["maybe", "member"]);
  assert.equal(query(page).get("keys"), "hello");
  await page.click("#undo");
  await until(() => ones(page), (n) => n === before);
  assert.deepEqual(await verdict(page), ["absent", "non-member"]);
  await page.locator("#redo").click();
  await until(() => ones(page), (n) => n === after);
  await page.locator("h2").first().click();
  await page.keyboard.press("Control+z");
  await until(() => ones(page), (n) => n === before);
});

journey("the steps play, pause, go back and forward, and can be scrubbed", async ({ page, open }) => {
  await open();
  await page.click("#key-query");
  await until(() => page.locator("#verdict.pending").count(), (n) => n === 1, { what: "the answer to be held back" });
  const slider = page.locator(".track input");
  const last = Number(await slider.getAttribute("max"));
  assert.equal(last, 6); // text, bytes, digest, three positions, answer
  await until(() => slider.inputValue(), (step) => Number(step) >= 2, { what: "the steps to move on" });
  await page.locator(".scrub button").nth(2).click(); // pause
  const paused = await slider.inputValue();
  await page.waitForTimeout(1000);
  assert.equal(await slider.inputValue(), paused);
  await page.locator(".scrub button").nth(4).click();
  assert.equal(await slider.inputValue(), String(last));
  assert.equal(await page.locator("#verdict.pending").count(), 0);
  await page.locator(".scrub button").nth(1).click();
  assert.equal(await slider.inputValue(), String(last - 1));
  assert.match(await page.locator(".path .detail").innerText(), /mod 256 = 67/);
  await slider.fill("0");
  assert.equal(await page.locator("#positions [data-fate=pending]").count(), 3);
});

journey("a query stops at the first 0 and says so", async ({ page, open }) => {
  await open("?m=256&k=5&n=20&keys=a,b&q=zzz");
  assert.deepEqual(await verdict(page), ["absent", "non-member"]);
  const fates = await page.locator("#positions > li").evaluateAll((items) => items.map((i) => i.dataset.fate));
  assert.equal(fates.length, 5);
  const stop = fates.indexOf("zero");
  assert.ok(stop >= 0);
  assert.ok(fates.slice(0, stop).every((fate) => fate === "one") && fates.slice(stop + 1).every((fate) => fate === "unread"));
  assert.match(await page.locator("#verdict").innerText(), /One 0 is enough/);
});

journey("dragging k past the optimum lets the rate fall and then rise", async ({ page, open }) => {
  await open("?n=100&p=1%25&gen=seq:100");
  const best = Number(await page.locator("#param-k").inputValue());
  assert.equal(best, 7);
  const rates = [];
  const slider = page.locator("#param-k-slider");
  for (const k of [2, 4, 7, 12, 20]) {
    await slider.fill(String(k));
    await until(() => page.locator("#param-k").inputValue(), (value) => value === String(k));
    rates.push(parseFloat(await page.locator("#param-p").inputValue()));
  }
  assert.ok(rates[0] > rates[1] && rates[1] > rates[2], `falls to the optimum: ${rates}`);
  assert.ok(rates[2] < rates[3] && rates[3] < rates[4], `rises after it: ${rates}`);
  assert.equal(query(page).get("k"), "20");
  await page.click(".best-k");
  await until(() => page.locator("#param-k").inputValue(), (value) => value === "7");
});

journey("the four numbers solve for one another and refuse what cannot be", async ({ page, open }) => {
  await open();
  await set(page, "n", "1,000,000");
  await set(page, "p", "1%");
  await until(() => bits(page), (m) => m === 9_585_059);
  assert.equal(await page.locator("#param-m").inputValue(), "9,585,059");
  assert.equal(await page.locator("#param-k").inputValue(), "7");
  assert.match(await page.locator("[data-param=m] .note").innerText(), /1\.143.MiB/);
  await set(page, "m", "64KiB");
  await until(() => bits(page), (m) => m === 524_288);
  await set(page, "p", "120%");
  assert.match(await notices(page), /“120%” was not used: a rate lies between 0 and 1/);
  assert.equal(await bits(page), 524_288);
  await set(page, "k", "lots");
  assert.match(await notices(page), /“lots” was not used: it is not a number/);
});

journey("a filter larger than 8 MiB asks first, and one beyond 256 MiB still calculates", async ({ page, open }) => {
  await open("?n=20000000&p=1%25");
  assert.equal(await page.locator("#grid").count(), 0);
  await page.click("#agree");
  await until(() => page.locator("#grid").count(), (n) => n === 1);
  assert.equal(await bits(page), 191_701_168);
  await open("?n=5000000000&p=1%25");
  assert.equal(await page.locator("#param-m").inputValue(), "47,925,291,887");
  assert.match(await page.locator("[data-param=m] .note").innerText(), /5\.579.GiB/);
  assert.match(await page.locator(".in-place").innerText(), /256 MiB/);
  assert.equal(await page.locator("#curve").count(), 1);
});

journey("a million keys are inserted in the background and can be asked about", async ({ page, open }) => {
  await open("?n=1000000&p=1%25&gen=seq:1000000:1:user:&q=user:999999");
  await until(() => page.locator("#grid").count(), (n) => n === 1, { timeout: 30_000, what: "the filter to be built" });
  assert.ok(Math.abs((await ones(page)) / (await bits(page)) - 0.518) < 0.002);
  assert.deepEqual(await verdict(page), ["maybe", "member"]);
  await page.fill("#key-input", "user:1000001");
  await page.click("#key-query");
  assert.equal((await verdict(page))[1], "non-member");
});

journey("a broken link names each bad value and honours the rest", async ({ page, open }) => {
  await open("?n=50&k=999&hash=md5&m=1024&view=kitchen&nonsense=1&gen=seq:ten");
  const said = await notices(page);
  for (const word of ["k=999", "hash=md5", "view=kitchen", "nonsense", "gen=seq:ten"]) assert.ok(said.includes(word), `${word}: ${said}`);
  assert.equal(await bits(page), 1024);
  assert.equal(await page.locator("#param-n").inputValue(), "50");
  await page.locator("#notices .notice button").first().click();
  assert.ok(!(await notices(page)).includes("gen=seq:ten"));
});

journey("odd keys are keys like any other", async ({ page, open }) => {
  await open("?m=4096&k=4&n=100&keys=x");
  for (const key of ["键", "🦀🦀", "a,b\\c", "<b>&amp;</b>", " ", "x".repeat(2000), "\u0000", "%41&q=1#", "e\u0301"]) {
    await page.fill("#key-input", key);
    await page.click("#key-insert");
    await until(() => verdict(page), ([, truth]) => truth === "member");
  }
  const before = await ones(page);
  await page.reload();
  await page.waitForSelector("html[data-ready=true]", { state: "attached" });
  await until(() => ones(page), (n) => n === before, { what: "the same bits from the same link" });
});

journey("English and Chinese change places without losing anything", async ({ page, open }) => {
  await open("?m=512&k=4&n=30&keys=a,b,c&q=b");
  const before = [await bits(page), await ones(page), await positions(page), await verdict(page)];
  await page.click("#lang");
  await until(() => page.evaluate(() => document.documentElement.lang), (lang) => lang === "zh-CN");
  assert.match(await page.locator(".sentence").innerText(), /这个过滤器有 512 位/);
  assert.match(await page.locator("#verdict").innerText(), /可能存在/);
  assert.deepEqual([await bits(page), await ones(page), await positions(page), await verdict(page)], before);
  assert.equal(query(page).get("lang"), "zh");
  await page.click("#lang");
  await until(() => page.locator(".sentence").innerText(), (text) => text.includes("512 bits"));
});

journey("the theme goes from the system's to light to dark", async ({ page, open }) => {
  await open();
  await page.click("#theme");
  await page.click("#theme");
  await until(() => rootData(page, "theme"), (theme) => theme === "dark");
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.reload();
  await page.waitForSelector("html[data-ready=true]", { state: "attached" });
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), paper);
});

for (const [lang, theme] of [["en", "light"], ["zh", "dark"]]) {
  for (const size of ["phone", "desktop", "wall"]) {
    journey(`nothing overflows and axe finds nothing: ${size}, ${lang}, ${theme}`, { lang, theme, size }, async ({ page, open, axe }) => {
      await open();
      const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      assert.ok(inner <= outer, `the page is ${inner} px wide in a window of ${outer}`);
      await axe();
    });
  }
}

journey("hidden panels and frames of a link are obeyed", async ({ page, open }) => {
  await open("?hide=contents,params&embed=1");
  assert.equal(await page.locator(".contents").count(), 0);
  assert.equal(await page.locator("#param-n").count(), 0);
  assert.ok(!(await page.locator(".top").isVisible()));
  assert.ok(await page.locator("#grid").isVisible());
});

journey("keys are inserted and asked about by keyboard alone", { reducedMotion: true }, async ({ page, open }) => {
  await open();
  await page.focus("#key-input");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("by keyboard");
  await page.keyboard.press("Enter");
  assert.equal((await verdict(page))[1], "non-member");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await until(() => verdict(page), ([, truth]) => truth === "member");
  await page.focus("#param-k-slider");
  await page.keyboard.press("ArrowRight");
  await until(() => page.locator("#param-k").inputValue(), (k) => k === "4");
});

journey("typing and clicking fast leaves a sound page", async ({ page, open }) => {
  await open();
  for (let i = 0; i < 30; i++) {
    await page.fill("#key-input", `k${i}`);
    await page.evaluate(() => {
      for (const id of ["key-insert", "key-query", "key-insert", "undo", "redo", "lang", "theme"]) document.getElementById(id).click();
    });
  }
  await until(() => page.locator("#verdict").count(), (n) => n === 1);
  const held = new URL(page.url()).searchParams.get("keys").split(",").length;
  assert.ok(held > 0);
});
