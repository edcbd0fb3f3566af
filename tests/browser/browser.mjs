// Finds and starts the browser, the same way for journeys and for `shot.mjs`.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];
// No traffic of the browser's own, so that whatever is requested is requested by the page.
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The browser named by `BLOOMSCOPE_BROWSER`, else the first Chromium or Chrome on `PATH` or in the usual places. */
export function findBrowser() {
  const named = process.env.BLOOMSCOPE_BROWSER;
  if (named) return named;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...PLACES].find(existsSync);
  if (!found) throw new Error("no Chromium or Chrome found: install one, or name it in BLOOMSCOPE_BROWSER");
  return found;
}

/** Starts a headless browser. */
export const launch = () => chromium.launch({ executablePath: findBrowser(), args: FLAGS });

/** Starts a headless browser with a profile of its own, as a visitor's is: what it stores lasts until `close()`. */
export async function launchWithProfile(options = {}) {
  const folder = await mkdtemp(join(tmpdir(), "bloomscope-profile-"));
  const context = await chromium.launchPersistentContext(folder, { executablePath: findBrowser(), args: FLAGS, ...options });
  context.once("close", () => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return context;
}
