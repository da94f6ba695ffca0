import { expect, type Locator, type Page } from "@playwright/test";
import { coveredControls } from "../support/coveredControls.ts";
import { cutWords } from "../support/cutWords.ts";
import { test } from "../support/fixtures.ts";
import { openMap } from "../support/framePages.ts";
import { placesOnMap, sidewaysOverflowPx } from "../support/page.ts";
import { visit } from "../support/screens.ts";
import { coverOfSelected, keepMapPicture } from "../support/selectedMarker.ts";
import { untilLive } from "../support/signInPage.ts";
import { speakGerman } from "../support/speakGerman.ts";
import { accounts } from "../support/world.ts";

test.use({ simulate: "before", signedInAs: accounts.admin, hasTouch: true });

const phones = [
  { width: 390, height: 844 },
  { width: 360, height: 740 },
];
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
    analysis: "Dwell and flows",
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
    analysis: "Verweildauer und Wege",
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

/** Opens the Harbour Warehouse's map, whose assets are located. */
async function openFullMap(page: Page): Promise<void> {
  await openMap(page);
  await untilMany(page);
}

async function untilMany(page: Page): Promise<void> {
  await expect.poll(async () => (await placesOnMap(page)).size).toBeGreaterThan(20);
}

/** Leaves the map and comes back to it in another window, without loading the app again: nothing is open. */
async function comeBack(page: Page, window: { width: number; height: number }): Promise<void> {
  const { pathname } = new URL(page.url());
  await visit(page, "/profile");
  await expect(page.getByRole("heading", { level: 1, name: /^Profile?$/ })).toBeVisible();
  await page.setViewportSize(window);
  await visit(page, pathname);
  await untilMany(page);
}

test("on tablets of every size card, list, panels and time travel do not cover controls", async ({
  page,
  complaints,
}) => {
  await openFullMap(page);
  await untilLive(page);
  const list = page.getByRole("region", { name: "Asset list" });
  for (const window of tablets) {
    const at = `${window.width} × ${window.height}`;
    await comeBack(page, window);
    await button(page, /^Assets \d+$/).click();
    await list.getByRole("listitem").first().getByRole("button").click();
    await expect(card(page)).toBeVisible();
    await isClear(page, `${at}: the card`);

    await button(page, "Time travel").click();
    await expect(button(page, "Play")).toBeVisible();
    await isClear(page, `${at}: the card and the past`);
    await button(page, /^Assets \d+$/).click();
    await expect(list).toBeVisible();
    await isClear(page, `${at}: the list and the past`);
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await button(page, "Back to live").click();
    await expect(button(page, "Play")).toHaveCount(0);

    await card(page).getByRole("button", { name: "History" }).click();
    await expect(button(page, "Stops")).toBeVisible();
    await isClear(page, `${at}: the card and its history`);
    // In a low window the player has the card's place.
    const isLow = window.height < 600;
    await expect(card(page)).toHaveCount(isLow ? 0 : 1);
    if (isLow) await button(page, "Back to live").click();
    await card(page).getByRole("button", { name: "Why here?" }).click();
    await expect(panel(page, "Why here?")).toBeVisible();
    await isClear(page, `${at}: why it was there`);
    if (!isLow) await button(page, "Back to live").click();
    await expect(button(page, "Play")).toHaveCount(0);
    await isClear(page, `${at}: why it is there`);

    // The list replaces the panel, and the card returns once the list is closed.
    await button(page, /^Assets \d+$/).click();
    await expect(panel(page, "Why here?")).toHaveCount(0);
    await expect(list).toBeVisible();
    await isClear(page, `${at}: the list in the panel's place`);
    await button(page, "Dwell and flows").click();
    await expect(list).toBeHidden();
    await expect(panel(page, "Dwell and flows")).toBeVisible();
    await isClear(page, `${at}: dwell and flows`);
    await panel(page, "Dwell and flows").getByRole("button", { name: "Close" }).click();
    await card(page).getByRole("button", { name: "Route" }).click();
    await expect(panel(page, "Route")).toBeVisible();
    await isClear(page, `${at}: the way`);
    await panel(page, "Route").getByRole("button", { name: "Close" }).click();
    await expect(card(page)).toBeVisible();
  }
  // A history may begin before this product started; why something was there is not kept for so long, and the panel says so.
  expect(complaints.filter((complaint) => !complaint.includes("/explain?at="))).toEqual([]);
});

test("on phones of every size a card, panels and history fit and cover no control", async ({ page, complaints }) => {
  await openFullMap(page);
  for (const window of phones) {
    await comeBack(page, window);
    await expectRoomOnPhone(page, "en", `${window.width} × ${window.height}`);
  }
  expect(complaints).toEqual([]);
});

test("in German a card, panels and history fit on a narrow phone, and at a desk no words are cut off", async ({
  page,
  complaints,
}) => {
  await openFullMap(page);
  await speakGerman(page);
  await page.reload();
  await comeBack(page, { width: 360, height: 740 });
  await expectRoomOnPhone(page, "de", "360 × 740");
  await comeBack(page, { width: 1440, height: 900 });
  await expectWholeWordsAtDesk(page, words.de);
  expect(complaints).toEqual([]);
});

