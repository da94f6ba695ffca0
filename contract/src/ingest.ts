import { z } from "zod";
import { scanExample } from "./deviceMessages.ts";
import { endpoint } from "./endpoint.ts";

export const ScanReceipt = z
  .object({
    /** How many adverts were read, and how much of the message was rejected: adverts, and the gateway's place (`gps`). */
    accepted: z.number().int(),
    rejected: z.number().int(),
    /** How often a mobile gateway of this site should report its place, and how much longer a place is valid, ms. */
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
  // The gateway's dialect reads it, not a schema: it need not be JSON at all.
  body: z.unknown().meta({
    description: "The maker's own message as over MQTT, or ours as in the example; at most 1 MB",
    examples: [scanExample],
  }),
  content: ScanReceipt,
  status: 202,
});
