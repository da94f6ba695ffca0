import { expect } from "@playwright/test";
import { deleteSite } from "@pulse/contract/sites";
import sharp from "sharp";
import { test } from "../../support/fixtures.ts";
import { shareOf } from "../../support/mapPicture.ts";
import { siteWithPlan } from "../../support/planSite.ts";
import { accounts, signIn } from "../../support/world.ts";

test.use({ signedInAs: accounts.admin, deviceScaleFactor: 1 });

const grass = [40, 120, 60] as const;
/** The colour of the site's plan. */
const hall = [0xdd, 0xdd, 0xee] as const;
/** Around the fitted floor, a picture of twice its width. */
const leastGrass = 0.2;

test("an aerial picture is placed under the floors, keeps its colours at night, and can be switched off", async ({
  page,
  pulse,
  complaints,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  const api = await signIn(pulse.url, accounts.admin);
  const siteId = await siteWithPlan(pulse.url, api, "Grounds");
  const [r, g, b] = grass;
  const picture = { width: 800, height: 600, channels: 3, background: { r, g, b } } as const;
  const buffer = await sharp({ create: picture }).png().toBuffer();

  await page.goto(`/sites/${siteId}/details`);
  const section = page.getByRole("region", { name: "Picture under the floors" });
  await section.locator("input[type=file]").setInputFiles({ name: "aerial.png", mimeType: "image/png", buffer });
  await page.getByRole("button", { name: "Use this placement" }).click();
  await expect(section.getByText("800 × 600 px")).toBeVisible();

  await page.goto(`/sites/${siteId}/map`);
  await expect.poll(() => shareOf(page, grass)).toBeGreaterThan(leastGrass);
  await expect.poll(() => shareOf(page, hall)).toBeGreaterThan(leastGrass);
  await page.getByRole("button", { name: "Layers" }).click();
  await page.getByLabel("Picture under the floors").uncheck();
  await expect.poll(() => shareOf(page, grass)).toBe(0);
  await page.getByLabel("Picture under the floors").check();
  await page.keyboard.press("Escape");
  await page.emulateMedia({ colorScheme: "dark" });
  // As bright as darkPhotoBrightness lets it be.
  const atNight = [grass[0] * 0.65, grass[1] * 0.65, grass[2] * 0.65].map(Math.round) as [number, number, number];
  await expect.poll(() => shareOf(page, atNight)).toBeGreaterThan(leastGrass);

  await page.goto(`/sites/${siteId}/details`);
  await section.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(section.getByText("Drop a picture here")).toBeVisible();
  await api.call(deleteSite, { params: { id: siteId } });
  expect(complaints).toEqual([]);
});
