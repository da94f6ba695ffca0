import type { DemoSite } from "../model.ts";
import { gatewaysOf, populate } from "../population.ts";
import { harbourGroups } from "./assets.ts";
import { harbourFloor1, MARGIN } from "./floor1.ts";
import { harbourMezzanine } from "./mezzanine.ts";

const SITE_BYTE = 0x01;
/** Positions in the drawing's own metres, the hall's north-west corner at (0, 0). */
const FLOOR_1: readonly (readonly [number, number, number?])[] = [
  [20.5, 6.5, 2.8],
  [30, 2.6],
  [47.7, 12.9],
  [66.5, 2.6],
  [31, 23.2],
  [64, 28.7],
  [79, 1.2, 3.4],
  [93.2, 1.2, 3.4],
  [15, 35.8],
  [8.5, 60.4],
  [47.7, 45.4],
  [82.6, 45.6],
];
const MEZZANINE: readonly (readonly [number, number])[] = [
  [4.4, 5.6],
  [20.6, -2],
  [10.8, 16],
  [27.5, 9.6],
  [46.4, 2],
  [46.4, 15.2],
  [66, 9],
  [22.6, 20.6],
  [3, 29.6],
  [19, 37],
  [4, 44],
  [15, 58.6],
];

/** Northwind's warehouse on the quay, turned a little against north. */
export function harbourWarehouse(): DemoSite {
  const floor1 = harbourFloor1();
  const mezzanine = harbourMezzanine();
  const onImage = ([u, v, z]: readonly [number, number, number?]) => ({
    x: u + MARGIN.left,
    y: v + MARGIN.top + 6,
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
