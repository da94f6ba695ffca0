import type { LocationUpdate } from "@pulse/contract/live";
import type { Tracker } from "@pulse/contract/trackers";
import { expect, it, vi } from "vitest";
import { createLiveStore } from "../../live/liveStore.ts";
import { createUnassignedTrackers, withTrackers } from "./unassignedTrackers.ts";

const tracker = (guid: string): Tracker =>
  ({ id: `id of ${guid}`, guid, name: guid, lat: 51, lon: 7, lastUpdated: null, sections: [] }) as unknown as Tracker;
const update = (guid: string, given: Partial<LocationUpdate> = {}): LocationUpdate =>
  ({
    guid,
    pulseAssetGuid: null,
    trackerId: `id of ${guid}`,
    lat: 52,
    lon: 8,
    lastUpdated: "2026-11-20T13:05:00.000Z",
    sections: [],
    room: null,
    ...given,
  }) as LocationUpdate;

it("trackers without an asset move with their own updates only", () => {
  const loose = createUnassignedTrackers();
  loose.load([tracker("t")]);
  expect(loose.apply([update("t"), update("somebody else's")])).toBe(false);
  expect(loose.positions.get("t")).toMatchObject({ lat: 52, lon: 8 });
  expect(loose.positions.all().size).toBe(1);
});

it("a tracker that now has an asset causes a new request", () => {
  const loose = createUnassignedTrackers();
  loose.load([tracker("t")]);
  expect(loose.apply([update("t", { pulseAssetGuid: "asset" })])).toBe(true);
});

it("assets and trackers are shown together, and changes of trackers are reported", () => {
  const assets = createLiveStore();
  const loose = createUnassignedTrackers();
  const both = withTrackers(assets, loose.positions);
  const told = vi.fn();
  const stop = both.subscribe(told);
  loose.load([tracker("t")]);
  expect([...both.all().keys()]).toEqual(["t"]);
  expect(both.get("t")?.name).toBe("t");
  expect(told).toHaveBeenCalledTimes(1);
  loose.clear();
  expect(told).toHaveBeenLastCalledWith([], ["t"]);
  stop();
  loose.load([tracker("t")]);
  expect(told).toHaveBeenCalledTimes(2);
});
