import type { TestAsset, TestSite } from "./builders.ts";
import type { TestPulse } from "./testPulse.ts";

/** Where an asset was, in hours of a day. */
export interface WrittenStay {
  asset: TestAsset;
  from: number;
  to: number;
  hardware?: string;
}

/** Writes a past position of an asset on a site's floor. */
export async function writeStay(
  pulse: TestPulse,
  site: TestSite,
  { asset, from, to, hardware }: WrittenStay,
  hour: (nth: number) => Date,
): Promise<void> {
  await pulse.db
    .insertInto("positions")
    .values({
      tracker_id: asset.trackerId,
      asset_id: asset.id,
      site_id: site.id,
      floor_id: site.floorId,
      ts: hour(from),
      end_ts: hour(to),
      lat: 51.9,
      lon: 4.4,
      elevation: 1.2,
      accuracy: 1.5,
      accuracy_outer: 3,
      mechanism: "TRILATERATED",
      moving: false,
      nearest_hardware_id: hardware ?? null,
      nearest_dis: null,
      shown: true,
    })
    .execute();
}
