import type { LiveAsset } from "../live/liveStore.ts";

/** A tote that was last heard at the beginning of time, but for what a test changes. */
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
  ...changes,
});
