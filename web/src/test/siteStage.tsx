import type { FloorPlan, Site } from "@pulse/contract/sites";
import { SiteSettings } from "@pulse/contract/sites";
import { CustomerConfig } from "@pulse/contract/customers";
import { placePlan } from "@pulse/geo/floorPlan";
import { fireEvent, screen } from "@testing-library/react";
import { accessStage, ids } from "./accessStage.tsx";

const times = { createdAt: "2026-11-20T10:00:00.000Z", updatedAt: "2026-11-20T10:00:00.000Z" };
export const siteId = ids.warehouse;
export const buildingId = "0198c1b2-0007-7000-8000-000000000001";
export const floorId = "0198c1b2-0008-7000-8000-000000000001";
export const imageId = "0198c1b2-0009-7000-8000-000000000001";
const placement = { northWest: { lat: 51.9, lon: 4.4 }, southEast: { lat: 51.8998, lon: 4.4006 }, rotationDeg: 0 };

export const ground: FloorPlan = {
  id: floorId,
  version: 1,
  name: "Ground",
  level: 0,
  ...placement,
  corners: placePlan(placement).corners,
  ceilingHeightM: 4,
  elevation: 0,
  image: imageId,
  imageUrl: `/api/v3/files/${imageId}`,
  imageWidth: 400,
  imageHeight: 250,
  outline: [placement.northWest, placement.southEast, { lat: 51.8998, lon: 4.4 }],
  walls: [],
  doors: [],
  lifts: [],
  rooms: [],
  siteId,
  buildingId,
  buildingName: "Main",
};

export const warehouse: Site = {
  id: siteId,
  version: 3,
  ...times,
  guid: siteId,
  name: "Harbour Warehouse",
  owner: null,
  lat: 51.9,
  lon: 4.4,
  beaconType: null,
  location: "Rotterdam",
  address: null,
  phone: null,
  username: "site-1",
  customerId: ids.northwind,
  customerName: "Northwind Logistics",
  customerConfig: CustomerConfig.parse({}),
  numMobile: 0,
  numGateway: 24,
  numGatewayOnline: 23,
  numBeacon: 130,
  numAsset: 120,
  numAssetSeen: 120,
  settings: SiteSettings.parse({}),
  underlay: null,
  floorPlans: [ground],
};

/** A stage with a site on it. */
export function siteStage(rights: Parameters<typeof accessStage>[0] = {}) {
  const set = accessStage(rights);
  Object.assign(set.answers, { getSite: () => warehouse, listSites: () => [warehouse] });
  const requestsTo = (id: string) => set.requests.filter((call) => call.id === id);
  return { ...set, requestsTo };
}

/** The input with this label; a star after it marks a required field. */
export function input(label: string, nth = 0): HTMLInputElement {
  return screen.getAllByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`), { selector: "input" })[nth]!;
}

export function fill(label: string, value: string, nth = 0): void {
  fireEvent.change(input(label, nth), { target: { value } });
}
