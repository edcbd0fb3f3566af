// The page works wherever its folder is put: below a path, on a disk, without a network.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { folder, journey, openPage, rootData, startWorker, until } from "./journey.mjs";

journey("below a path of a site", { place: "subpath" }, async ({ page, place, open }) => {
  await open("?lang=zh");
  assert.equal(await startWorker(page), "message");
  const outside = await page.evaluate(
    (place) => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => !name.startsWith(place)),
    place,
  );
  assert.deepEqual(outside, [], "everything is relative to the page");
});

journey("from a disk", { place: "disk", only: "dist" }, async ({ page, open }) => {
  await open("?lang=zh&theme=dark");
  assert.equal(await rootData(page, "theme"), "dark");
  assert.match(await rootData(page, "worker"), /^blob:/);
  assert.equal(await startWorker(page), "message");
  await page.click("[data-view=curves]");
  await page.locator("#curve").waitFor();
});

journey("without a network after the first visit", { only: "dist", profile: true }, async ({ page, context, trust }) => {
  const host = await startHost();
  try {
    trust(host.url);
    await openPage(page, host.url);
    await until(() => page.evaluate(() => navigator.serviceWorker.controller?.state === "activated"), Boolean, {
      what: "the service worker to take over",
    });
    await host.stop();
    await openPage(page, `${host.url}?m=64&k=3`);
    assert.equal(await startWorker(page), "message");
    await page.click("[data-view=curves]");
    await page.locator("#curve").waitFor();
    const other = await context.newPage();
    await openPage(other, `${host.url}index.html?lang=zh`);
  } finally {
    await host.stop();
  }
});

journey("a new version replaces the old one, tab by tab", { only: "dist", profile: true }, async ({ page, trust }) => {
  const host = await startHost();
  const stored = () => page.evaluate(() => caches.keys());
  try {
    trust(host.url);
    await openPage(page, host.url);
    await until(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller)));
    const [before] = await until(stored, (names) => names.length === 1);

    host.edit = (name, text) => {
      if (name === "index.html") return text.replace("<html", '<html data-edition="2"');
      return name === "sw.js" ? text.replace(/VERSION = "[0-9a-f]+"/, 'VERSION = "two"') : text;
    };
    await page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration.update()));
    await until(stored, (names) => names.length === 2, { what: "both versions to be stored" });
    assert.equal(await startWorker(page), "message", "the old tab still has the old files");

    const leaveAndReturn = async () => {
      await page.goto("about:blank"); // closes the last tab of the old version
      await page.waitForTimeout(300);
      await openPage(page, host.url);
      assert.equal(await rootData(page, "edition"), "2", "a new page is shown at once");
      return stored();
    };
    const [now] = await until(leaveAndReturn, (names) => names.length === 1, { what: "the old version to be dropped" });
    assert.notEqual(now, before);
    assert.match(now, / two$/);
  } finally {
    await host.stop();
  }
});

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/** A host that serves the page and can go away; `edit(name, text)` changes what it serves. */
async function startHost() {
  const host = { edit: undefined };
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://host").pathname);
    const name = path === "/" ? "index.html" : path.slice(1);
    try {
      let body = await readFile(join(folder, name));
      if (host.edit && [".html", ".js"].includes(extname(name))) body = host.edit(name, body.toString());
      response.writeHead(200, { "Content-Type": TYPES[extname(name)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  host.url = `http://127.0.0.1:${server.address().port}/`;
  host.stop = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return host;
}
