import { expect } from "@playwright/test";
import { getAsset } from "@pulse/contract/assets";
import { test } from "../support/fixtures.ts";
import { distanceM } from "../support/radio.ts";
import { openMap } from "../support/framePages.ts";
import { untilLive } from "../support/signInPage.ts";
import { toleranceM, untilThere, warehouseRadio } from "../support/trackedAsset.ts";
import { accounts } from "../support/world.ts";

// How long it takes is measured by bench/latency.bench.ts. In this product nothing moves except what the specs themselves publish.
test.use({ signedInAs: accounts.admin, contextOptions: { reducedMotion: "no-preference" } });

test("a tracker that gateways hear is shown at the right place, and its marker follows it", async ({
  page,
  pulse,
  complaints,
}) => {
  // An asset that no other spec uses: one just heard on another floor would not be accepted here at once.
  const { api, asset, mac, floor } = await warehouseRadio(pulse, 11);
  await openMap(page);
  await untilLive(page);

  await untilThere(page, floor, { asset, mac, spot: floor.middle }, 60_000);
  const row = page.locator(`[data-asset-guid="${asset.guid}"]`);
  await expect(row).toHaveAttribute("data-floor", floor.floorId);

  // The API answers the same as soon as it is stored; until then it says where another spec left the asset.
  const told = async () => (await api.call(getAsset, { params: { id: asset.id } })).lastLocation;
  await expect.poll(async () => distanceM((await told()) ?? { lat: 0, lon: 0 }, floor.middle)).toBeLessThan(toleranceM);
  expect((await told())?.floorId).toBe(floor.floorId);

  // Ten metres to the north: the marker follows as the gateways go on hearing it there.
  const further = { lat: floor.middle.lat + 10 / 111_320, lon: floor.middle.lon };
  await untilThere(page, floor, { asset, mac, spot: further }, 60_000);
  await floor.close();
  expect(complaints).toEqual([]);
});

test("an unreadable gateway message does not stop later positions", async ({ page, pulse }) => {
  const { asset, mac, floor } = await warehouseRadio(pulse, 1);
  await openMap(page);
  await untilLive(page);
  await floor.tagAt("not a mac", floor.middle);
  await floor.tagAt("D0:00:00:00:00:01", floor.middle);
  await untilThere(page, floor, { asset, mac, spot: floor.middle }, 60_000);
  await floor.close();
});
