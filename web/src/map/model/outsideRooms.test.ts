import type { FloorPlan } from "@pulse/contract/sites";
import { expect, it } from "vitest";
import { texts } from "../../text/translate.ts";
import { outsideRooms } from "./outsideRooms.ts";

const plans = [
  { id: "drawn", name: "Floor 1", rooms: [{ id: "r" }] },
  { id: "bare", name: "Cellar", rooms: [] },
] as unknown as FloorPlan[];
const placeOf = (floorId: string | null, nearest: string | null) => outsideRooms({ floorId, nearest }, plans, texts.t);

it("a thing outside all rooms is on its floor where rooms are drawn, and near a gateway only where none are", () => {
  expect(placeOf("drawn", "G-05")).toBe("Floor 1");
  expect(placeOf("bare", "G-05")).toBe("Near G-05");
  expect(placeOf(null, "G-05")).toBe("Near G-05");
  expect(placeOf("bare", null)).toBe("–");
});
