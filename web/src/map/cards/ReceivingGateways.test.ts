import type { Sighting } from "@pulse/contract/trackerSignals";
import { expect, it } from "vitest";
import { strongestSightings } from "./ReceivingGateways.tsx";

function sighting(hardwareName: string, timestamp: string, rssi: number): Sighting {
  const range = { rssiMin: rssi, rssiMax: rssi, count: 1 };
  return { timestamp, hardwareId: hardwareName, hardwareGuid: hardwareName, hardwareName, rssi, ...range };
}

it("a card lists what each gateway received last, the strongest first", () => {
  const sightings = strongestSightings([
    sighting("G-01", "2026-11-20T10:00:00Z", -50),
    sighting("G-02", "2026-11-20T10:00:00Z", -80),
    sighting("G-01", "2026-11-20T10:00:10Z", -75),
    sighting("G-03", "2026-11-20T10:00:10Z", -61),
  ]);
  expect(sightings.map(({ hardwareName, rssi }) => [hardwareName, rssi])).toEqual([
    ["G-03", -61],
    ["G-01", -75],
    ["G-02", -80],
  ]);
});
