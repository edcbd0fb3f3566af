// A file dropped on the page: taken wherever it is let go, and never a reason to leave the page.
import assert from "node:assert/strict";
import { journey, until } from "./journey.mjs";

/** Drags a file over an element and lets go; says whether each was kept from the browser, and what the pointer promised. */
const drop = (page, selector) =>
  page.evaluate((selector) => {
    const data = new DataTransfer();
    data.items.add(new File(["alpha\nbeta\ngamma\n"], "greek.txt", { type: "text/plain" }));
    const target = document.querySelector(selector);
    const fire = (kind) => {
      const event = new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data });
      target.dispatchEvent(event);
      return event.defaultPrevented;
    };
    return [fire("dragover"), fire("drop")];
  }, selector);

journey("a file dropped in Curves is read in the Lab", async ({ page, open }) => {
  await open("?view=curves&n=40&m=256&k=3");
  assert.deepEqual(await drop(page, "#curve"), [true, true]);
  await page.locator("main[data-view=lab]").waitFor();
  await until(() => page.locator(".input-panel").innerText(), (text) => /greek\.txt/.test(text) && /3 distinct keys/.test(text));
  await until(() => page.locator(".input-panel").evaluate((panel) => {
    const { top, bottom } = panel.getBoundingClientRect();
    return top < innerHeight && bottom > 0;
  }), Boolean, { what: "the panel to be seen" });
});

journey("a file dropped where nothing takes it is kept from the browser", async ({ page, open }) => {
  await open("?hide=contents");
  assert.deepEqual(await drop(page, "#grid"), [true, true]);
  assert.deepEqual(await drop(page, ".top"), [true, true]);
});
