import { expect, it } from "vitest";
import { readUpdates } from "./socket.ts";

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
  sections: [{ kind: "floor", id, name: "Floor 1" }],
};

it("reads the socket's snake_case items", () => {
  expect(readUpdates([wire])).toMatchObject([{ pulseAssetGuid: id, nearestHardwareDis: 4, floorId: id }]);
});

it("drops an item that is not what the contract says and keeps its neighbours", () => {
  expect(readUpdates([{ ...wire, lat: "north" }, null, wire, { guid: 1 }])).toHaveLength(1);
});
