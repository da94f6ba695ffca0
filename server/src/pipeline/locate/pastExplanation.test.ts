import { localFrame } from "@pulse/geo/localFrame";
import { buildSiteModel, type SiteModel } from "@pulse/positioning/engine/siteModel";
import { anAnchor, aSettings, aSquareFloor, rssiAt } from "@pulse/positioning/engine/testSite";
import { expect, test } from "vitest";
import type { LiveSite } from "./liveSite.ts";
import type { KnownTag } from "./siteRows.repository.ts";
import { pastExplanation, pastWindowMs } from "./pastExplanation.ts";

const atMs = 1_000_000_000;
const anchors = [
  { x: 2, y: 2 },
  { x: 38, y: 2 },
  { x: 2, y: 38 },
  { x: 38, y: 38 },
  { x: 20, y: 20 },
].map((spot, nth) => anAnchor({ ...spot, id: `g${nth}` }));
/** A minute of a tag that walks past gateways. */
const heard = [0, 1, 2, 3, 4, 5].flatMap((step) =>
  anchors.map((anchor) => ({
    gatewayId: anchor.id,
    startMs: atMs - pastWindowMs + 10_000 * step,
    rssi: rssiAt(anchor, { x: 5 + 6 * step, y: 8 }),
    count: 10,
  })),
);

/** A site with no calibration, which is version 0. */
function aSite(learn: (model: SiteModel) => void = () => undefined, tag?: KnownTag): LiveSite {
  const model = buildSiteModel({ anchors, floors: [aSquareFloor("ground", 40)], settings: aSettings() });
  learn(model);
  const mobile = { intervalMs: 0, durationMs: 0, unplaced: new Map(), stored: [], accuracyM: new Map() };
  return {
    id: "site",
    model,
    frame: localFrame({ lat: 51.9, lon: 4.4 }),
    mobile,
    tags: new Map(tag && [["tag", tag]]),
  } as Partial<LiveSite> as LiveSite;
}

const explained = (site: LiveSite) => pastExplanation(site, "tag", heard, atMs)!.fix;

test("past packets are not treated as late, however late their gateway delivers now", () => {
  const isLate = aSite(({ anchors: all }) => {
    for (const anchor of all.values())
      Object.assign(anchor, { lagMs: 60_000, waitsMs: [60_000, 60_000, 60_000], laggedMs: atMs + 3_600_000 });
  });
  expect(explained(isLate)).toEqual(explained(aSite()));
});

test("a tracker's learned strength is used for the past if it can be carried to the site's present path-loss model", () => {
  const ofTag = (offsetDb: number | null, version: number | null) =>
    explained(aSite(({ learning }) => (learning.modelShifts = new Map([[2, 3]])), { make: "KKM", offsetDb, version }));
  expect(ofTag(12, 3)).toEqual(ofTag(null, null));
  for (const version of [0, 2]) expect(ofTag(12, version)).not.toEqual(ofTag(null, null));
});
