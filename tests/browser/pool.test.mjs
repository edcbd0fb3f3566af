// Work in the background: measurements and filters in workers, stopped at once, and a page without any worker.
import assert from "node:assert/strict";
import { journey, until } from "./journey.mjs";

const HEAVY = "?n=40&m=256&k=3&gen=seq:200000"; // 600 000 probes: its filter is built in a worker
const SMALL = "?n=40&m=256&k=3";
const status = async (page) => (await page.locator("#progress ~ .note").innerText()).replaceAll(/[\u00a0\u202f]/g, " ");
const observed = (page) =>
  page.locator("#curve-table tr[data-probes]").evaluateAll((rows) =>
    rows.map(({ dataset }) => [dataset.x, dataset.fp, dataset.probes].map(Number)),
  );
const complete = (page, probes) =>
  until(() => observed(page), (rows) => rows.length > 8 && rows.every((row) => row[2] === probes), {
    what: `${probes} probes at every point`,
    timeout: 30_000,
  });
const isBuilding = async (page) => (await page.locator("#cancel-build").count()) === 1;
const built = (page) => until(() => isBuilding(page), (building) => !building, { what: "the filter", timeout: 40_000 });
/** Every worker's program is held back until `release` is called. */
const holdWorkers = async (page) => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route(/worker\.[^/]*wasm$/, async (route) => {
    await held;
    await route.continue();
  });
  return release;
};
const withoutWorkers = (page) =>
  page.addInitScript(() => {
    window.Worker = class {
      constructor() {
        throw new Error("threads are off");
      }
    };
  });
/** What one click and the frames after it lead to, timed inside the page. */
const clickUntil = (page, button, done) =>
  page.evaluate(
    ([button, done]) =>
      new Promise((resolve) => {
        const start = performance.now();
        document.querySelector(button).click();
        const look = () => {
          const waited = performance.now() - start;
          if (!document.querySelector(done).disabled) resolve(waited);
          else if (waited > 5000) resolve(Infinity);
          else requestAnimationFrame(look);
        };
        look();
      }),
    [button, done],
  );

// Without a service worker, which would answer from its store what a journey holds back.
const ONLINE = { context: { serviceWorkers: "block" } };

journey("after a filter was built in the background, measuring waits, runs and stops", ONLINE, async ({ page, open }) => {
  const release = await holdWorkers(page);
  await open(HEAVY);
  const isWaiting = async () => {
    assert.match(await status(page), /waits for you/);
    assert.ok(await page.locator("#run").isEnabled());
    assert.ok(await page.locator("#cancel").isDisabled());
  };
  await isWaiting();
  assert.ok(await isBuilding(page), "the filter is not there yet");
  release();
  await built(page);
  await isWaiting();
  await page.waitForTimeout(500);
  await isWaiting();
  for (let round = 0; round < 2; round += 1) {
    await page.click("#run");
    await until(() => page.locator("#cancel").isEnabled());
    const waited = await clickUntil(page, "#cancel", "#run");
    assert.ok(waited < 500, `Stop took ${waited} ms`);
    assert.match(await status(page), /^Stopped/);
    assert.equal(await page.locator("#progress").evaluate((bar) => bar.value), 0);
  }
  const rows = await observed(page);
  await page.waitForTimeout(500);
  assert.deepEqual(await observed(page), rows, "nothing arrives after the stop");
});

journey("a large run is stopped at once, even while its worker is still loading", ONLINE, async ({ page, open }) => {
  const release = await holdWorkers(page);
  await open(`${SMALL}&view=curves`);
  for (let round = 0; round < 2; round += 1) {
    await page.click("#run-large");
    await until(() => page.locator("#cancel-large").isEnabled());
    if (round === 1) {
      await until(() => page.locator("#progress-large").evaluate((bar) => bar.value), (value) => value > 0, { timeout: 30_000 });
    }
    const waited = await clickUntil(page, "#cancel-large", "#run-large");
    assert.ok(waited < 500, `Stop took ${waited} ms`);
    assert.match(await page.locator("#large-result").innerText(), /^Stopped/);
    release();
  }
  await complete(page, 10_000); // other work goes on
});

journey("where no worker can be started the page works, and says what it cannot do", async ({ page, open }) => {
  await withoutWorkers(page);
  await open(HEAVY);
  await built(page); // on the page itself
  assert.match(await status(page), /waits for you/);
  await page.click("#run");
  await until(() => status(page), (text) => /^No worker can be started here.*threads are off/.test(text));
  assert.ok(await page.locator("#run").isEnabled());
  assert.ok(await page.locator("#cancel").isDisabled());
});

journey("where no worker can be started a large filter is built in slices, and can be given up", async ({ page, open }) => {
  await withoutWorkers(page);
  await open("?n=1000000&m=8000000&k=20&gen=seq:10");
  const bar = page.locator(".in-place progress");
  const fill = async () => {
    await page.fill("#gen-count", "3000000");
    await page.press("#gen-count", "Enter");
    await until(() => bar.getAttribute("value").catch(() => null), (permille) => Number(permille) > 0 && Number(permille) < 900, {
      what: "progress that is seen",
    });
  };
  await fill();
  await page.click("#cancel-build");
  await until(() => page.locator("#grid").count(), (n) => n === 1);
  assert.equal(await page.inputValue("#gen-count"), "10");
  await fill();
  await until(() => page.locator("#grid").count(), (n) => n === 1, { timeout: 50_000, what: "the filter to be built" });
  assert.equal(await page.inputValue("#gen-count"), "3000000");
});

journey("a small measurement that starts by itself says so too, in Chinese", { lang: "zh" }, async ({ page, open }) => {
  await withoutWorkers(page);
  await open(SMALL);
  await until(() => status(page), (text) => /^后台线程启动不了.*threads are off/.test(text));
});

journey("a worker's program that is not there has words of its own", ONLINE, async ({ page, open }) => {
  await page.route(/\/worker\.[^/]*js$/, (route) => route.fulfill({ status: 404, body: "" }));
  await open(SMALL);
  await until(() => status(page), (text) => /program could not be loaded/.test(text), { timeout: 15_000 });
  await page.unroute(/\/worker\.[^/]*js$/);
  await page.click("#run");
  await complete(page, 10_000);
});

journey("a worker that never says anything is given up", async ({ page, open }) => {
  await page.addInitScript(() => {
    window.Worker = class extends EventTarget {
      postMessage() {}
      terminate() {}
    };
  });
  await open(HEAVY);
  await page.click("#run");
  await until(() => status(page), (text) => /did not start in time/.test(text), { timeout: 40_000 });
  await built(page);
});

journey("the same seed gives the same table", async ({ page, open }) => {
  await open(`${SMALL}&gen=uuid:30&seed=7`);
  const first = await complete(page, 10_000);
  await page.click("#run");
  assert.deepEqual(await complete(page, 10_000), first);
  await open(`${SMALL}&gen=uuid:30&seed=7`);
  assert.deepEqual(await complete(page, 10_000), first);
  await open(`${SMALL}&gen=uuid:30&seed=8`);
  assert.notDeepEqual(await complete(page, 10_000), first);
});
