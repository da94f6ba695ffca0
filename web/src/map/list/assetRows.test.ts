import { expect, it } from "vitest";
import type { LiveAsset } from "../../live/liveStore.ts";
import { aLiveAsset } from "../../test/liveAsset.ts";
import { identifierOf } from "../../mapEngine/assetIdentifier.ts";
import { rowOf } from "./assetRows.ts";
import { staleAfterMs, strengthOf } from "../../mapEngine/assetStatus.ts";

const asset = (changes: Partial<LiveAsset> = {}): LiveAsset => aLiveAsset("a", { name: "Tote TT-1", ...changes });

it("an asset's row has a name without its type, and other names are left whole", () => {
  expect(identifierOf("Pallet jack PJ-014", "Pallet jack")).toBe("PJ-014");
  expect(identifierOf("PJ-014", "Pallet jack")).toBe("PJ-014");
  expect(identifierOf("Totem", "Tote")).toBe("Totem");
});

it("an asset's row is moving until three intervals are missed, then stale", () => {
  expect(rowOf(asset(), staleAfterMs).status).toBe("moving");
  expect(rowOf(asset(), staleAfterMs + 1).status).toBe("stale");
  expect(rowOf(asset({ moving: false }), 0).status).toBe("still");
  expect(rowOf(asset({ lat: null }), 0).status).toBe("never");
});

it("an asset's row reports a battery as low at 20 percent", () => {
  expect(rowOf(asset(), 0).lowBattery).toBe(20);
  expect(rowOf(asset({ batteryLevel: 21 }), 0).lowBattery).toBeNull();
});

it("a stale marker fades from full to 45 percent at the timeout", () => {
  const day = 24 * 3600_000;
  expect(strengthOf(staleAfterMs, 10)).toBe(1);
  expect(strengthOf(10 * day, 10)).toBeCloseTo(0.45, 6);
  expect(strengthOf(60 * 60_000, 10)).toBeGreaterThan(strengthOf(day, 10));
});

it("an asset's row shows the room it is in as its place, and the asset is found by it", () => {
  const packing = { id: "r", name: "Packing", probability: 0.84 };
  const fence = { kind: "geofence" as const, id: "f", name: "Dock" };
  const row = rowOf(asset({ room: packing, sections: [fence] }), 0);
  expect(row.place).toBe("Packing");
  expect(row.places).toContain("Packing");
  expect(rowOf(asset({ room: null, sections: [fence] }), 0).place).toBe("Dock");
});
