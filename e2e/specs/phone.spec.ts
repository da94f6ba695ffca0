import { expect, type Page } from "@playwright/test";
import { listSites } from "@pulse/contract/sites";
import { coveredControls } from "../support/coveredControls.ts";
import { test } from "../support/fixtures.ts";
import { openMap } from "../support/framePages.ts";
import { placesOnMap } from "../support/page.ts";
import { untilLive } from "../support/signInPage.ts";
import { smallTargets } from "../support/smallTargets.ts";
import { accounts, signIn } from "../support/world.ts";

test.use({
  signedInAs: accounts.admin,
  simulate: "before",
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  permissions: ["geolocation"],
});

// Soft, so that every faulty state is reported and not only the first.
const softly = expect.configure({ soft: true });

/** No visible control is too small for a finger. It polls, because a newly opened part may still slide into place. */
const fitsFingers = (page: Page, state: string): Promise<void> =>
  softly.poll(() => smallTargets(page), { message: state }).toEqual([]);

/** No control is covered or too small. */
async function isInReach(page: Page, state: string): Promise<void> {
  await fitsFingers(page, state);
  await softly.poll(() => coveredControls(page), { message: state }).toEqual([]);
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

test("on a phone the map's controls are neither covered nor too small for a finger", async ({ page, complaints }) => {
  await openMap(page);
  await untilLive(page);
  await expect.poll(async () => (await placesOnMap(page)).size).toBeGreaterThan(20);
  await isInReach(page, "the map");

  const floors = button(page, /^Floors (Floor|Mezzanine)/);
  await floors.click();
  const mezzanine = page.getByRole("navigation", { name: "Floors" }).getByRole("button", { name: /^Mezzanine,/ });
  await expect(mezzanine).toBeVisible();
  await fitsFingers(page, "the floors");
  await mezzanine.click();
  await expect(floors).toContainText("Mezzanine");

  await button(page, "Legend and layers").click();
  await page.getByRole("checkbox", { name: "Gateways" }).click();
  await expect(page.getByRole("checkbox", { name: "Gateways" })).not.toBeChecked();
  await fitsFingers(page, "the layers");
  await page.keyboard.press("Escape");

  await button(page, "More").click();
  await expect(page.getByRole("menuitem", { name: "Time travel" })).toBeVisible();
  await fitsFingers(page, "what else there is");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem")).toHaveCount(0);

  await button(page, "Show more").click();
  await expect(button(page, "Show less")).toBeVisible();
  await isInReach(page, "the list");
  await button(page, /^Sort:/).click();
  await expect(page.getByRole("menuitem", { name: "By name" })).toBeVisible();
  await fitsFingers(page, "the order");
  await page.getByRole("menuitem", { name: "By name" }).click();
  await expect(button(page, "Sort: By name")).toBeVisible();
  await page.getByLabel("Filter by name, type or place").fill("Pallet");
  await fitsFingers(page, "the search");
  await button(page, "Clear filter").click();
  await button(page, "Show less").click();
  await button(page, "Show more").click();
  await button(page, /^Type:/).click();
  await page.getByRole("menuitem", { name: "Pallet jack" }).click();
  await expect(button(page, "Type: Pallet jack")).toBeVisible();
  await button(page, /^Floors shown:/).click();
  await page.getByRole("menuitem", { name: "All floors" }).click();

  const row = page.getByRole("region", { name: "Asset list" }).getByRole("button", { name: /Pallet jack/ });
  await row.first().click();
  await expect(button(page, "Follow")).toBeVisible();
  await isInReach(page, "the card");
  await button(page, "History").click();
  await expect(button(page, "Play")).toBeVisible();
  await isInReach(page, "the past");
  await button(page, "Back to live").click();
  await expect(button(page, "Follow")).toBeVisible();
  expect(complaints).toEqual([]);
});

test("a phone's GPS shows where the user is and a route to an asset that follows the phone", async ({
  page,
  context,
  pulse,
  complaints,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  const site = (await api.call(listSites)).find(({ name }) => name === "Harbour Warehouse");
  const { lat = 0, lon = 0 } = site ?? {};
  const metre = 1 / 111_195;
  const standAt = (northM: number): Promise<void> =>
    context.setGeolocation({ latitude: lat + northM * metre, longitude: lon, accuracy: 12 });
  await standAt(250);
  await openMap(page);
  await expect.poll(async () => (await placesOnMap(page)).size).toBeGreaterThan(20);
  await button(page, "Where am I?").click();
  await expect(button(page, "Where am I?")).toHaveAttribute("aria-pressed", "true");
  // The map moves to the phone, which is outside the building.
  const shownLat = (): number => Number(new URL(page.url()).searchParams.get("at")?.split(",")[0] ?? Number.NaN);
  await expect.poll(() => Math.abs(shownLat() - lat - 250 * metre) / metre).toBeLessThan(60);

  await button(page, "Show more").click();
  await page.getByRole("region", { name: "Asset list" }).getByRole("listitem").first().getByRole("button").click();
  await button(page, "Route").click();
  const way = page.getByRole("complementary", { name: "Route" });
  await expect(way.getByRole("combobox", { name: "From" })).toHaveValue("me");
  await expect(way.getByText("Your location is accurate to 12 m.")).toBeVisible();
  const steps = way.getByRole("list", { name: "Route" });
  await expect(steps.getByRole("listitem").first()).toContainText(/\d+ m south/);
  await fitsFingers(page, "the way");
  const lengthM = async (): Promise<number> => {
    const told = (await way.getByRole("status").textContent()) ?? "";
    return Number(/([\d.]+) (k?)m$/.exec(told)?.[1] ?? Number.NaN) * (told.endsWith("km") ? 1000 : 1);
  };
  await expect.poll(lengthM).toBeGreaterThan(150);
  const far = await lengthM();
  // The route follows the phone.
  await standAt(120);
  await expect.poll(lengthM).toBeLessThan(far - 90);
  expect(complaints).toEqual([]);
});
