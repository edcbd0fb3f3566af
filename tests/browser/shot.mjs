// Takes a picture of the page:
//
//   node tests/browser/shot.mjs <url> <out.png> [--w 1440] [--h 900] [--dark] [--lang zh] [--mobile] [--full] [--scale 1]
//                                               [--reduced] [--click <selector>]... [--wait <ms>]
//
// --mobile is a phone of 390×844 with touch. It waits for data-ready, and prints the page's console and errors.
import { parseArgs } from "node:util";
import { launch } from "./browser.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    w: { type: "string" },
    h: { type: "string" },
    scale: { type: "string", default: "1" },
    dark: { type: "boolean", default: false },
    lang: { type: "string", default: "en" },
    mobile: { type: "boolean", default: false },
    full: { type: "boolean", default: false },
    reduced: { type: "boolean", default: false },
    click: { type: "string", multiple: true, default: [] },
    wait: { type: "string", default: "300" },
  },
});
const [url, file] = positionals;
if (!url || !file) throw new Error("usage: node tests/browser/shot.mjs <url> <out.png> [options]");

const browser = await launch();
try {
  const [width, height] = values.mobile ? [390, 844] : [1440, 900];
  const page = await browser.newPage({
    viewport: { width: Number(values.w ?? width), height: Number(values.h ?? height) },
    deviceScaleFactor: Number(values.scale),
    colorScheme: values.dark ? "dark" : "light",
    reducedMotion: values.reduced ? "reduce" : "no-preference",
    locale: values.lang === "zh" ? "zh-CN" : "en-GB",
    hasTouch: values.mobile,
    isMobile: values.mobile,
  });
  page.on("console", (message) => console.log(`[${message.type()}] ${message.text()}`));
  page.on("pageerror", (error) => console.log(`[error] ${error.stack ?? error}`));
  await page.goto(url);
  await page
    .waitForSelector("html[data-ready=true], html[data-failed=true]", { state: "attached", timeout: 30_000 })
    .catch(() => console.log("[shot] the page did not become ready within 30 s"));
  for (const selector of values.click) await page.click(selector);
  await page.waitForTimeout(Number(values.wait));
  await page.screenshot({ path: file, fullPage: values.full });
} finally {
  await browser.close();
}
