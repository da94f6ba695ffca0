import type { AssetLive } from "@pulse/contract/assets";
import { expect, it, vi } from "vitest";
import { createLiveStore } from "../../live/liveStore.ts";
import { isListedOn } from "../layers/floorChoice.ts";
import { gatewayTargets } from "../../mapEngine/scene/gatewayQuads.ts";
import type { SiteMapState } from "../../mapEngine/siteMapState.ts";
import { hiddenFloors } from "../../mapEngine/scene/sceneView.ts";
import { livePositions } from "./livePositions.ts";
import { isOnMap, statusOf } from "../../mapEngine/assetStatus.ts";

const dayMs = 24 * 3_600_000;
const asset = (given: Partial<AssetLive>): AssetLive =>
  ({ guid: "a", lat: 51, lon: 7, floorId: "ground", sections: [], moving: false, ...given }) as AssetLive;

it.each([
  ["a day ahead", dayMs],
  ["a day behind", -dayMs],
])("an asset located just now is not stale for a browser whose clock is %s", (_, aheadMs) => {
  vi.useFakeTimers({ now: Date.parse("2026-11-20T13:05:00Z") + aheadMs });
  const store = createLiveStore();
  store.load([asset({ lastUpdated: "2026-11-20T13:04:58Z" })]);
  const positions = livePositions(store, { offsetMs: -aheadMs, behindMs: () => 0, pausedAtMs: null });
  expect(statusOf(store.get("a")!, positions.nowMs())).toBe("still");
  expect(isOnMap(store.get("a")!, positions.nowMs(), 1)).toBe(true);
  vi.useRealTimers();
});

it("an asset is not stale because the server has not yet processed its newer messages", () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-20T13:09:00Z") });
  const store = createLiveStore();
  store.load([asset({ lastUpdated: "2026-11-20T13:04:58Z" })]);
  let behindMs = 4 * 60_000;
  const positions = livePositions(store, { offsetMs: 0, behindMs: () => behindMs, pausedAtMs: null });
  expect(statusOf(store.get("a")!, positions.nowMs())).toBe("still");
  behindMs = 0;
  expect(statusOf(store.get("a")!, positions.nowMs())).toBe("stale");
  vi.useRealTimers();
});

it("no asset grows older while the map is paused", () => {
  const store = createLiveStore();
  expect(livePositions(store, { offsetMs: 0, behindMs: () => 0, pausedAtMs: 5 }).nowMs()).toBe(5);
});

it("an asset at 0, 0 is not on the map, like one that was never located", () => {
  const store = createLiveStore();
  store.load([asset({ lat: 0, lon: 0, lastUpdated: "2026-11-20T13:04:58Z" })]);
  expect(statusOf(store.get("a")!, Date.parse("2026-11-20T13:05:00Z"))).toBe("never");
  expect(isOnMap(store.get("a")!, Date.parse("2026-11-20T13:05:00Z"), 1000)).toBe(false);
});

it("a gateway that was never placed is not on the map and cannot be clicked", () => {
  const gateways = [
    { guid: "placed", lat: 51, lon: 7, floorId: null },
    { guid: "not placed", lat: 0, lon: 0, floorId: null },
  ];
  const state = { gateways, layers: { gateways: true }, shownFloorIds: [] } as unknown as SiteMapState;
  expect(gatewayTargets(state).flatMap(({ guids }) => guids)).toEqual(["placed"]);
});

it("assets on a deleted floor are drawn and listed with every floor", () => {
  const plans = [{ id: "ground" }, { id: "upper" }] as unknown as SiteMapState["plans"];
  const isHidden = hiddenFloors({ plans, shownFloorIds: ["ground"] });
  expect(["ground", "upper", "deleted", null].map(isHidden)).toEqual([false, true, false, false]);
  const isListed = isListedOn(["ground"], plans);
  const row = (floorId: string | null, status: "still" | "never" = "still") => isListed({ floorId, status });
  expect([row("ground"), row("upper"), row("deleted"), row(null), row(null, "never")]).toEqual([
    true,
    false,
    true,
    true,
    false,
  ]);
});
