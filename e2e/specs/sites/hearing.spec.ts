import { expect } from "@playwright/test";
import { listAssets } from "@pulse/contract/assets";
import { addCalibrationPoint, deleteCalibrationPoint } from "@pulse/contract/calibration";
import { listHardwares } from "@pulse/contract/gateways";
import { listFloors } from "@pulse/contract/sites";
import { test } from "../../support/fixtures.ts";
import { takeFloor } from "../../support/floorRadio.ts";
import { faultsInEveryWindow } from "../../support/page.ts";
import { siteNamed } from "../../support/trackedAsset.ts";
import { accounts, signIn } from "../../support/world.ts";

test.use({ signedInAs: accounts.admin });
test.slow();

test("a site's page names a gateway that hears too little and a reference beacon found away from its place", async ({
  page,
  pulse,
  complaints,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  const site = await siteNamed(api, "City Hospital");
  const [floor] = await api.call(listFloors, { params: { id: site.id } });
  const assets = await api.call(listAssets, { query: { siteId: site.id } });
  const trackers = assets.flatMap(({ linkedTrackers }) => linkedTrackers).slice(0, 40);
  const radio = await takeFloor(api, pulse.mqttUrl, site.id, floor!.id);
  const [deaf] = radio.gateways;
  radio.deafen(deaf!.id, 20);

  const hearAll = () =>
    Promise.all(
      trackers.map(({ mac }, nth) => {
        const { lat, lon } = radio.gateways[nth % radio.gateways.length]!.at;
        return radio.tagAt(mac, { lat: lat + 0.00002 * ((nth % 3) - 1), lon: lon + 0.00002 });
      }),
    );
  const named = async (): Promise<string[]> => {
    await hearAll();
    const found = await api.call(listHardwares, { query: { siteId: site.id, health: ["deaf"] } });
    return found.map(({ name }) => name);
  };
  await expect.poll(named, { timeout: 120_000 }).toEqual([deaf!.name]);

  // A beacon counts as moved only after ten minutes, so the answer is changed here to say that it is.
  const at = radio.middle;
  const start = new Date().toISOString();
  const body = { floorId: floor!.id, ...at, trackerId: trackers[0]!.id, start };
  const beacon = await api.call(addCalibrationPoint, { params: { id: site.id }, body });
  await page.route(`**/sites/${site.id}/calibration`, async (route) => {
    const answer = await route.fetch();
    const said = (await answer.text()).replace(
      '"drift":null',
      `"drift":{"since":"${start}","off_m":7.4,"cause":"moved"}`,
    );
    await route.fulfill({ response: answer, body: said });
  });
  await page.goto(`/sites/${site.id}/details`);
  await expect(page.getByText(`Gateway ${deaf!.name} hears less than it should`)).toBeVisible();
  await expect(page.getByText(`reference beacon ${beacon.trackerName} has been found`)).toBeVisible();
  await expect(page.getByText("it has probably been moved")).toBeVisible();
  expect([...(await faultsInEveryWindow(page)), ...complaints]).toEqual([]);

  await api.call(deleteCalibrationPoint, { params: { id: site.id, pointId: beacon.id } });
  await radio.close();
});
