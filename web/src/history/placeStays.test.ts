import { expect, it } from "vitest";
import { placeStays } from "./placeStays.ts";

const at = (clock: string): string => `2026-11-20T${clock}:00.000Z`;
const row = (from: string, to: string, location: string, accuracy = 3) => ({
  timestamp: at(from),
  endTimestamp: at(to),
  location,
  floorId: "1",
  accuracy,
  nearestHardware: "G-01",
});

it("positions in a row at one place are one stay, from the first to the last", () => {
  const stays = placeStays([
    row("14:36", "14:37", "Cold store", 4),
    row("14:35", "14:36", "Cold store", 2),
    row("14:20", "14:35", "Dock 3"),
    row("14:10", "14:20", "Cold store"),
  ]);
  expect(stays.map(({ location, accuracyM }) => [location, accuracyM])).toEqual([
    ["Cold store", 2],
    ["Dock 3", 3],
    ["Cold store", 3],
  ]);
  expect([stays[0]!.fromMs, stays[0]!.toMs]).toEqual([Date.parse(at("14:35")), Date.parse(at("14:37"))]);
});

it("positions at one place with more than five minutes of silence between them are two stays", () => {
  expect(placeStays([row("14:26", "14:30", "Dock 3"), row("14:00", "14:20", "Dock 3")])).toHaveLength(2);
  expect(placeStays([row("14:25", "14:30", "Dock 3"), row("14:00", "14:20", "Dock 3")])).toHaveLength(1);
});

it("positions with the same words on different floors are different stays", () => {
  const above = { ...row("14:20", "14:30", ""), floorId: "2" };
  expect(placeStays([above, row("14:10", "14:20", "")])).toHaveLength(2);
});
