// Whatever breaks, the page says so and offers two ways on; it is never blank.
import assert from "node:assert/strict";
import { journey, rootData, until } from "./journey.mjs";

const overlay = (page) => page.locator("#failure");
const buttons = (page) => overlay(page).locator("button");

journey("code that does not arrive", { expectErrors: [/Failed to load resource/] }, async ({ page, place, axe }) => {
  await page.route(/\/app\.[^/]*wasm$/, (route) => route.abort());
  await page.goto(`${place}?m=64&k=3`);
  await overlay(page).waitFor();
  assert.match(await overlay(page).innerText(), /Bloomscope has stopped.*Could not load .*wasm/s);
  assert.deepEqual(await buttons(page).allInnerTexts(), ["Reload with the same link", "Start afresh"]);
  assert.ok(await buttons(page).first().evaluate((button) => button === document.activeElement));
  await axe();

  await page.unroute(/\/app\.[^/]*wasm$/);
  await buttons(page).first().click();
  await page.waitForSelector("html[data-ready=true]", { state: "attached" });
  assert.match(page.url(), /m=64.*k=3/);
});

journey("a file that is gone, in Chinese on a phone", {
  lang: "zh",
  theme: "dark",
  size: "phone",
  expectErrors: [/404/],
}, async ({ page, place, axe }) => {
  await page.route(/\/app\.[^/]*js$/, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(`${place}?m=64`);
  await overlay(page).waitFor();
  assert.match(await overlay(page).innerText(), /布隆镜已停止.*无法载入 app\..*js/s);
  await axe();
  await page.unroute(/\/app\.[^/]*js$/);
  await buttons(page).filter({ hasText: "从头开始" }).click();
  await page.waitForSelector("html[data-ready=true]", { state: "attached" });
  assert.notEqual(new URL(page.url()).searchParams.get("m"), "64", "a fresh start forgets the link");
});

for (const [lang, missing, again] of [
  ["en", /could not be fetched/, "Try again"],
  ["zh", /没能载入/, "重试"],
]) {
  journey(`a part of the page that does not arrive: ${lang}`, {
    lang,
    context: { serviceWorkers: "block" }, // or it would bring the part from its store
    expectErrors: [/Failed to load resource|split_curves/],
  }, async ({ page, open, axe }) => {
    const requests = [];
    page.on("request", (request) => requests.push(request.url()));
    await open("?m=64&k=3");
    assert.ok(!requests.some((url) => /split_|chunk_/.test(url)), "the first picture does without any part");
    await page.route(/split_curves\..*wasm$/, (route) => route.abort());
    await page.click("[data-view=curves]");
    const message = page.locator(".part-missing");
    await message.waitFor();
    assert.match(await message.innerText(), missing);
    await axe();
    assert.match(page.url(), /m=64.*k=3/, "the scenario is still there");
    await page.unroute(/split_curves\..*wasm$/);
    await message.getByRole("button", { name: again }).click();
    await page.locator("#curve").waitFor();
    assert.equal(await message.count(), 0);
  });
}

journey("a browser without WebAssembly", async ({ page, place }) => {
  await page.addInitScript(() => delete window.WebAssembly);
  await page.goto(place);
  await overlay(page).waitFor();
  assert.match(await overlay(page).innerText(), /cannot run WebAssembly/);
});

journey("a panic after the start", async ({ page, open, axe }) => {
  await open();
  await page.evaluate(() => window.bloomscopeFailed("bit 7 is missing"));
  assert.match(await overlay(page).innerText(), /Bloomscope has stopped.*bit 7 is missing/s);
  assert.equal(await rootData(page, "failed"), "true");
  await axe();
});

journey("a trap after the start", { expectErrors: [/uncaught.*unreachable/s] }, async ({ page, open }) => {
  await open();
  await page.evaluate(() => {
    // (module (func (export "f") unreachable))
    const code = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11];
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(code)));
    setTimeout(() => exports.f());
  });
  await until(() => overlay(page).count(), Boolean, { what: "the overlay" });
  assert.match(await overlay(page).innerText(), /unreachable/);
});

journey("an error of something else on a running page is not a failure of the app", {
  expectErrors: [/an extension's fault/],
}, async ({ page, open, problems }) => {
  await open();
  await page.evaluate(() => void setTimeout(() => { throw new Error("an extension's fault"); }));
  await until(() => problems.length);
  assert.equal(await overlay(page).count(), 0);
});
