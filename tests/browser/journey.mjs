// What every journey starts from. A journey is a test that drives the real page in a real browser:
//
//   import assert from "node:assert/strict";
//   import { journey } from "./journey.mjs";
//
//   journey("a query lights its positions", { lang: "zh", size: "phone" }, async ({ page, open, axe }) => {
//     await open("?m=64&k=3");           // waits until the page is ready
//     await page.fill("#key-input", "a");
//     ...
//     await axe();                       // fails on any accessibility violation
//   });
//
// Besides its own assertions, a journey fails on any console error, uncaught error or request to another origin, unless
// `expectErrors` lists it. On failure a picture is left in target/journeys. `cargo xtask test browser [filter]` serves the
// page and runs the files whose names contain the filter.
import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { launch, launchWithProfile } from "./browser.mjs";

const setting = (name) => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the journeys with \`cargo xtask test browser\``);
  return value;
};

/** Where the page can be opened. */
export const places = {
  root: setting("BLOOMSCOPE_URL"),
  subpath: setting("BLOOMSCOPE_SUBPATH_URL"),
  disk: pathToFileURL(join(setting("BLOOMSCOPE_FOLDER"), "index.html")).href,
};
/** The folder that holds the page. */
export const folder = setting("BLOOMSCOPE_FOLDER");
/** "dist" for the page as published, "dev" for one without hashed names, offline use and copies for disks. */
export const kind = setting("BLOOMSCOPE_KIND");

const SIZES = {
  phone: { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
  projector: { viewport: { width: 1920, height: 1080 } },
  wall: { viewport: { width: 3840, height: 2160 } },
};
const LOCALES = { en: "en-GB", zh: "zh-CN" };

let shared; // one browser for all journeys of a file; each has a context, and so storage, of its own
const sharedBrowser = () => (shared ??= launch());
after(async () => (await shared)?.close());

/**
 * Declares a journey. Options, all of them optional:
 *   lang          "en" (default) or "zh": the visitor's browser language
 *   theme         "light" (default) or "dark": the visitor's system theme
 *   size          "desktop" (default), "phone", "tablet", "projector" or "wall"
 *   reducedMotion whether the visitor asked for less motion
 *   place         a key of `places`, or an address; "root" by default
 *   only          "dist": skipped when the page is another kind
 *   profile       true: a browser of its own whose storage and service workers behave as a visitor's
 *   context       more options for Playwright's `newContext`
 *   expectErrors  patterns; errors they match are fine, and each must occur
 *   timeout       milliseconds, 60 000 by default
 * The body gets { page, context, place, open, axe, problems, trust }; `trust(url)` allows requests to another host of the
 * journey's own.
 */
export function journey(name, options, body) {
  if (typeof options === "function") return journey(name, {}, options);
  const { only, timeout = 60_000 } = options;
  const skip = only && only !== kind ? `only for the page of kind "${only}"` : false;
  return test(name, { timeout, skip }, () => travel(name, options, body));
}

async function travel(name, options, body) {
  const { lang = "en", theme = "light", size = "desktop", reducedMotion, expectErrors = [], profile } = options;
  const contextOptions = {
    ...SIZES[size],
    locale: LOCALES[lang],
    colorScheme: theme,
    reducedMotion: reducedMotion ? "reduce" : "no-preference",
    ...options.context,
  };
  const context = profile
    ? await launchWithProfile(contextOptions)
    : await (await sharedBrowser()).newContext(contextOptions);
  const place = places[options.place ?? "root"] ?? options.place;
  const own = new Set(["data:", "blob:", ownPlace(place)]);
  const problems = watch(context, own);
  try {
    const page = profile ? context.pages()[0] : await context.newPage();
    const open = (query = "") => openPage(page, place + query);
    try {
      await body({ page, context, place, open, axe: (rules) => checkAccessibility(page, rules), problems, trust: (url) => own.add(ownPlace(url)) });
      const unexpected = problems.filter((problem) => !expectErrors.some((pattern) => pattern.test(problem)));
      if (unexpected.length > 0) assert.fail("the page reported errors, or asked another origin");
      for (const pattern of expectErrors) {
        assert.ok(problems.some((problem) => pattern.test(problem)), `expected an error that matches ${pattern}`);
      }
    } catch (error) {
      await leavePicture(page, name);
      if (problems.length > 0) error.message += `\nThe page reported:\n  ${problems.join("\n  ")}`;
      throw error;
    }
  } finally {
    await context.close();
  }
}

/** What the addresses of a page's own files begin with: its origin, or on a disk its folder. */
const ownPlace = (url) => (url.startsWith("file:") ? new URL("./", url).href : `${new URL(url).origin}/`);

/** Collects what must not happen: errors, and requests for addresses that do not begin with one of `own`. */
function watch(context, own) {
  const problems = [];
  context.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (event) => {
    const error = event.error();
    problems.push(`uncaught: ${error?.stack ?? error}`);
  });
  context.on("request", (request) => {
    const url = request.url();
    if (![...own].some((prefix) => url.startsWith(prefix))) problems.push(`request: ${url}`);
  });
  context.on("page", (page) => page.on("crash", () => problems.push("the page crashed")));
  return problems;
}

