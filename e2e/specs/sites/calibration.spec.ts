import { expect } from "@playwright/test";
import { getCalibration, setActiveCalibration } from "@pulse/contract/calibration";
import { deleteSite, listFloors } from "@pulse/contract/sites";
import { createTracker } from "@pulse/contract/trackers";
import { test } from "../../support/fixtures.ts";
import { faultsInEveryWindow } from "../../support/page.ts";
import { siteWithPlan } from "../../support/planSite.ts";
import { accounts, signIn } from "../../support/world.ts";

test.use({ signedInAs: accounts.admin, hasToasts: true });

test("a tracker can be a reference beacon only once and be removed, and a site can learn automatically again", async ({
  page,
  pulse,
  complaints,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  const siteId = await siteWithPlan(pulse.url, api, "Calibrating");
  const [floor] = await api.call(listFloors, { params: { id: siteId } });
  const body = { name: "T-fixed", type: "KKM", mac: "C0:FF:EE:CA:11:B0", serialNo: null };
  await api.call(createTracker, { query: { siteId }, body });
  const state = () => api.call(getCalibration, { params: { id: siteId } });

  await page.goto(`/sites/${siteId}/details`);
  await page.getByRole("link", { name: "Calibrate Ground floor" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Calibrate Ground floor" })).toBeVisible();
  await expect(page.getByText("8 more points are needed")).toBeVisible();
  await expect(page.getByRole("button", { name: "Calculate calibration" })).toBeDisabled();
  await page.getByRole("link", { name: /^Reference beacons/ }).click();
  await expect(page).toHaveURL(/\/calibrate\?tab=beacons$/);
  await expect(page.getByRole("img", { name: "Scale" })).toHaveText(/ m$/);
  const box = (await page.locator("canvas.maplibregl-canvas").boundingBox())!;
  const choose = async (x: number): Promise<void> => {
    await page.getByRole("combobox", { name: "Tracker" }).fill("c0ffeeca11b0");
    await page.getByRole("option", { name: /T-fixed/ }).click();
    await page.mouse.click(box.x + box.width * x, box.y + box.height / 2);
    await expect(page.getByRole("button", { name: "The chosen place" })).toBeVisible();
  };

  await choose(0.4);
  await page.getByRole("button", { name: "Fix it here" }).click();
  await expect(page.getByText("T-fixed is now a reference beacon")).toBeVisible();
  const beacons = page.getByRole("region", { name: "Reference beacons of this site" });
  await expect(beacons.getByText("At its place")).toBeVisible();
  const [beacon] = (await state()).points;
  expect(beacon).toMatchObject({ floorId: floor!.id, trackerName: "T-fixed", end: null });
  expect(beacon!.lon).toBeGreaterThan(floor!.northWest.lon);
  expect(beacon!.lon).toBeLessThan((floor!.northWest.lon + floor!.southEast.lon) / 2);

  await choose(0.6);
  await page.getByRole("button", { name: "Fix it here" }).click();
  await expect(page.getByRole("alert").getByText("already a reference beacon, on Hall · Ground floor")).toBeVisible();
  expect((await state()).points).toHaveLength(1);
  // The browser logs the refusal.
  expect(complaints.splice(0).filter((line) => !line.includes("409"))).toEqual([]);
  expect(await faultsInEveryWindow(page)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  await beacons.getByRole("button", { name: "Remove reference beacon T-fixed" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove T-fixed" }).click();
  await expect(beacons.getByText("No reference beacons yet")).toBeVisible();
  expect((await state()).points).toEqual([]);

  await api.call(setActiveCalibration, { params: { id: siteId }, body: { version: null, selfCalibrating: false } });
  await page.goto(`/sites/${siteId}/details/floors/${floor!.id}/calibrate?tab=versions`);
  await expect(page.getByText("In use", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Learn automatically again" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Learn automatically again" }).click();
  await expect(page.getByText("The site learns automatically again")).toBeVisible();
  expect(await state()).toMatchObject({ selfCalibrating: true, activeVersion: null });
  expect(complaints).toEqual([]);
  await api.call(deleteSite, { params: { id: siteId }, query: { cascade: true } });
});
