import type { DemoSite } from "../model.ts";
import { gatewaysOf, populate } from "../population.ts";
import { harbourGroups } from "./assets.ts";
import { BLOCK_M, harbourFloor1, MARGIN } from "./floor1.ts";
import { harbourMezzanine } from "./mezzanine.ts";

const SITE_BYTE = 0x01;
/** Positions in the drawing's own metres, the hall's north-west corner at (0, 0). */
const FLOOR_1: readonly (readonly [number, number, number?])[] = [
  [15, 4.2, 2.8],
  [22, 2.2],
  [31.4, 9.8],
  [41, 2.2],
  [24.5, 17.4],
  [38.6, 17.4],
  [49.6, 0.8, 3.4],
  [60.2, 5, 3.4],
  [8.4, 21.6],
  [4, 32],
  [30.1, 31],
  [50.2, 26],
];
const MEZZANINE: readonly (readonly [number, number])[] = [
  [3, 4.2],
  [14.6, -3],
  [6, 12],
  [20, 4.6],
  [30.6, 0.8],
  [31, 10.8],
  [42.6, 5],
  [15.6, 13.6],
  [2, 19],
  [13, 24.4],
  [2.6, 29],
  [12.8, 36.8],
];

/** Northwind's warehouse on the quay, turned a little against north. */
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
    buildings: [{ name: "Warehouse", eastM: 0, northM: 0, rotationDeg: 355.6, floors: [floor1, mezzanine] }],
    gateways: [
      ...gatewaysOf(floor1, SITE_BYTE, 1, FLOOR_1.map(onImage), 4),
      ...gatewaysOf(mezzanine, SITE_BYTE, 13, MEZZANINE.map(onImage), 2.8),
    ],
    assets: populate(
      [floor1, mezzanine],
      harbourGroups,
      { first: { PJ: 2, FL: 1, TG: 1, SC: 11, TT: 403, RC: 105, LP: 2 }, siteByte: SITE_BYTE },
      41,
    ),
  };
}