/** Opens an address and waits until the app answers. */
export async function openPage(page, url) {
  await page.goto(url);
  await page.waitForSelector("html[data-ready=true], html[data-failed=true]", { state: "attached", timeout: 30_000 });
  const [failed] = await page.locator("#failure").allInnerTexts();
  if (failed) assert.fail(`${url} did not start: ${failed}`);
}

/** Runs axe-core over the page and fails on any violation. `rules` is passed on, e.g. { "color-contrast": { enabled: false } }. */
export async function checkAccessibility(page, rules = {}) {
  axeSource ??= await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  // Colours on their way to what they will be are not what is to be checked.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    const atMost = new Promise((done) => setTimeout(done, 3000));
    return Promise.race([Promise.allSettled(ending.map((animation) => animation.finished)), atMost]).then(() => {});
  });
  await page.evaluate(axeSource); // through the debugger, which the page's policy does not restrict
  const violations = await page.evaluate(async (rules) => {
    const found = await axe.run(document, { resultTypes: ["violations"], rules });
    return found.violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help}\n    ${node.html}\n    ${node.failureSummary.replaceAll("\n", "\n    ")}`),
    );
  }, rules);
  if (violations.length > 0) assert.fail(`accessibility:\n${violations.join("\n")}`);
}
let axeSource;

/**
 * Reads until the value passes, since a page answers when it can: `await until(() => page.textContent("#n"), (n) => n === "3")`.
 * Without a check it waits for a truthy value. Returns the value.
 */
export async function until(read, passes = Boolean, { timeout = 10_000, what = "the expected value" } = {}) {
  const end = Date.now() + timeout;
  for (;;) {
    const value = await read();
    if (passes(value)) return value;
    if (Date.now() > end) assert.fail(`waited ${timeout} ms for ${what}; it was ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** An attribute of <html>, e.g. `await rootData(page, "theme")` for data-theme. */
export const rootData = (page, name) => page.evaluate((name) => document.documentElement.dataset[name], name);

/** Starts the worker, and says whether a message or an error came first. */
export const startWorker = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const worker = new Worker(document.documentElement.dataset.worker);
        const done = (what) => {
          worker.terminate();
          resolve(what);
        };
        worker.onmessage = () => done("message");
        worker.onerror = (event) => done(`error: ${event.message}`);
      }),
  );

async function leavePicture(page, name) {
  const pictures = process.env.BLOOMSCOPE_SHOTS;
  if (!pictures) return;
  await mkdir(pictures, { recursive: true });
  const path = join(pictures, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}.png`);
  await page.screenshot({ path, timeout: 5000 }).catch(() => {}); // the journey's own error matters more
}
