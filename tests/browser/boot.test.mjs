// The page starts, in the visitor's language and theme, with nothing from elsewhere.
import assert from "node:assert/strict";
import { journey, kind, rootData, startWorker } from "./journey.mjs";

const rootLang = (page) => page.evaluate(() => document.documentElement.lang);

journey("the page becomes ready", async ({ page, open }) => {
  await open();
  assert.equal(await rootData(page, "failed"), undefined);
  assert.equal(await page.locator("#app .boot").count(), 0, "the app has replaced the boot screen");
});

for (const [lang, expected] of [["en", "en"], ["zh", "zh-CN"]]) {
  for (const theme of ["light", "dark"]) {
    journey(`a browser set to ${lang} and ${theme} gets that`, { lang, theme }, async ({ page, open }) => {
      await open();
      assert.equal(await rootLang(page), expected);
      assert.equal(await rootData(page, "theme"), theme);
      assert.equal(await rootData(page, "themeChoice"), "auto");
    });
  }
}

journey("the link is stronger than what was stored, and that than the browser", async ({ page, open }) => {
  await page.addInitScript(() => {
    localStorage.setItem("bloomscope.lang", "zh");
    localStorage.setItem("bloomscope.theme", "dark");
  });
  await open();
  assert.equal(await rootLang(page), "zh-CN");
  assert.equal(await rootData(page, "theme"), "dark");
  await open("?lang=en&theme=light");
  assert.equal(await rootLang(page), "en");
  assert.equal(await rootData(page, "theme"), "light");
  await open("?lang=tlh&theme=plaid"); // neither is known: as if they were not there
  assert.equal(await rootLang(page), "zh-CN");
  assert.equal(await rootData(page, "theme"), "dark");
});

journey("language and theme are set before anything is painted", { lang: "zh", theme: "dark" }, async ({ page, place }) => {
  await page.route(/app\.[^/]*(js|wasm)/, () => {}); // never answered: what is seen is the boot screen
  await page.goto(place, { waitUntil: "commit" });
  await page.waitForSelector(".boot-mark");
  assert.equal(await rootLang(page), "zh-CN");
  assert.equal(await rootData(page, "theme"), "dark");
  assert.deepEqual(await page.locator("#app p").filter({ visible: true }).allInnerTexts(), ["布隆镜", "正在准备过滤器……"]);
});

journey("the policy of the page forbids inline script, eval and other origins", {
  expectErrors: [/Content Security Policy/],
}, async ({ page, open }) => {
  await open();
  const blocked = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.head.append(script);
    const elsewhere = await fetch("http://127.0.0.2:9/").then(() => "fetched", () => "blocked");
    return { inline: window.ran ?? "blocked", elsewhere };
  });
  assert.deepEqual(blocked, { inline: "blocked", elsewhere: "blocked" });
});

journey("the worker's address starts a worker", async ({ page, open }) => {
  await open();
  assert.match(await rootData(page, "worker"), kind === "dist" ? /^worker\.[0-9a-f]{16}\.js$/ : /^worker\.js$/);
  assert.equal(await startWorker(page), "message");
});

journey("without scripts the page says what it is, in both languages", { context: { javaScriptEnabled: false } }, async ({ page, place }) => {
  await page.goto(place);
  const text = await page.innerText(".boot-noscript");
  assert.match(text, /JavaScript and WebAssembly/);
  assert.match(text, /JavaScript 和 WebAssembly/);
  assert.ok(await page.isVisible(".boot-noscript"));
});
