import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { espresenseSite } from "./espresenseSite.ts";
import { spreadGateways, withGateways } from "./measuredSites.ts";
import { PLAIN_LAW, plainGrid } from "./plainGrid.ts";
import type { Errors } from "./siteErrors.ts";
import type { SiteRow } from "./siteRows.ts";
import { fingerprintsOf } from "./simpleLocators.ts";
import { guardFaults, holdsCircles } from "./siteTable.ts";

const errors = (medianM: number, p90M: number): Errors => ({ medianM, p90M, within68: 0.7, within95: 0.95 });
const row = (pulse: Errors): SiteRow => ({
  site: "hall",
  kind: "still",
  gateways: 4,
  isDrawn: false,
  isSurveyed: false,
  fixes: 1,
  saysMoving: 0,
  saysStill: 1,
  pulse,
  smoothed: pulse,
  nearest: errors(3, 4),
  centroid: errors(2, 6),
  fingerprints: null,
  grid: pulse,
  oracle: pulse,
});

describe("sites left out one at a time", () => {
  it("a row breaks the guard if the best plain method of either figure is more than 5 % better", () => {
    expect(guardFaults(row(errors(2.09, 4.19)))).toEqual([]);
    expect(guardFaults(row(errors(2.2, 5)))).toEqual(["median centroid +10 %", "P90 nearest +25 %"]);
  });

  it("circles that contain too much are no better than those that contain too little", () => {
    expect(holdsCircles(errors(1, 1))).toBe(true);
    expect(holdsCircles({ ...errors(1, 1), within68: 0.9 })).toBe(false);
    expect(holdsCircles({ ...errors(1, 1), within95: 0.8 })).toBe(false);
  });

  it("fewer gateways are left far apart, and what the others heard is gone", () => {
    const site = espresenseSite();
    const two = spreadGateways(site.anchors, 2);
    expect(Math.hypot(two[0]!.x - two[1]!.x, two[0]!.y - two[1]!.y)).toBeGreaterThan(6);
    const heard = withGateways(site, two).test.flatMap(({ packets }) => packets.map(({ anchorId }) => anchorId));
    expect(new Set(heard)).toEqual(new Set(two.map(({ id }) => id)));
  });

  it("the plain grid finds a tag beside a loud gateway, whatever its strength", () => {
    const { anchors, outline } = espresenseSite();
    const locate = plainGrid(anchors, outline, PLAIN_LAW);
    for (const strengthDb of [-10, 0, 10]) {
      const levels = new Map(
        anchors.map(({ id, x, y }) => [
          id,
          -59 + strengthDb - 22 * Math.log10(Math.max(0.3, Math.hypot(x - 1, y - 3))),
        ]),
      );
      const { x, y } = locate(levels);
      expect(Math.hypot(x - 1, y - 3)).toBeLessThan(1);
    }
  });

  it("a survey walked in stretches has no fingerprint of the time between them", () => {
    const packet = (second: number) => ({
      atMs: 1000 * second,
      receivedMs: 1000 * second,
      anchorId: "a",
      rssi: -50 - second,
    });
    const packets = [...Array.from({ length: 6 }, (_, i) => packet(i + 1)), packet(31), packet(32), packet(33)];
    const rows = [0, 40].map((second) => ({ atMs: 1000 * second, x: second, y: 0, floor: "0" }));
    const survey = fingerprintsOf([{ tagId: "t", packets }], new Map([["t", rows]]), () => true);
    expect(survey.map(({ x, levels }) => [x, levels.get("a")])).toEqual([
      [1.5, -52],
      [4.5, -55],
      [31.5, -82],
    ]);
  });

  it.each([
    { args: ["--site", "tetam"], data: "", says: /Unknown option '--site'/ },
    { args: [], data: "/nowhere", says: /the recordings are not on this machine/ },
  ])("the command says in one line why it does not measure: $says", ({ args, data, says }) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "sites.ts"), ...args], {
      encoding: "utf8",
      env: { ...process.env, PULSE_TEST_DATA: data, NODE_NO_WARNINGS: "1" },
    });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(says);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});
