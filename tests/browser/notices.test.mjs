// Notices: the newest is seen, the others are a press away and heard all the same.
import assert from "node:assert/strict";
import { journey, until } from "./journey.mjs";

const BROKEN = "?n=50&k=999&hash=md5&m=1024&view=kitchen&gen=seq:ten";
const cards = (page) => page.locator("#notices .notice");

for (const [lang, more, only] of [["en", "3 more", "Only the latest"], ["zh", "另有 3 条", "只看最新一条"]]) {
  journey(`several notices are one card and a button: ${lang}`, { lang, size: "phone" }, async ({ page, open, axe }) => {
    await open(BROKEN);
    assert.equal(await cards(page).count(), 1);
    assert.match(await cards(page).innerText(), /gen=seq:ten/);
    const box = await page.locator("#notices").boundingBox();
    assert.ok(box.height < 180, `the notices are ${box.height} px high`);
    assert.equal(await page.locator("#notices").getAttribute("role"), "status");
    for (const word of ["k=999", "hash=md5", "view=kitchen"]) assert.ok((await page.textContent("#notices")).includes(word), word);
    const button = page.locator("#more-notices");
    assert.equal(await button.innerText(), more);
    await axe();
    await button.click();
    assert.equal(await cards(page).count(), 4);
    assert.equal(await button.innerText(), only);
    await axe();
    await cards(page).nth(2).locator("button").click();
    await until(() => cards(page).count(), (n) => n === 3);
    assert.ok(!(await page.textContent("#notices")).includes("hash=md5"));
    await button.click();
    await cards(page).locator("button").click();
    assert.match(await cards(page).innerText(), /view=kitchen|k=999/);
    await cards(page).locator("button").click();
    assert.equal(await button.count(), 0);
    await cards(page).locator("button").click();
    assert.equal(await cards(page).count(), 0);
  });
}
