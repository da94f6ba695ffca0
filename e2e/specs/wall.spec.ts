import { expect, type Page } from "@playwright/test";
import { listFloors, listSites } from "@pulse/contract/sites";
import { test } from "../support/fixtures.ts";
import { type HeldByMaps, heldByMaps } from "../support/heldByMaps.ts";
import { floorColours, shareOf } from "../support/mapPicture.ts";
import { accounts, signIn } from "../support/world.ts";

test.use({ signedInAs: accounts.superadmin });

/** Seconds per floor. The page's clock also runs by itself, so a floor must stay long enough to be checked. */
const seconds = 120;
// One site: a leap of the clock breaks its live connection, and until that is back the display stays at its site.
const shownSite = "Harbour Warehouse";

/** The position of the floor shown: "3 of 9". */
const placeOn = (page: Page) => page.locator("[data-wall]").getByText(/^\d+ of \d+$/);

/** Moves on to the next floor and waits until it is drawn. */
async function goOn(page: Page): Promise<void> {
  const before = (await placeOn(page).textContent()) ?? "";
  await page.clock.fastForward(seconds * 1000);
  await expect(placeOn(page)).not.toHaveText(before);
  await expect(page.locator("[data-wall]").getByRole("alert")).toHaveCount(0);
  await expect.poll(() => shareOf(page, floorColours.light)).toBeGreaterThan(0.02);
}

/** Moves on until each floor has been shown this many more times. */
async function goRound(page: Page, floors: number, rounds: number): Promise<void> {
  for (let nth = 0; nth < floors * rounds; nth++) await goOn(page);
}

/** What is held while the first floor is shown, once it is fully loaded: each floor has its own layers. */
async function heldAtFirst(page: Page): Promise<HeldByMaps> {
  let last = "";
  for (;;) {
    while (!(await placeOn(page).textContent())?.startsWith("1 ")) await goOn(page);
    const held = await heldByMaps(page);
    const styles = JSON.stringify(held.styles);
    const isStill = (await placeOn(page).textContent())?.startsWith("1 ") === true;
    if (isStill && styles === last) return held;
    last = isStill ? styles : "";
  }
}

test("a wall display does not accumulate map and graphics objects with each round of its floors", async ({
  page,
  pulse,
  complaints,
}) => {
  const api = await signIn(pulse.url, accounts.superadmin);
  // A building with two floors: what leaks with a change of floor shows in each round.
  const sites = (await api.call(listSites)).filter(({ name }) => name === shownSite).map(({ id }) => id);
  const floors = (await Promise.all(sites.map((id) => api.call(listFloors, { params: { id } })))).flat().length;
  expect(floors).toBe(2);
  await page.clock.install();
  await page.goto(`/wall?sites=${sites.join(",")}&seconds=${seconds}`);
  await expect(page.locator("[data-wall] header")).toBeVisible();
  await expect.poll(() => shareOf(page, floorColours.light)).toBeGreaterThan(0.02);
  await goRound(page, floors, 1);
  let before = await heldAtFirst(page);
  expect(before.styles).toHaveLength(1);
  expect(before.graphics["WebGL2RenderingContext"]).toBe(1);
  // Assets that become old meanwhile are drawn differently, which adds objects once; a leak adds them in every round.
  const grown = async (): Promise<string[]> => {
    await goRound(page, floors, 1);
    const now = await heldAtFirst(page);
    const was: Record<string, number> = { maps: 1, ...before.styles[0], ...before.graphics };
    before = now;
    return Object.entries({ maps: now.styles.length, ...now.styles[0], ...now.graphics })
      .filter(([kind, count]) => count > was[kind]!)
      .map(([kind, count]) => `${kind}: ${count} instead of ${was[kind]}`);
  };
  await expect.poll(grown, { timeout: 300_000 }).toEqual([]);
  expect(complaints).toEqual([]);
});
