import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { call } from "./support/api.ts";
import { anOrganisation, type Organisation } from "./support/anOrganisation.ts";
import { anAsset, type TestAsset, type TestSite } from "./support/builders.ts";
import { keptSightings, type Station } from "./support/keptSightings.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Which assets the positions of an outage belong to: links change in the middle of it, and assets have several
// trackers.
let pulse: TestPulse;
let site: TestSite;
let customer: Organisation["customer"];
let token: string;
const stations: Station[] = [];
const startMs = Math.floor(Date.now() / 10_000) * 10_000 - 3_600_000;
const kept = keptSightings(() => pulse, startMs);
const outage: [number, number] = [0, 300];
const stand = () => ({ x: 12, y: 9 });

beforeAll(async () => {
  pulse = await testPulse();
  ({ customer, site, token } = await anOrganisation(pulse));
  stations.push(...(await sixGateways(pulse, customer, site)));
});
afterAll(() => pulse.stop());

const thing = (): Promise<TestAsset> => anAsset(pulse, customer, site, { linked: false });
const refresh = async (): Promise<void> => {
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
};
const heldS = (rows: readonly { fromS: number; untilS: number }[]): number =>
  rows.reduce((sum, { fromS, untilS }) => sum + untilS - fromS, 0);

test("an asset with two trackers is where the more certain one is, whichever was recorded first", async () => {
  const [poor, good] = [await thing(), await thing()];
  for (const { trackerId } of [poor, good]) await kept.link(poor.id, trackerId, -60, null);
  await refresh();
  await kept.hear(poor.trackerId, stations.slice(5), outage, stand);
  await kept.hear(good.trackerId, stations, outage, stand);
  await kept.tell([poor.trackerId], outage, 290);
  await kept.tell([good.trackerId], outage, 300);
  await kept.made();
  const [told, other] = [await kept.rowsOf(good.trackerId), await kept.rowsOf(poor.trackerId)];
  // Both have been located all the time.
  expect(heldS(told)).toBeGreaterThan(200);
  expect(heldS(other)).toBeGreaterThan(200);
  expect(heldS(told.filter((row) => row.asset_id === poor.id))).toBeGreaterThan(0.9 * heldS(told));
  expect(heldS(other.filter((row) => row.asset_id !== null))).toBeLessThan(15);
});

test("links that change during the outage apply from that moment on", async () => {
  const [first, second, spare] = [await thing(), await thing(), await thing()];
  await kept.link(first.id, first.trackerId, -60, 100);
  await kept.link(second.id, first.trackerId, 160, null);
  await kept.link(first.id, spare.trackerId, 130, null);
  await refresh();
  for (const { trackerId } of [first, spare]) await kept.hear(trackerId, stations, outage, stand);
  await kept.tell([first.trackerId, spare.trackerId], outage);
  await kept.made();
  const rows = await kept.rowsOf(first.trackerId);
  expect(heldS(rows)).toBeGreaterThan(200);
  for (const { fromS, untilS, asset_id: assetId } of rows) {
    expect(assetId).toBe(fromS < 100 ? first.id : fromS < 160 ? null : second.id);
    expect(untilS).toBeLessThan(fromS < 100 ? 100 : fromS < 160 ? 160 : 300);
  }
  for (const { fromS, asset_id: assetId } of await kept.rowsOf(spare.trackerId))
    expect(assetId).toBe(fromS < 130 ? null : first.id);
  const span = `start_time_utc=${new Date(startMs).toISOString()}&end_time_utc=${new Date(startMs + 300_000).toISOString()}`;
  const { content } = await call(pulse, "GET", `assets/${first.id}/history?limit=1000&${span}`, { token });
  expect(new Set(content.map((row) => row["tracker_id"]))).toEqual(new Set([first.trackerId, spare.trackerId]));
});

test("a tracker deleted during the outage is no longer located, and its successor is", async () => {
  const [gone, next] = [await thing(), await thing()];
  await kept.link(gone.id, gone.trackerId, -60, null);
  await refresh();
  expect((await call(pulse, "DELETE", `trackers/${gone.trackerId}`, { token })).status).toBe(200);
  await kept.link(gone.id, next.trackerId, 120, null);
  await refresh();
  for (const { trackerId } of [gone, next]) await kept.hear(trackerId, stations, outage, stand);
  await kept.tell([gone.trackerId, next.trackerId], outage);
  await kept.made();
  expect(await kept.rowsOf(gone.trackerId)).toEqual([]);
  const rows = await kept.rowsOf(next.trackerId);
  expect(heldS(rows)).toBeGreaterThan(200);
  for (const { fromS, asset_id: assetId } of rows) expect(assetId).toBe(fromS < 120 ? null : gone.id);
});
