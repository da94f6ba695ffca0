import { expect, it } from "vitest";
import { isolatedModel } from "./isolatedModel.ts";
import { locate } from "../engine/locate.ts";
import { buildSiteModel, type SiteModel } from "../engine/siteModel.ts";
import { anAnchor, aSettings, aSquareFloor, heard, rssiAt } from "../engine/testSite.ts";
import { newTrackerState } from "../engine/trackerState.ts";
import { observe } from "../window/signalState.ts";

const spots = [
  { x: 1, y: 1 },
  { x: 19, y: 1 },
  { x: 19, y: 19 },
  { x: 1, y: 19 },
  { x: 10, y: 10 },
];
const onGround = spots.map((spot, nth) => anAnchor({ ...spot, id: `ground ${nth}` }));
const above = spots.map((spot, nth) => anAnchor({ ...spot, id: `first ${nth}`, floor: "first" }));
const off = anAnchor({ id: "off", x: 4, y: 10 });

/** A house of two storeys that has already located a tag; one of its gateways has never heard anything. */
function aHouse(): SiteModel {
  const floors = [aSquareFloor("ground", 20), { ...aSquareFloor("first", 20), level: 1, elevationM: 3 }];
  const model = buildSiteModel({ anchors: [...onGround, ...above, off], floors, settings: aSettings() });
  const state = heard(onGround, { x: 6, y: 13 }, { seconds: 5 });
  locate(model, heard(above, { x: 6, y: 13 }, { seconds: 5, offsetDb: -9, into: state }), 5000);
  return model;
}

/** All of a model by name except what is fixed and its scratch space, so that additions show. */
function learnedBy({ anchors, work, learning, floors: _floors, ...fixed }: SiteModel) {
  const gateways = [...anchors.values()].map(
    ({ floor: _floor, tables: _tables, beyond: _beyond, trackersNotHeard, ...own }) => ({
      ...own,
      trackersNotHeard: [...trackersNotHeard],
    }),
  );
  const {
    measurements: _measurements,
    posterior: _posterior,
    scratch: _scratch,
    scores: _scores,
    prior: _prior,
    nonDetecting: _silent,
    late: _late,
    roomShares: _roomShares,
    ...site
  } = work;
  return structuredClone({ gateways, site, learning, fixed });
}

/**
 * Two tags go about for half a minute each with weak packets, the weakest at one gateway; the second one's packets are
 * handed over late.
 */
function locateAbout(model: SiteModel, fromMs: number): void {
  for (const [nth, waitMs] of [0, 6000].entries()) {
    const state = newTrackerState();
    const beginMs = fromMs + nth * 30_000;
    for (let nowMs = beginMs; nowMs < beginMs + 30_000; nowMs += 1000) {
      const tag = { x: 3 + (nowMs - beginMs) / 2500, y: 9 };
      for (const anchor of [...onGround, ...above.slice(2)])
        for (const atMs of [nowMs - waitMs - 500, nowMs - waitMs]) {
          const lossDb = anchor.floor === "first" ? 20 : anchor.id === "ground 0" ? 35 : 15;
          observe(state, { anchorId: anchor.id, rssi: rssiAt(anchor, tag) - lossDb, atMs, receivedMs: nowMs });
        }
      locate(model, state, nowMs);
    }
  }
}

it("the borrowed model locates as the original does, and teaches it nothing, from present or past packets", () => {
  const model = aHouse();
  const before = learnedBy(model);
  for (const fromMs of [10_000, -7_200_000]) locateAbout(isolatedModel(model), fromMs);
  expect(learnedBy(model)).toEqual(before);

  const state = heard(onGround, { x: 12, y: 4 }, { fromMs: 6000, seconds: 5 });
  const borrowed = isolatedModel(model);
  expect(locate(borrowed, structuredClone(state), 11_000)).toEqual(locate(model, state, 11_000));
  // It has learned the same as the model does.
  expect(learnedBy(borrowed)).toEqual(learnedBy(model));
});

it("the borrowed model covers everything that a model learns from a fix", () => {
  const model = aHouse();
  const before = learnedBy(model);
  locateAbout(model, 10_000);
  const after = learnedBy(model);
  for (const part of ["chiSquare", "slab", "faintestDbm"] as const)
    expect(after.learning[part]).not.toEqual(before.learning[part]);
  const changed = before.gateways.flatMap((gateway, nth) =>
    (Object.keys(gateway) as (keyof typeof gateway)[]).filter(
      (part) => JSON.stringify(gateway[part]) !== JSON.stringify(after.gateways[nth]![part]),
    ),
  );
  expect(new Set(changed)).toEqual(
    new Set(["lastPacketMs", "lagMs", "waitsMs", "laggedMs", "trackersNotHeard", "missed", "residual"]),
  );
});
