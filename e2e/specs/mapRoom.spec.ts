import { expect, type Locator, type Page } from "@playwright/test";
import { listSites } from "@pulse/contract/sites";
import { coveredControls } from "../support/coveredControls.ts";
import { cutWords } from "../support/cutWords.ts";
import { test } from "../support/fixtures.ts";
import { openMap } from "../support/framePages.ts";
import { placesOnMap, sidewaysOverflowPx } from "../support/page.ts";
import { untilLive } from "../support/signInPage.ts";
import { speakGerman } from "../support/speakGerman.ts";
import { accounts, signIn } from "../support/world.ts";

test.use({ simulate: true, signedInAs: accounts.admin, hasTouch: true });
test.slow();

const phones = [
  { window: { width: 390, height: 844 }, language: "en" },
  { window: { width: 360, height: 740 }, language: "en" },
  { window: { width: 360, height: 740 }, language: "de" },
] as const;
const words = {
  en: {
    sections: "Main navigation",
    grow: "Show more",
    shrink: "Show less",
    list: "Asset list",
    follow: "Follow",
    history: "History",
    past: "Time travel",
    stops: "Stops",
    live: "Back to live",
    why: "Why here?",
    close: "Close",
    more: "More",
    analysis: "Where time goes",
  },
  de: {
    sections: "Hauptnavigation",
    grow: "Mehr anzeigen",
    shrink: "Weniger anzeigen",
    list: "Assetliste",
    follow: "Folgen",
    history: "Verlauf",
    past: "Zeitreise",
    stops: "Stopps",
    live: "Zurück zu live",
    why: "Warum hier?",
    close: "Schließen",
    more: "Mehr",
    analysis: "Wo die Zeit bleibt",
  },
};
const tablets = [
  { width: 820, height: 1180 },
  { width: 1180, height: 820 },
  { width: 1024, height: 768 },
  { width: 844, height: 390 },
];

// Soft, so that every faulty state is reported and not only the first.
const softly = expect.configure({ soft: true });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const card = (page: Page) => page.getByRole("region", { name: "Selected asset" });
const panel = (page: Page, name: string) => page.getByRole("complementary", { name });

/** No control is covered or sticks out. It polls, because a newly opened part may still be sliding into place. */
async function isClear(page: Page, state: string): Promise<void> {
  await softly.poll(() => coveredControls(page), { message: state }).toEqual([]);
  softly(await sidewaysOverflowPx(page), state).toBe(0);
}

for (const window of tablets)
  test(`at ${window.width} × ${window.height} card, list, panels and time travel do not cover controls`, async ({
    page,
    complaints,
  }) => {
    await page.setViewportSize(window);
    await openMap(page);
    await untilLive(page);
    await expect.poll(async () => (await placesOnMap(page)).size, { timeout: 60_000 }).toBeGreaterThan(20);
    const list = page.getByRole("region", { name: "Asset list" });
    await button(page, /^Assets \d+$/).click();
    await list.getByRole("listitem").first().getByRole("button").click();
    await expect(card(page)).toBeVisible();
    await isClear(page, "the card");

    await button(page, "Time travel").click();
    await expect(button(page, "Play")).toBeVisible();
    await isClear(page, "the card and the past");
    await button(page, /^Assets \d+$/).click();
    await expect(list).toBeVisible();
    await isClear(page, "the list and the past");
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await button(page, "Back to live").click();
    await expect(button(page, "Play")).toHaveCount(0);

    await card(page).getByRole("button", { name: "History" }).click();
    await expect(button(page, "Stops")).toBeVisible();
    await isClear(page, "the card and its history");
    await card(page).getByRole("button", { name: "Why here?" }).click();
    await expect(panel(page, "Why here?")).toBeVisible();
    await isClear(page, "why it was there");
    await button(page, "Back to live").click();
    await expect(button(page, "Play")).toHaveCount(0);
    await isClear(page, "why it is there");

    // The list replaces the panel, and the card returns once the list is closed.
    await button(page, /^Assets \d+$/).click();
    await expect(panel(page, "Why here?")).toHaveCount(0);
    await expect(list).toBeVisible();
    await isClear(page, "the list in the panel's place");
    await button(page, "Where time goes").click();
    await expect(list).toBeHidden();
    await expect(panel(page, "Where time goes")).toBeVisible();
    await isClear(page, "where time goes");
    await panel(page, "Where time goes").getByRole("button", { name: "Close" }).click();
    await card(page).getByRole("button", { name: "Route" }).click();
    await expect(panel(page, "Take me there")).toBeVisible();
    await isClear(page, "the way");
    await panel(page, "Take me there").getByRole("button", { name: "Close" }).click();
    await expect(card(page)).toBeVisible();
    expect(complaints).toEqual([]);
  });

