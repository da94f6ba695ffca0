import { describe, expect, it } from "vitest";
import { locate } from "./locate.ts";
import { anAnchor, aSettings, aSquareFloor, rssiAt } from "./testSite.ts";
import { buildSiteModel } from "./siteModel.ts";
import { testNoise } from "../model/testNoise.ts";
import { newTrackerState } from "./trackerState.ts";
import { observe } from "../window/signalState.ts";

const floor = aSquareFloor("ground", 20);
const anchors = [
  anAnchor({ id: "a", x: 1, y: 1 }),
  anAnchor({ id: "b", x: 19, y: 1 }),
  anAnchor({ id: "c", x: 19, y: 19 }),
  anAnchor({ id: "d", x: 1, y: 19 }),
];

/** Each gateway hears the tag twice a second and hands that over every minute, at a time of its own. */
function uploadsOf(tag: { x: number; y: number }, untilMs: number) {
  const all = anchors.flatMap((anchor, i) => {
    const heard = [];
    for (let atMs = 0; atMs < untilMs; atMs += 500) {
      const receivedMs = 60_000 * Math.ceil((atMs + 1 - 15_000 * i) / 60_000) + 15_000 * i;
      heard.push({ anchorId: anchor.id, rssi: rssiAt(anchor, tag), atMs, receivedMs });
    }
    return heard;
  });
  return all.toSorted((a, b) => a.receivedMs - b.receivedMs);
}

const near = [...anchors, ...[4, 10, 16].map((x) => anAnchor({ id: `near ${x}`, x, y: 9 }))];
/** Gateways whose line was down, far from where the tag is now, and more of them than hear it. */
const afar = [30, 35, 40, 45, 50, 55, 60, 65].map((x) => anAnchor({ id: `afar ${x}`, x, y: 10 }));

/**
 * Fixes of a tag that stands while people step between it and its gateways, from when it is first heard.
 * @param back when other gateways hand over what they heard of it for six minutes up to this long ago, less often than
 * it is heard now; null: never
 */
function fixesAfterOutage(back: { atS: number; agoMs: number } | null) {
  const model = buildSiteModel({ anchors: [...near, ...afar], floors: [], settings: aSettings() });
  const noise = testNoise(5);
  const [state, other] = [newTrackerState(), newTrackerState()];
  const coveredUntilS = new Map<string, number>();
  const fixes = [];
  for (let s = -10; s < 180; s++) {
    const nowMs = 10_000_000 + 1000 * s;
    for (const { id } of afar) observe(other, { anchorId: id, rssi: -60, atMs: nowMs - 300, receivedMs: nowMs });
    locate(model, other, nowMs);
    if (s < 0) continue;
    for (const anchor of near) {
      if (noise.next() < 0.01) coveredUntilS.set(anchor.id, s + 20);
      const coveredDb = (coveredUntilS.get(anchor.id) ?? 0) > s ? 8 : 0;
      for (const atMs of [nowMs - 700, nowMs - 200]) {
        const rssi = rssiAt(anchor, { x: 6, y: 13 }) - coveredDb + 3.8 * noise.normal();
        observe(state, { anchorId: anchor.id, rssi, atMs, receivedMs: nowMs });
      }
    }
    if (s === back?.atS)
      for (const { id } of afar)
        for (let atMs = nowMs - back.agoMs - 360_000; atMs <= nowMs - back.agoMs; atMs += 6000)
          observe(state, { anchorId: id, rssi: -60, atMs, receivedMs: nowMs });
    fixes.push(locate(model, state, nowMs));
  }
  return fixes;
}

describe("gateways that upload once a minute", () => {
  it("gateways that upload once a minute place a still tracker well at every moment, whichever uploaded last", () => {
    const model = buildSiteModel({ anchors, floors: [floor], settings: aSettings() });
    const state = newTrackerState();
    const tag = { x: 6, y: 13 };
    const uploads = uploadsOf(tag, 300_000);
    let next = 0;
    for (let nowMs = 1000; nowMs <= 300_000; nowMs += 1000) {
      for (; next < uploads.length && uploads[next]!.receivedMs <= nowMs; next++) observe(state, uploads[next]!);
      const fix = locate(model, state, nowMs);
      if (nowMs < 120_000) continue;
      expect(fix!.gatewaysHeard).toBe(4);
      expect(Math.hypot(fix!.x - tag.x, fix!.y - tag.y)).toBeLessThan(2);
    }
  });

  it("gateways are not marked as late after handing over what they stored during an outage", () => {
    const model = buildSiteModel({ anchors, floors: [floor], settings: aSettings() });
    const state = newTrackerState();
    const hear = (anchorId: string, s: number): void =>
      observe(state, { anchorId, rssi: -60, atMs: 1000 * s, receivedMs: 1000 * now });
    let now = 0;
    // The first gateway's line is down from the 60th second to the 150th.
    for (; now < 160; now++) {
      for (const { id } of anchors.slice(1)) hear(id, now);
      if (now < 60 || now > 150) hear("a", now);
      if (now === 150) for (let s = 60; s <= 150; s++) hear("a", s);
      locate(model, state, 1000 * now);
    }
    expect(model.anchors.get("a")!.lagMs).toBe(0);
  });

  it.each([
    { when: "a tag has been heard for a while, from an hour ago", back: { atS: 30, agoMs: 3_600_000 } },
    { when: "a tag has been heard for a while, from five minutes ago", back: { atS: 30, agoMs: 300_000 } },
    { when: "a tag has just come, from an hour ago", back: { atS: 1, agoMs: 3_600_000 } },
  ])("packets that gateways stored during an outage do not change the present fix: $when", ({ back }) => {
    expect(fixesAfterOutage(back)).toEqual(fixesAfterOutage(null));
  });

  it("gateways do not count as missing packets that they have not handed over yet", () => {
    const model = buildSiteModel({ anchors, floors: [floor], settings: aSettings() });
    const state = newTrackerState();
    for (const anchor of anchors)
      observe(state, { anchorId: anchor.id, rssi: rssiAt(anchor, { x: 6, y: 13 }), atMs: 1000, receivedMs: 61_000 });
    locate(model, state, 61_000);
    for (let atMs = 55_000; atMs <= 66_000; atMs += 500)
      for (const anchor of anchors.slice(0, 2))
        observe(state, { anchorId: anchor.id, rssi: rssiAt(anchor, { x: 10, y: 2 }), atMs, receivedMs: 66_000 });
    locate(model, state, 66_000);
    expect(model.work.nonDetecting).toMatchObject({ alive: [], unsure: [] });
  });
});
