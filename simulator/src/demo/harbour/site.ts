import type { DemoSite } from "../model.ts";
import { gatewaysOf, populate } from "../population.ts";
import { harbourGroups } from "./assets.ts";
import { harbourFloor1 } from "./floor1.ts";
import { BLOCK_M, MARGIN } from "./hall.ts";
import { harbourMezzanine } from "./mezzanine.ts";
import { roomFence } from "../roomFence.ts";

const SITE_BYTE = 0x01;
// Positions in the drawing's own metres, the hall's north-west corner at (0, 0); chosen by a search for good accuracy.
const FLOOR_1: readonly (readonly [number, number, number?])[] = [
  [5, 4.2, 2.8],
  [22, 6.2],
  [38.6, 12.6],
  [40.6, 6.4],
  [24.6, 17.4],
  [46.6, 21.2],
  [50.6, 0.8, 3.4],
  [60.2, 5, 3.4],
  [4.4, 21.6],
  [0.7, 35.6],
  [26.6, 31],
  [54.2, 21.8],
];
const MEZZANINE: readonly (readonly [number, number])[] = [
  [9, 4.2],
  [10.6, 1],
  [15.6, 12.2],
  [20, 8],
  [30.6, 0.8],
  [35, 10.6],
  [42.6, 5],
  [11.6, 14.6],
  [2, 19],
  [16.6, 24.4],
  [2.6, 29],
  [8.8, 36],
];

/** Northwind's warehouse on the quay, turned slightly away from north. */
export function harbourWarehouse(): DemoSite {
  const floor1 = harbourFloor1();
  const mezzanine = harbourMezzanine();
  const onImage = ([u, v, z]: readonly [number, number, number?]) => ({
    x: u + MARGIN.left,
    y: v + MARGIN.top + BLOCK_M,
    ...(z === undefined ? {} : { z }),
  });
  return {
    key: "harbour",
    name: "Harbour Warehouse",
    address: "Quay Road, Eastern Basin",
    lat: -36.84268,
    lon: 174.77441,
    buildings: [{ name: "Warehouse", eastM: 0, northM: 0, rotationDeg: -4.4, floors: [floor1, mezzanine] }],
    gateways: [
      ...gatewaysOf(floor1, SITE_BYTE, 1, FLOOR_1.map(onImage), 4),
      ...gatewaysOf(mezzanine, SITE_BYTE, 13, MEZZANINE.map(onImage), 2.8),
    ],
    geofences: [
      roomFence(floor1, "Cold store", "Cold chain", 10),
      roomFence(floor1, "Charging", "Charging bays", null),
      roomFence(floor1, "Quarantine", "Quarantine area", 5),
      {
        name: "Loading bay 3",
        floor: floor1.key,
        shape: { centre: { x: 35, y: 41 }, radiusM: 4.5 },
        exitTimeoutMin: 2,
      },
      roomFence(mezzanine, "Print and labels", "Label printers", null),
    ],
    assets: populate(
      [floor1, mezzanine],
      harbourGroups,
      { first: { PJ: 2, FL: 1, TG: 1, SC: 11, TT: 403, RC: 105, LP: 2 }, siteByte: SITE_BYTE },
      41,
    ),
  };
}