/** The guids of the assets of the fullest floor that are nearest to its four edges. */
async function edgeAssets(page: Page): Promise<string[]> {
  const places = (await page.locator("[data-asset-guid]").evaluateAll((all: unknown[]) =>
    (all as { dataset: Record<string, string> }[]).map(({ dataset }) => ({
      guid: dataset["assetGuid"] ?? "",
      floor: dataset["floor"] ?? "",
      lat: Number(dataset["lat"]),
      lon: Number(dataset["lon"]),
    })),
  )) as { guid: string; floor: string; lat: number; lon: number }[];
  const ofFloor = Object.values(Object.groupBy(places, ({ floor }) => floor)).toSorted(
    (a, b) => (b?.length ?? 0) - (a?.length ?? 0),
  )[0]!;
  const ends = [ofFloor.toSorted((a, b) => a.lat - b.lat), ofFloor.toSorted((a, b) => a.lon - b.lon)];
  return [...new Set(ends.flatMap((sorted) => [sorted[0]!.guid, sorted.at(-1)!.guid]))];
}

test.describe("in sharp pictures", () => {
  test.use({ drawsMap: true, deviceScaleFactor: 1 });

  test("what is selected is covered by nothing, near every edge of the floor and in every window", async ({
    page,
    complaints,
  }) => {
    await keepMapPicture(page);
    await openFullMap(page);
    const edges = await edgeAssets(page);
    const { pathname } = new URL(page.url());
    const desk = { width: 1440, height: 900 };
    for (const window of [desk, ...tablets.filter(({ width }) => width !== 1180), phones[0]!]) {
      const at = `${window.width} × ${window.height}`;
      const isVisible = (state: string, seen = /^nothing$/): Promise<void> =>
        softly.poll(() => coverOfSelected(page), { message: `${at}: ${state}` }).toMatch(seen);
      await comeBack(page, window);
      // Selected without going there, as by a click on its marker while the whole floor is shown.
      for (const guid of edges) {
        await visit(page, `${pathname}?asset=${guid}`);
        await expect(page.getByRole("button", { name: /^(Follow|Show more)$/ }).first()).toBeVisible();
        if (await button(page, "Show more").isVisible()) await button(page, "Show more").click();
        await expect(button(page, "Follow")).toBeVisible();
        await isVisible(`selected near edge ${edges.indexOf(guid)}`);
      }
      await button(page, "Route").click();
      await expect(panel(page, "Route")).toBeVisible();
      await isVisible("the way there");
      await panel(page, "Route").getByRole("button", { name: "Close" }).click();
      const topOfActions = async () => (await button(page, "Follow").boundingBox())?.y;
      const before = await topOfActions();
      await button(page, "Follow").click();
      await softly(button(page, "Follow")).toHaveAttribute("aria-pressed", "true");
      await isVisible("followed");
      softly(await topOfActions(), `${at}: the card's place when followed`).toBe(before);
      await button(page, "History").click();
      await expect(page.getByRole("slider", { name: "Moment shown" })).toBeVisible();
      // A young world has no position at the beginning of the hour.
      await isVisible("its history", /^(nothing|not in the picture)$/);
    }
    expect(complaints).toEqual([]);
  });
});

async function expectRoomOnPhone(page: Page, language: keyof typeof words, at: string): Promise<void> {
  const word = words[language];
  await isClear(page, `${at}: the map`);
  await button(page, word.grow).click();
  await page.getByRole("region", { name: word.list }).getByRole("listitem").first().getByRole("button").click();
  await expect(button(page, word.follow)).toBeVisible();
  await isClear(page, `${at}: the card`);

  // At its lowest stop the card shows its whole head, however long the place, and nothing below it is reachable.
  await button(page, word.shrink).click();
  await expect(button(page, word.grow)).toBeVisible();
  const head = page.locator("[data-peek]");
  await head.locator("p").evaluate((place: { textContent: string }) => {
    place.textContent = "Harbour Warehouse · Warehouse · Mezzanine floor · Returns and quality control, 92 %";
  });
  const below = page.getByRole("navigation", { name: word.sections });
  await softly.poll(() => cutWords(head), { message: `${at}: the card's head` }).toEqual([]);
  await softly.poll(async () => (await edgesOf(head)).bottom < (await edgesOf(below)).top, { message: at }).toBe(true);
  await softly(button(page, word.follow)).toBeHidden();
  await isClear(page, `${at}: the card at its lowest stop`);
  await button(page, word.grow).click();
  // While the sheet still rises, a click may hit the map below it.
  await expect(button(page, word.follow)).toBeVisible();

  await button(page, word.history).click();
  const bar = page.getByRole("region", { name: word.past });
  await expect(button(page, word.stops)).toBeVisible();
  await isClear(page, `${at}: the history`);
  for (const one of await bar.getByRole("button").all())
    await softly.poll(() => cutWords(one), { message: `${at}: the history: ${await one.textContent()}` }).toEqual([]);
  const edges = await Promise.all((await bar.getByRole("button").all()).map(edgesOf));
  softly(new Set(edges.map(({ top }) => Math.round(top))).size, `${at}: rows of buttons`).toBe(3);
  await button(page, word.live).click();
  await expect(bar).toHaveCount(0);

  await button(page, word.why).click();
  const why = page.getByRole("complementary", { name: word.why });
  await expect(why).toBeVisible();
  await isClear(page, `${at}: why it is there`);
  await why.getByRole("button", { name: word.close }).click();
  await button(page, word.more).click();
  await page.getByRole("menuitem", { name: word.analysis }).click();
  await expect(page.getByRole("complementary", { name: word.analysis })).toBeVisible();
  await isClear(page, `${at}: dwell and flows`);
}

/** The history's buttons and the explanation's table show whole words. */
async function expectWholeWordsAtDesk(page: Page, word: (typeof words)["de"]): Promise<void> {
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
  await isClear(page, "the history at a desk");
}

async function edgesOf(part: Locator): Promise<{ top: number; bottom: number }> {
  const box = await part.boundingBox();
  return { top: box?.y ?? Number.NaN, bottom: (box?.y ?? Number.NaN) + (box?.height ?? 0) };
}
