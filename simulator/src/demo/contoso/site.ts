import type { DemoSite } from "../model.ts";
import { type AssetGroup, gatewaysOf, populate } from "../population.ts";
import { trackerModels } from "../trackerModels.ts";
import { clinicFloor } from "./clinic.ts";

const SITE_BYTE = 0x03;
const FLOOR = "contoso/floor-1";
const GATEWAYS = [
  { x: 4, y: 8.4 },
  { x: 13, y: 3.4 },
  { x: 19.5, y: 9.6 },
  { x: 27.5, y: 4.4 },
  { x: 25.5, y: 14.6 },
];
const { sensor, badge, slim } = trackerModels;
const worn = { speedMps: 1.1, dwellS: [20, 120], carried: true } as const;
const groups: readonly AssetGroup[] = [
  {
    type: "Wheelchair",
    code: "WH",
    digits: 2,
    model: sensor,
    count: 3,
    at: [{ floor: FLOOR, places: ["Waiting", "Reception", "Store"] }],
  },
  {
    type: "ECG",
    code: "EC",
    digits: 2,
    model: slim,
    count: 3,
    at: [{ floor: FLOOR, places: ["Room 1", "Room 3", "Laboratory"] }],
  },
  {
    type: "Staff badge",
    code: "ST",
    digits: 2,
    model: badge,
    count: 4,
    at: [{ floor: FLOOR, places: ["Reception", "Room 1", "Room 2", "Room 3", "Laboratory", "Staff room", "Corridor"] }],
    roaming: worn,
  },
];

/** The one site of another customer. */
export function baysideClinic(): DemoSite {
  const floor = clinicFloor();
  return {
    key: "contoso",
    name: "Bayside Clinic",
    address: "Oriental Parade",
    lat: -41.29035,
    lon: 174.79222,
    buildings: [{ name: "Clinic", eastM: 0, northM: 0, rotationDeg: -18, floors: [floor] }],
    gateways: gatewaysOf(floor, SITE_BYTE, 1, GATEWAYS, 2.6),
    geofences: [],
    assets: populate([floor], groups, { first: { WH: 1, EC: 1, ST: 1 }, siteByte: SITE_BYTE }, 5),
  };
}
