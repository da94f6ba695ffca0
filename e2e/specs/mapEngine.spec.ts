import { expect, type Page } from "@playwright/test";
import { test } from "../support/fixtures.ts";
import { openMap } from "../support/framePages.ts";
import { floorColours, mapPicture, shareOf } from "../support/mapPicture.ts";
import { speakGerman } from "../support/speakGerman.ts";
import { accounts } from "../support/world.ts";

// After a lost context, sprites can move in their sheet, which changes their shade slightly at half pixels.
test.use({ signedInAs: accounts.admin, deviceScaleFactor: 1, contextOptions: { reducedMotion: "no-preference" } });

/** The least share of the picture that is floor when a plan is drawn; on a phone it is about a twentieth. */
const leastFloor = 0.03;
const sea = [0xcf, 0xdf, 0xea] as const;

// The root's type check has no DOM types, on purpose; these are the few that run in the page.
interface Canvas {
  getContext(kind: string): { getExtension(name: string): { loseContext(): void; restoreContext(): void } } | null;
}
interface InPage {
  document: { querySelector(selector: string): Canvas };
}

/** The map's picture, once two in a row are the same. */
async function standingPicture(page: Page): Promise<string> {
  const picture = async (): Promise<string> => (await mapPicture(page)).toString("base64");
  let last = await picture();
  await expect
    .poll(async () => {
      const before = last;
      last = await picture();
      return last === before;
    })
    .toBe(true);
  return last;
}

test("the map looks the same after losing its graphics context and getting it back", async ({ page }) => {
  await openMap(page);
  await expect.poll(() => shareOf(page, floorColours.light)).toBeGreaterThan(leastFloor);
  const before = await standingPicture(page);
  const inContext = (what: "loseContext" | "restoreContext"): Promise<void> =>
    page.evaluate((call) => {
      const { document } = globalThis as unknown as InPage;
      const holder = globalThis as unknown as { lost?: { loseContext(): void; restoreContext(): void } };
      holder.lost ??= document
        .querySelector("canvas.maplibregl-canvas")
        .getContext("webgl2")!
        .getExtension("WEBGL_lose_context");
      holder.lost[call]();
    }, what);
  await inContext("loseContext");
  await expect.poll(async () => (await standingPicture(page)) === before).toBe(false);
  await inContext("restoreContext");
  await expect.poll(async () => (await standingPicture(page)) === before).toBe(true);
});

test.describe("without WebGL", () => {
  test.use({ drawsMap: false });

  test("the map says that it cannot be drawn, and the list is still shown", async ({ page, complaints }) => {
    await openMap(page);
    await expect(page.getByText("This browser can't draw the map")).toBeVisible();
    await expect(page.getByRole("region", { name: "Asset list" })).toBeVisible();
    expect(complaints).toEqual([]);
  });

  test("a map page without WebGL goes on when the person's language is loaded", async ({ page, complaints }) => {
    await openMap(page);
    await speakGerman(page);
    let speak = (): void => undefined;
    const loaded = new Promise<void>((resolve) => (speak = resolve));
    await page.route(/[/]de-[^/]+[.]js$/, async (route) => {
      await loaded;
      await route.continue();
    });
    await page.reload();
    await expect(page.getByText("This browser can't draw the map")).toBeVisible();
    speak();
    await expect(page.getByRole("region", { name: "Assetliste" })).toBeVisible();
    expect(complaints).toEqual([]);
  });
});

test("zooming and dragging keep the plan's rotation, and zooming far out shows the site on a world map", async ({
  page,
}) => {
  await openMap(page);
  const compass = page.getByRole("button", { name: /^Rotate map: north is \d+°/ });
  const turned = (await compass.getAttribute("aria-label")) ?? "";
  await standingPicture(page);
  await page.mouse.move(900, 450);
  await page.mouse.wheel(0, -240);
  await standingPicture(page);
  await expect(page.getByRole("button", { name: turned })).toBeVisible();
  await page.mouse.down();
  await page.mouse.move(960, 500, { steps: 5 });
  await page.mouse.up();
  await standingPicture(page);
  await expect(page.getByRole("button", { name: turned })).toBeVisible();

  const scale = page.getByRole("img", { name: "Scale" });
  // The sea around the site's continent, which needs no internet. A map that draws slowly takes several turns of the
  // wheel as one, so the wheel is turned until the sea is seen.
  const seaAfterTurn = async (): Promise<number> => {
    await page.mouse.wheel(0, 2000);
    return shareOf(page, sea);
  };
  await expect.poll(seaAfterTurn).toBeGreaterThan(0.2);
  await expect(scale).toHaveText(/ km$/);
  await expect(page.getByText("Natural Earth")).toBeVisible();
  await page.getByRole("button", { name: "Fit floor" }).click();
  await expect(scale).toHaveText(/^(5|10|20|50) m$/);
});

test("a plan follows the colour scheme without being fetched again, and is drawn in the phone layout too", async ({
  page,
}) => {
  const images: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/api/v3/files/")) images.push(request.url());
  });
  await page.emulateMedia({ colorScheme: "light" });
  await openMap(page);
  const floorIn = (scheme: "light" | "dark") => expect.poll(() => shareOf(page, floorColours[scheme]));
  await floorIn("light").toBeGreaterThan(leastFloor);
  expect(images).toHaveLength(1);
  await page.emulateMedia({ colorScheme: "dark" });
  await floorIn("dark").toBeGreaterThan(leastFloor);
  expect(images).toHaveLength(1);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("button", { name: "Show more" })).toBeVisible();
  await floorIn("dark").toBeGreaterThan(leastFloor);
  await page.emulateMedia({ colorScheme: "light" });
  await floorIn("light").toBeGreaterThan(leastFloor);
});
