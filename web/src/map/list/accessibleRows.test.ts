import { expect, it } from "vitest";
import type { LiveAsset } from "../../live/liveStore.ts";
import { accessibleRows } from "./accessibleRows.ts";

const asset = (guid: string, changes: Partial<LiveAsset> = {}): LiveAsset =>
  ({ guid, name: `Tote ${guid}`, lat: 51, lon: 7, floorId: "f", lastUpdatedMs: 1000, ...changes }) as LiveAsset;
const always = (): boolean => true;

it("the accessible list has assets with a position in lists of at most 500, and drops removed ones", () => {
  const place = document.createElement("div");
  const rows = accessibleRows(place, "Assets on the map");
  rows.update([...Array.from({ length: 501 }, (_, nth) => asset(String(nth))), asset("nowhere", { lat: null })], []);
  expect(rows.write(1000, always)).toBe(true);
  expect(place.querySelectorAll("[data-asset-guid]")).toHaveLength(501);
  expect([...place.children].map(({ childElementCount }) => childElementCount)).toEqual([500, 1]);
  rows.update([], ["500"]);
  expect([...place.children].map(({ childElementCount }) => childElementCount)).toEqual([500]);
});

it("the accessible list stops writing when its time is up, and continues with the rest", () => {
  const place = document.createElement("div");
  const rows = accessibleRows(place, "Assets on the map");
  rows.update([asset("a"), asset("b")], []);
  expect(rows.write(1000, () => false)).toBe(false);
  expect(place.querySelectorAll("li")).toHaveLength(1);
  expect(rows.write(1000, () => false)).toBe(true);
  expect(place.querySelectorAll("li")).toHaveLength(2);
});

it("the accessible list updates where an asset is and what it is called", () => {
  const place = document.createElement("div");
  const rows = accessibleRows(place, "Assets on the map");
  const row = (): HTMLElement => place.querySelector<HTMLElement>("[data-asset-guid='a']")!;
  rows.update([asset("a", { location: "Dock $& 1" })], []);
  rows.write(1000, always);
  expect(row().textContent).toContain("Dock $& 1");
  rows.update([asset("a", { name: "Cart $& 7", location: "Hall", lat: 52 })], []);
  rows.write(1000, always);
  expect(row().textContent).toContain("Cart $& 7");
  expect(row().textContent).toContain("Hall");
  expect(row().dataset["lat"]).toBe("52");
});
