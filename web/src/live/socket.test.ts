import { expect, it, vi } from "vitest";
import { type LiveEvents, openLive, readUpdates } from "./socket.ts";

const happenings = new Map<string, (message?: unknown) => void>();
const emitted: unknown[][] = [];
const socket = {
  connected: false,
  on: (name: string, happened: (message?: unknown) => void) => void happenings.set(name, happened),
  emit: (...given: unknown[]) => void emitted.push(given.filter((each) => typeof each !== "function")),
};
vi.mock("socket.io-client", () => ({ io: () => socket }));

const id = "0198c1b2-0000-7000-8000-000000000001";
const wire = {
  guid: id,
  pulse_asset_guid: id,
  asset_id: id,
  tracker_id: id,
  lat: 1,
  lon: 2,
  elevation: null,
  floor_id: id,
  accuracy: 3,
  nearest_hardware: "G-01",
  nearest_hardware_guid: id,
  nearest_hardware_dis: 4,
  signal_strength: -60,
  battery_level: 50,
  last_updated: "2026-11-20T13:05:00.000Z",
  room: { id, name: "Cold store 2", probability: 0.92 },
  sections: [{ kind: "floor", id, name: "Floor 1" }],
};

it("the socket's snake_case items are read", () => {
  expect(readUpdates([wire])).toMatchObject([{ pulseAssetGuid: id, nearestHardwareDis: 4, floorId: id }]);
});

it("the socket drops an item that breaks the contract and keeps the others", () => {
  expect(readUpdates([{ ...wire, lat: "north" }, null, wire, { guid: 1 }])).toHaveLength(1);
});

it("the socket reports how far behind the server's picture is, and ignores anything else in its place", () => {
  const delays: number[] = [];
  openLive("site", () => "token", { delayed: (behindMs) => void delays.push(behindMs) } as LiveEvents);
  for (const message of [{ behind_ms: 240_000 }, { behind_ms: -1 }, "late", undefined, { behind_ms: 0 }])
    happenings.get("freshness")?.(message);
  expect(delays).toEqual([240_000, 0]);
});

it("the socket sends the watched area before signing in again after each break", () => {
  const line = openLive("site", () => "token", {} as LiveEvents);
  const connect = (): unknown[][] => {
    socket.connected = true;
    emitted.length = 0;
    happenings.get("connect")?.();
    return emitted;
  };
  expect(connect()).toEqual([["login", "token", "site"]]);
  emitted.length = 0;
  line.watch({ floorIds: [id], box: null, assetIds: [] });
  const expected = ["watch", { floor_ids: [id], box: null, asset_ids: [] }];
  expect(emitted).toEqual([expected]);
  expect(connect()).toEqual([expected, ["login", "token", "site"]]);
  line.watch(null);
  expect(emitted.at(-1)).toEqual(["watch", null]);
  expect(connect()).toEqual([["login", "token", "site"]]);
});
