import { z } from "zod";
import { TimeInput } from "./fields.ts";

/** What devices say in our own format, only for the API documents: the dialects read devices' messages. */
const Gps = z.object({
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  accuracy: z.number().positive().max(100_000).describe("m"),
  elevation: z.number().min(-1000).max(10_000).optional().describe("m"),
});

const Advert = z.object({
  mac: z.string().describe("In any common notation"),
  rssi: z.number().min(-127).max(20).describe("dBm"),
  at: TimeInput.optional().describe("When it was heard"),
  data: z
    .string()
    .regex(/^([0-9A-Fa-f]{2})*$/)
    .optional()
    .describe("The advert, hex"),
  rangeM: z.number().min(0).max(1000).optional().describe("A measured distance"),
  rangeSdM: z.number().min(0.01).max(1000).optional(),
  azimuthDeg: z.number().min(0).max(360).optional().describe("A measured direction"),
  elevationDeg: z.number().min(-90).max(90).optional(),
  angleSdDeg: z.number().min(0.1).max(180).optional(),
  rssiFiltered: z.boolean().optional().describe("The gateway has smoothed rssi"),
});

const batteryLevel = z.number().min(0).max(100).optional().describe("Percent");

/** As on the wire. */
export const scanExample = {
  msg: "scan",
  at: "2026-11-20T13:05:00.000Z",
  gps: { lat: 51.9001, lon: 4.4002, accuracy: 5, elevation: 0 },
  battery_level: 80,
  adverts: [{ mac: "DD:34:00:00:00:01", rssi: -60, at: "2026-11-20T13:04:59.500Z", data: "041680205A" }],
};

/** `pulse/v1/gateways/{mqtt_guid}/up`, and our own format for POST ingest/scans. */
export const ScanMessage = z
  .object({
    msg: z.literal("scan"),
    at: TimeInput.optional().describe("By the gateway's clock"),
    gps: Gps.optional().describe("Of a mobile gateway"),
    batteryLevel,
    adverts: z.array(Advert),
  })
  .meta({ examples: [scanExample] });

/** `pulse/v1/trackers/{mqtt_guid}/up` */
export const TrackerMessage = z
  .object({ at: TimeInput.optional(), gps: Gps.optional(), batteryLevel, scans: z.array(Advert).optional() })
  .meta({ examples: [{ at: scanExample.at, gps: scanExample.gps, battery_level: 80 }] });
