import { expect } from "@playwright/test";
import { addCalibrationPoint, deleteCalibrationPoint } from "@pulse/contract/calibration";
import { listHardwares } from "@pulse/contract/gateways";
import { listFloors } from "@pulse/contract/sites";
import { listTrackers } from "@pulse/contract/trackers";
import { test } from "../../support/fixtures.ts";
import { faultsInEveryWindow } from "../../support/page.ts";
import { siteNamed } from "../../support/trackedAsset.ts";
import { accounts, signIn } from "../../support/world.ts";

test.use({ signedInAs: accounts.admin });

test("what a site's page says about a gateway that hears too little and a moved beacon is accessible and fits", async ({
  page,
  pulse,
  complaints,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  const site = await siteNamed(api, "City Hospital");
  const [floor] = await api.call(listFloors, { params: { id: site.id } });
  const [tracker] = await api.call(listTrackers, { query: { siteId: site.id } });
  const [northWest] = floor!.corners;
  const since = new Date().toISOString();
  const body = { floorId: floor!.id, lat: northWest.lat, lon: northWest.lon, trackerId: tracker!.id, start: since };
  const beacon = await api.call(addCalibrationPoint, { params: { id: site.id }, body });
  // Either takes many minutes of radio until the server says so, and the server's own tests send it.
  await page.route(`**/sites/${site.id}/calibration`, async (route) => {
    const answer = await route.fetch();
    const drift = `"drift":{"since":"${since}","off_m":7.4,"cause":"moved"}`;
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"drift":null', drift) });
  });
  const [gateway] = await api.call(listHardwares, { query: { siteId: site.id } });
  await page.route("**/api/v3/hardwares?*health=deaf*", async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.delete("health");
    const response = await route.fetch({ url: url.href });
    const { result } = (await response.json()) as { result: { content: { id: string }[] } };
    const content = result.content.filter(({ id }) => id === gateway!.id);
    await route.fulfill({ response, json: { result: { ...result, content } } });
  });
  await page.goto(`/sites/${site.id}/details`);
  await expect(page.getByText(`Gateway ${gateway!.name} hears less than it should`)).toBeVisible();
  await expect(page.getByText(`reference beacon ${beacon.trackerName} has been found`)).toBeVisible();
  expect([...(await faultsInEveryWindow(page)), ...complaints]).toEqual([]);
  await api.call(deleteCalibrationPoint, { params: { id: site.id, pointId: beacon.id } });
});
