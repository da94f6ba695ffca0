import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const ScanReceipt = z
  .object({
    /** Adverts that were read, and those that were left out of the message. */
    accepted: z.number().int(),
    rejected: z.number().int(),
    /** How often a mobile gateway of this site is to tell its place, and how much longer a place holds, ms. */
    mobileGatewayInterval: z.number().int(),
    mobileGatewayDuration: z.number().int(),
  })
  .meta({ id: "ScanReceipt" });
export type ScanReceipt = z.infer<typeof ScanReceipt>;

export const ingestScans = endpoint({
  id: "ingestScans",
  method: "POST",
  path: "/api/v3/ingest/scans",
  tag: "Ingest",
  summary:
    "What a gateway has heard, for gateways that post over HTTP and mobile gateways. Basic auth with the gateway's mqtt_username and mqtt_password",
  access: "signedIn",
  principals: ["device"],
  // Read by the gateway's dialect, not by a schema: it may be no JSON at all.
  body: z.unknown().meta({
    description: "The maker's own message as over MQTT, or ours as in the example; at most 1 MB",
    examples: [
      {
        msg: "scan",
        at: "2026-11-20T13:05:00.000Z",
        gps: { lat: 51.9001, lon: 4.4002, accuracy: 5, elevation: 0 },
        battery_level: 80,
        adverts: [{ mac: "DD:34:00:00:00:01", rssi: -60, at: "2026-11-20T13:04:59.500Z", data: "041680205A" }],
      },
    ],
  }),
  content: ScanReceipt,
  status: 202,
});
