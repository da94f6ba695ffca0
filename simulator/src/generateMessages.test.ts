import { adapterForTopic } from "@pulse/protocols/catalogue";
import { describe, expect, test } from "vitest";
import { floorOfKey } from "./demo/placing.ts";
import { demoSites, demoWorld } from "./demo/world.ts";
import { generateMessages } from "./generateMessages.ts";
import { clearLine } from "./walls.ts";

const world = demoWorld();
const generated = (seed: number, durationMs = 20_000) => generateMessages({ world, site: "harbour", seed, durationMs });

test("the same seed gives the same messages, and another seed gives different ones", () => {
  const first = JSON.stringify([...generated(1)]);
  expect(JSON.stringify([...generated(1)])).toBe(first);
  expect(JSON.stringify([...generated(2)])).not.toBe(first);
});

test("every message is a KKM message that its own gateway may publish, without a rejected advert", () => {
  const site = demoSites(world)[0];
  const tags = new Set(site?.assets.map((asset) => asset.trackerMac));
  const kinds = new Map<string, number>();
  for (const { gatewayMac, topic, payload } of generated(1, 40_000)) {
    const adapter = adapterForTopic(topic);
    expect(adapter?.gatewayOfTopic(topic)).toBe(gatewayMac);
    const message = adapter?.decode(topic, new TextEncoder().encode(payload));
    expect(message?.gateway).toBe(gatewayMac);
    kinds.set(message?.kind ?? "none", (kinds.get(message?.kind ?? "none") ?? 0) + 1);
    if (message?.kind !== "scan") continue;
    expect(message.rejected).toEqual([]);
    expect(message.adverts.length).toBeLessThanOrEqual(100);
    expect(message.adverts.filter((advert) => !tags.has(advert.mac) || advert.ageMs > 2000)).toEqual([]);
  }
  expect(kinds.get("alive")).toBeGreaterThanOrEqual(site?.gateways.length ?? Infinity);
  expect(kinds.get("scan")).toBeGreaterThan(500);
});

test("the times of messages never go back to an earlier second", () => {
  let lastMs = 0;
  for (const { tMs } of generated(1)) {
    expect(tMs).toBeGreaterThanOrEqual(Math.floor(lastMs / 1000) * 1000);
    lastMs = tMs;
  }
});

describe("the true paths of things", () => {
  const messages = generated(3, 120_000);
  const site = demoSites(world)[0];
  const paths = new Map<string, { floor: string; x: number; y: number }[]>();
  let second = -1;
  for (const { tMs } of messages) {
    if (Math.floor(tMs / 1000) === second) continue;
    second = Math.floor(tMs / 1000);
    for (const [mac, { floor, x, y }] of messages.truth()) paths.set(mac, [...(paths.get(mac) ?? []), { floor, x, y }]);
  }
  const pairs = [...paths.values()].flatMap((path) =>
    path.slice(1).map((to, index) => ({ from: path[index] ?? to, to })),
  );

  test("no simulated asset is faster than a brisk walk or drive", () => {
    const strides = pairs
      .filter(({ from, to }) => from.floor === to.floor)
      .map(({ from, to }) => Math.hypot(to.x - from.x, to.y - from.y));
    expect(Math.max(...strides)).toBeLessThan(2);
  });

  test("almost no step of a simulated asset goes through a wall", () => {
    const through = pairs.filter(({ from, to }) => {
      if (!site || from.floor !== to.floor || (from.x === to.x && from.y === to.y)) return false;
      // The straight line between two seconds cuts a corner taken in between, so only long steps are checked.
      return (
        Math.hypot(to.x - from.x, to.y - from.y) > 0.8 && !clearLine(floorOfKey(site, to.floor).floor.walls, from, to)
      );
    });
    expect(through.length).toBeLessThan(pairs.length / 500);
  });

  test("still assets in a simulation stay, and some of the others move", () => {
    for (const { trackerMac, behaviour } of site?.assets ?? []) {
      if (behaviour.kind !== "still") continue;
      expect(paths.get(trackerMac)?.every(({ x, y }) => x === behaviour.x && y === behaviour.y)).toBe(true);
    }
    const moved = [...paths.values()].filter((path) => path.some(({ x, y }) => x !== path[0]?.x || y !== path[0]?.y));
    expect(moved.length).toBeGreaterThan(20);
  });
});

test("a simulation of an unknown site is refused", () => {
  expect(() => generateMessages({ world, site: "moon", seed: 1, durationMs: 1000 })).toThrow(RangeError);
});
