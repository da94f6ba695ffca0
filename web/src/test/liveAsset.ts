import type { AssetLive } from "@pulse/contract/assets";
import type { LiveAsset } from "../live/liveStore.ts";

/** A tote last heard at the beginning of time, with a test's changes. */
export const aLiveAsset = (guid: string, changes: Partial<LiveAsset> = {}): LiveAsset => ({
  assetId: guid,
  guid,
  name: `Tote ${guid}`,
  type: "Tote",
  imageUrl: null,
  lat: 1,
  lon: 1,
  location: null,
  floorId: "1",
  accuracy: 2,
  lastUpdatedMs: 0,
  nearestHardware: "G-01",
  nearestHardwareGuid: null,
  nearestHardwareDis: 1,
  signalStrength: null,
  room: null,
  batteryLevel: 20,
  trackerId: null,
  sections: [],
  moving: true,
  headingDeg: null,
  steppedAtMs: null,
  eastM: 0,
  northM: 0,
  ...changes,
});

/** An asset as the server lists it, heard just now. */
export const listedAsset = (nth: number, changes: Partial<AssetLive> = {}): AssetLive => ({
  assetId: assetId(nth),
  guid: assetId(nth),
  name: `Cart ${nth}`,
  type: "Cart",
  imageUrl: null,
  lat: 51.5,
  lon: 7,
  location: "Hall",
  floorId: null,
  accuracy: 2,
  lastUpdated: new Date().toISOString(),
  nearestHardware: null,
  nearestHardwareGuid: null,
  nearestHardwareDis: null,
  signalStrength: null,
  room: null,
  batteryLevel: null,
  moving: false,
  trackerId: null,
  sections: [],
  ...changes,
});

const assetId = (nth: number): string => `0198c1b2-0007-7000-8000-${String(nth).padStart(12, "0")}`;
