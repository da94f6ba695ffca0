import type { DemoSite, FloorPoint } from "../model.ts";
import { gatewaysOf, populate } from "../population.ts";
import { hospitalGroups } from "./assets.ts";
import { mainFirst, mainGround, mainSecond } from "./main.ts";
import { pavilionFirst, pavilionGround, pavilionSecond } from "./pavilion.ts";
import { roomFence } from "../roomFence.ts";

const SITE_BYTE = 0x02;
const MAIN: readonly FloorPoint[] = [
  [4, 8],
  [14.5, 3.5],
  [24, 9.3],
  [31, 4.5],
  [39, 13.4],
  [45.5, 5],
  [53, 10],
  [60, 4],
  [20.5, 15],
  [4.2, 19],
  [15, 24],
  [9, 35],
].map(([x = 0, y = 0]) => ({ x, y }));
const PAVILION: readonly FloorPoint[] = [
  [4, 4.5],
  [8.5, 14],
  [14.5, 5],
  [19, 9.5],
  [24.5, 14.5],
  [28.5, 4.5],
  [33.5, 12],
  [37, 5],
  [42, 14.5],
  [45.5, 6],
].map(([x = 0, y = 0]) => ({ x, y }));

/** Northwind's second site: a hospital of two buildings with three floors each. */
export function cityHospital(): DemoSite {
  const main = [mainGround(), mainFirst(), mainSecond()];
  const pavilion = [pavilionGround(), pavilionFirst(), pavilionSecond()];
  return {
    key: "hospital",
    name: "City Hospital",
    address: "Park Road, above the harbour",
    lat: -36.8609,
    lon: 174.7693,
    buildings: [
      { name: "Main building", eastM: 0, northM: 0, rotationDeg: 18, floors: main },
      { name: "Pavilion", eastM: 46, northM: -52, rotationDeg: 0, floors: pavilion },
    ],
    gateways: [
      ...main.flatMap((floor, index) => gatewaysOf(floor, SITE_BYTE, 1 + 12 * index, MAIN, 2.7)),
      ...pavilion.flatMap((floor, index) => gatewaysOf(floor, SITE_BYTE, 37 + 10 * index, PAVILION, 2.7)),
    ],
    geofences: [
      roomFence(main[0]!, "Emergency", "Emergency department", null),
      roomFence(main[0]!, "Pharmacy", "Pharmacy access", 5),
      roomFence(pavilion[1]!, "Neonatal", "Neonatal ward", 10),
    ],
    assets: populate(
      [...main, ...pavilion],
      hospitalGroups,
      { first: { BD: 101, IP: 201, WH: 11, PM: 301, VT: 21, US: 1, CC: 1, ST: 401 }, siteByte: SITE_BYTE },
      77,
    ),
  };
}