for (const { window, language } of phones)
  test(`at ${window.width} × ${window.height} (${language}) a phone's card, panels and history fit and cover no control`, async ({
    page,
    pulse,
    complaints,
  }) => {
    const word = words[language];
    if (language === "de") await speakGerman(page);
    await page.setViewportSize(window);
    const api = await signIn(pulse.url, accounts.admin);
    const site = (await api.call(listSites)).find(({ name }) => name === "Harbour Warehouse");
    await page.goto(`/sites/${site?.id ?? ""}/map`);
    await expect.poll(async () => (await placesOnMap(page)).size, { timeout: 60_000 }).toBeGreaterThan(20);
    await isClear(page, "the map");
    await button(page, word.grow).click();
    await page.getByRole("region", { name: word.list }).getByRole("listitem").first().getByRole("button").click();
    await expect(button(page, word.follow)).toBeVisible();
    await isClear(page, "the card");

    // At its lowest stop the card shows its whole head, however long the place, and nothing below it is reachable.
    await button(page, word.shrink).click();
    await expect(button(page, word.grow)).toBeVisible();
    const head = page.locator("[data-peek]");
    await head.locator("p").evaluate((place: { textContent: string }) => {
      place.textContent = "Harbour Warehouse · Warehouse · Mezzanine floor · Returns and quality control, 92 %";
    });
    const below = page.getByRole("navigation", { name: word.sections });
    await softly.poll(() => cutWords(head), { message: "the card's head" }).toEqual([]);
    await softly.poll(async () => (await edgesOf(head)).bottom < (await edgesOf(below)).top).toBe(true);
    await softly(button(page, word.follow)).toBeHidden();
    await isClear(page, "the card at its lowest stop");
    await button(page, word.grow).click();
    // While the sheet still rises, a click may hit the map below it.
    await expect(button(page, word.follow)).toBeVisible();

    await button(page, word.history).click();
    const bar = page.getByRole("region", { name: word.past });
    await expect(button(page, word.stops)).toBeVisible();
    await isClear(page, "the history");
    for (const one of await bar.getByRole("button").all())
      await softly.poll(() => cutWords(one), { message: `the history: ${await one.textContent()}` }).toEqual([]);
    const edges = await Promise.all((await bar.getByRole("button").all()).map(edgesOf));
    softly(new Set(edges.map(({ top }) => Math.round(top))).size, "rows of buttons").toBe(3);
    await button(page, word.live).click();
    await expect(bar).toHaveCount(0);

    await button(page, word.why).click();
    const why = page.getByRole("complementary", { name: word.why });
    await expect(why).toBeVisible();
    await isClear(page, "why it is there");
    await why.getByRole("button", { name: word.close }).click();
    await button(page, word.more).click();
    await page.getByRole("menuitem", { name: word.analysis }).click();
    await expect(page.getByRole("complementary", { name: word.analysis })).toBeVisible();
    await isClear(page, "where time goes");
    expect(complaints).toEqual([]);
  });

test("at a desk in German no words are cut off in the history's buttons and the explanation's table", async ({
  page,
  pulse,
}) => {
  const word = words.de;
  await speakGerman(page);
  const api = await signIn(pulse.url, accounts.admin);
  const site = (await api.call(listSites)).find(({ name }) => name === "Harbour Warehouse");
  await page.goto(`/sites/${site?.id ?? ""}/map`);
  await page.getByRole("region", { name: word.list }).getByRole("listitem").first().getByRole("button").click();
  await button(page, word.why).click();
  const table = page.getByRole("complementary", { name: word.why }).getByRole("table");
  await expect(table.getByRole("row")).not.toHaveCount(0);
  // A name takes one line instead of wrapping after each letter.
  for (const one of [table.getByRole("columnheader").first(), table.getByRole("cell").first()])
    expect((await one.boundingBox())?.height).toBeLessThan(40);
  expect(await cutWords(table)).toEqual([]);
  await page.getByRole("complementary", { name: word.why }).getByRole("button", { name: word.close }).click();
  await button(page, word.history).click();
  const history = page.getByRole("complementary", { name: word.history });
  await expect(history.getByRole("button", { name: "CSV" })).toBeVisible();
  for (const one of await history.getByRole("button").all())
    await softly.poll(() => cutWords(one), { message: `the history: ${await one.textContent()}` }).toEqual([]);
  await isClear(page, "the history");
});

async function edgesOf(part: Locator): Promise<{ top: number; bottom: number }> {
  const box = await part.boundingBox();
  return { top: box?.y ?? Number.NaN, bottom: (box?.y ?? Number.NaN) + (box?.height ?? 0) };
}
