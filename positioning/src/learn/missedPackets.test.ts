import { describe, expect, it } from "vitest";
import { locate } from "../engine/locate.ts";
import { anAnchor, aSettings, aSquareFloor } from "../engine/testSite.ts";
import { buildSiteModel, inheritLearning, type SiteModel } from "../engine/siteModel.ts";
import { newTrackerState } from "../engine/trackerState.ts";
import { observe } from "../window/signalState.ts";
import { gatewayHealth } from "./gatewayHealth.ts";

const SPOTS = [
  [2, 2],
  [38, 2],
  [2, 38],
  [38, 38],
  [20, 20],
] as const;
const anchors = SPOTS.map(([x, y], i) => anAnchor({ id: "abcde"[i]!, x, y }));
const site = (version = 0): SiteModel => {
  const calibration = version
    ? {
        version,
        level: 1 as const,
        exponent: 2.6,
        powerShiftDb: 0,
        shadowSdDb: 4,
        tagOffsetSdDb: 4,
        anchorOffsetsDb: {},
        radius: null,
      }
    : null;
  return buildSiteModel({ anchors, floors: [aSquareFloor("ground", 40)], settings: aSettings(), calibration });
};

const MINUTE_MS = 60_000;

interface Walk {
  minutes: number;
  fromMs?: number;
  /** Share of the packets reaching `e` that it hears. */
  heard?: number;
  /** It hands over what it hears this much later, ms. */
  lateMs?: number;
  /** They stand, and `e` does not hear the first of them. */
  hidesFirst?: boolean;
}

/** Six tags that go round the floor, or stand on it, each heard twice a second by all gateways. */
function walk(model: SiteModel, how: Walk): void {
  const { minutes, fromMs = 0, lateMs = 0 } = how;
  const states = Array.from({ length: 6 }, () => newTrackerState());
  const late: (() => void)[] = [];
  for (let second = 0; second < 60 * minutes; second++) {
    const nowMs = fromMs + 1000 * second + 999;
    if (lateMs && second % (lateMs / 1000) === 0) for (const say of late.splice(0)) say();
    for (const [nth, state] of states.entries()) {
      for (const atMs of [nowMs - 900, nowMs - 400]) {
        for (const { id, rssi } of heard(nth, atMs, how)) {
          const isLate = lateMs > 0 && id === "e";
          const receivedMs = isLate ? Math.ceil((atMs + 1) / lateMs) * lateMs : nowMs;
          const say = (): void => observe(state, { anchorId: id, rssi, atMs, receivedMs });
          if (isLate) late.push(say);
          else say();
        }
      }
      locate(model, state, nowMs);
    }
  }
}

/** What gateways hear of one of the six. */
function heard(
  nth: number,
  atMs: number,
  { heard: share = 1, hidesFirst = false }: Walk,
): { id: string; rssi: number }[] {
  const turn = (hidesFirst ? 0 : atMs / 6000) + (nth / 6) * 2 * Math.PI;
  const at = { x: 20 + 6 * Math.cos(turn), y: 20 + 5 * Math.sin(turn) };
  const isLost = (hidesFirst && nth === 0) || (Math.floor(atMs / 1000) * 7 + nth * 3) % 10 >= 10 * share;
  return anchors
    .filter(({ id }) => id !== "e" || !isLost)
    .map(({ id, x, y }) => ({
      id,
      rssi: Math.round(-59 - 26 * Math.log10(Math.hypot(at.x - x, at.y - y, 1.3))),
    }));
}

const missing = (model: SiteModel): string[] =>
  gatewayHealth(model).flatMap(({ anchorId, misses }) => (misses ? [anchorId] : []));

describe("a gateway that misses packets", () => {
  it("a gateway that misses packets is reported when it stops receiving, and no longer once it receives again", () => {
    const model = site();
    walk(model, { minutes: 30 });
    expect(missing(model)).toEqual([]);
    walk(model, { minutes: 45, fromMs: 30 * MINUTE_MS, heard: 0 });
    expect(missing(model)).toEqual(["e"]);
    walk(model, { minutes: 60, fromMs: 75 * MINUTE_MS });
    expect(missing(model)).toEqual([]);
  });

  it("a gateway that receives one packet in five is reported, and under the site's next path-loss model too", () => {
    const model = site();
    walk(model, { minutes: 30 });
    walk(model, { minutes: 60, fromMs: 30 * MINUTE_MS, heard: 0.2 });
    expect(missing(model)).toEqual(["e"]);
    const next = site(2);
    inheritLearning(next, model);
    expect(missing(next)).toEqual(["e"]);
  });

  it("a gateway that misses packets is reported when it has received nothing from the beginning", () => {
    const model = site();
    walk(model, { minutes: 40, heard: 0 });
    expect(missing(model)).toEqual(["e"]);
  });

  it("a gateway is not reported for late uploads, nor for a single tracker that is hidden from it", () => {
    const slow = site();
    walk(slow, { minutes: 40, lateMs: 10_000 });
    expect(missing(slow)).toEqual([]);
    const hidden = site();
    walk(hidden, { minutes: 40, hidesFirst: true });
    expect(missing(hidden)).toEqual([]);
  });
});
