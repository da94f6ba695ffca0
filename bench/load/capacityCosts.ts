import type { CapacityCosts, CapacityLoad, CapacityRules } from "./capacityModel.ts";

/** Measured by `npm run bench -- capacity` on two cores; the bench says how far it is from them (docs/capacity.md). */
export const capacityCosts: CapacityCosts = {
  // At 5,760 adverts/s of 2,000 tags. What a role costs for each message of the log falls as there are more adverts in it.
  roles: {
    ingest: { idle: 0.01, perTag: 0, perAdvert: 15e-6 },
    locate: { idle: 0.035, perTag: 210e-6, perAdvert: 14e-6 },
    api: { idle: 0.015, perTag: 6e-6, perAdvert: 0 },
    postgres: { idle: 0.035, perTag: 55e-6, perAdvert: 0 },
    nats: { idle: 0.02, perTag: 0, perAdvert: 8e-6 },
  },
  // KKM's JSON, 30 adverts a message; the log keeps it as it came.
  bytesPerAdvert: 145,
  logBytesPerAdvert: 145,
  // docs/coldHistory.md
  bytesPerRow: 674,
  bytesPerColdRow: 38,
  rowsPerMovingS: 0.5,
  rowsPerRestingDay: 50,
};

/** A tag says something once a second and is heard by three gateways; a tenth of the tags move for eight hours a day. */
export const usualLoad = (gateways: number): CapacityLoad => ({
  gateways,
  tags: 10 * gateways,
  advertsPerTagS: 3,
  messagesPerGatewayS: 1,
  movingShare: 0.1,
  movingHours: 8,
});

export const capacityRules: CapacityRules = {
  maxBusy: 0.6,
  maxLocating: 16,
  gatewaysPerCell: 5_000,
  logS: 3600,
  hotMonths: 3,
};
