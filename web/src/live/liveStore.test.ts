import type { AssetLive } from "@pulse/contract/assets";
import type { LocationUpdate } from "@pulse/contract/live";
import { describe, expect, it } from "vitest";
import { createLiveStore, isPlaced } from "./liveStore.ts";

const at = (second: number): string => new Date(Date.UTC(2026, 10, 20, 13, 0, second)).toISOString();
const floor = "0198c1b2-0000-7000-8000-00000000f001";

const asset = (guid: string, changes: Partial<AssetLive> = {}): AssetLive => ({
  assetId: guid,
  guid,
  name: `Tote ${guid}`,
  type: "Tote",
  imageUrl: null,
  lat: -36.84,
  lon: 174.77,
  location: "Warehouse · Floor 1",
  floorId: floor,
  accuracy: 2,
  lastUpdated: at(0),
  nearestHardware: "G-01",
  nearestHardwareGuid: null,
  nearestHardwareDis: 3,
  signalStrength: -60,
  room: null,
  batteryLevel: 80,
  moving: false,
  trackerId: null,
  sections: [],
  ...changes,
});
const update = (guid: string | null, changes: Partial<LocationUpdate> = {}): LocationUpdate => ({
  guid: "tracker",
  pulseAssetGuid: guid,
  assetId: null,
  trackerId: "tracker",
  lat: -36.84,
  lon: 174.77,
  floorId: floor,
  accuracy: 1.5,
  nearestHardware: "G-02",
  nearestHardwareGuid: null,
  nearestHardwareDis: 1,
  signalStrength: -55,
  room: null,
  batteryLevel: null,
  lastUpdated: at(1),
  sections: [
    { kind: "building", id: "b", name: "Warehouse" },
    { kind: "floor", id: floor, name: "Floor 1" },
  ],
  ...changes,
});

describe("the live store", () => {
  it("the live store moves an asset when its tracker's position arrives", () => {
    const store = createLiveStore();
    store.load([asset("a"), asset("b")]);
    store.apply([update("a", { lat: -36.8401, lastUpdated: at(2) })]);
    expect(store.get("a")).toMatchObject({ lat: -36.8401, accuracy: 1.5, nearestHardware: "G-02", moving: true });
    expect(store.get("a")?.location).toBe("Warehouse · Floor 1");
    expect(store.get("b")?.lat).toBe(-36.84);
  });

  it("the live store knows the heading of an asset whose positions are polled", () => {
    const store = createLiveStore();
    for (let second = 0; second <= 20; second += 5)
      store.load([asset("a", { lat: -36.84 + second * 1e-5, lastUpdated: at(second), moving: true })]);
    expect(store.get("a")).toMatchObject({ moving: true, headingDeg: 0 });
    const before = store.get("a");
    store.load([asset("a", { lat: -36.84 + 20 * 1e-5, lastUpdated: at(20), moving: true })]);
    expect(store.get("a")).toBe(before);
  });

  it("the live store notifies its listeners once for a batch, with what changed in it", () => {
    const store = createLiveStore();
    store.load([asset("a"), asset("b"), asset("c")]);
    const heard: string[][] = [];
    store.subscribe((changed) => heard.push(changed.map(({ guid }) => guid)));
    store.apply([update("a"), update("b")]);
    expect(heard).toEqual([["a", "b"]]);
  });

  it("the live store ignores older positions, unlinked trackers and unknown assets", () => {
    const store = createLiveStore();
    store.load([asset("a", { lastUpdated: at(10) })]);
    let notifications = 0;
    store.subscribe(() => notifications++);
    store.apply([update("a", { lat: 1, lastUpdated: at(9) }), update(null), update("stranger")]);
    expect(notifications).toBe(0);
    expect(store.get("a")?.lat).toBe(-36.84);
  });

  it("the live store keeps a battery level that a new position does not include", () => {
    const store = createLiveStore();
    store.load([asset("a", { batteryLevel: 12 })]);
    store.apply([update("a")]);
    expect(store.get("a")?.batteryLevel).toBe(12);
  });

  it("the live store keeps newer positions from the socket when the first answer is older", () => {
    const store = createLiveStore();
    store.load([asset("a")]);
    store.apply([update("a", { lat: -36.9, lastUpdated: at(30) })]);
    store.load([asset("a", { lastUpdated: at(20), name: "Tote renamed" })]);
    expect(store.get("a")).toMatchObject({ lat: -36.9, name: "Tote renamed" });
  });

  it("the live store reports only what is different or removed in a second answer", () => {
    const store = createLiveStore();
    store.load([asset("a"), asset("b"), asset("c")]);
    const heard: unknown[] = [];
    store.subscribe((changed, removed) => heard.push([changed.map(({ name }) => name), removed]));
    store.load([asset("a"), asset("b", { name: "Tote renamed" }), asset("d")]);
    expect(heard).toEqual([[["Tote renamed", "Tote d"], ["c"]]]);
    store.load([asset("a"), asset("b", { name: "Tote renamed" }), asset("d")]);
    expect(heard).toHaveLength(1);
  });

  it("the live store returns unknown assets once it knows the site", () => {
    const store = createLiveStore();
    expect(store.apply([update("stranger")])).toEqual([]);
    store.load([asset("a")]);
    expect(store.apply([update("a"), update(null), update("stranger")])).toEqual(["stranger"]);
  });

  it("the live store shows a revisited site as it was, until an answer arrives", () => {
    const store = createLiveStore();
    store.load([asset("a")]);
    store.leave("1");
    expect(store.all().size).toBe(0);
    store.enter("1");
    expect(store.get("a")).toMatchObject({ name: "Tote a" });
    expect(store.newestMs()).toBe(Date.parse(at(0)));
    store.load([asset("b")]);
    expect([...store.all().keys()]).toEqual(["b"]);
  });

  it("the live store shows nothing of another site, nor of any after a sign-out", () => {
    const store = createLiveStore();
    store.load([asset("a")]);
    store.leave("1");
    store.enter("2");
    expect(store.all().size).toBe(0);
    store.leave("2");
    store.enter("1");
    expect(store.all().size).toBe(0);
    store.load([asset("a")]);
    store.leave("1");
    store.clear();
    store.enter("1");
    expect(store.all().size).toBe(0);
    expect(store.newestMs()).toBeNull();
  });

  it("the live store treats an asset at exactly 0,0 as not placed", () => {
    const store = createLiveStore();
    store.load([asset("a", { lat: 0, lon: 0 }), asset("b", { lat: null, lon: null, lastUpdated: null })]);
    expect([...store.all().values()].map(isPlaced)).toEqual([false, false]);
  });
});
