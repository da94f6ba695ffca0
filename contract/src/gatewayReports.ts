import { z } from "zod";
import { TimeZone } from "./timeZone.ts";
import { TrackerIdentity } from "./trackerIdentities.ts";
import { endpoint } from "./endpoint.ts";
import { Id, Mac, QueryBoolean, Time } from "./fields.ts";
import { spanQuery } from "./page.ts";

export const GatewayMessageRecord = z
  .object({
    receivedAt: Time,
    topic: z.string(),
    payload: z.string(),
    decoded: z.boolean(),
    error: z.string().nullable(),
  })
  .meta({ id: "GatewayMessage" });
export type GatewayMessageRecord = z.infer<typeof GatewayMessageRecord>;

/** How a gateway heard one tracker during ten seconds; distance in metres. */
export const HardwareAssetHistoryEntry = z
  .object({
    identifierName: z.string(),
    trackerId: Id,
    assetName: z.string().nullable(),
    assetId: Id.nullable(),
    rssi: z.number(),
    distance: z.number(),
    timestamp: Time,
  })
  .meta({ id: "HardwareAssetHistoryEntry" });
export type HardwareAssetHistoryEntry = z.infer<typeof HardwareAssetHistoryEntry>;

/** A device that was heard and belongs to nobody yet (shapes S8). */
export const Heard = z
  .object({
    mac: Mac,
    /** Its address, and what its adverts show besides that. */
    identities: z.array(TrackerIdentity),
    /** A beacon's kind of frame, or a gateway's dialect. */
    kind: z.string(),
    name: z.string().nullable(),
    /** dBm, of the last advert; null: a gateway, which is not heard by radio. */
    rssi: z.number().int().nullable(),
    hardwareId: Id.nullable(),
    hardwareName: z.string().nullable(),
    firstHeardAt: Time,
    lastHeardAt: Time,
    count: z.number().int(),
  })
  .meta({ id: "Heard" });
export type Heard = z.infer<typeof Heard>;

const readHardware = { all: [{ area: "hardware_management", letter: "r" }] } as const;
const params = z.object({ id: Id });
const siteId = Id.optional();

export const listHardwareAssetHistory = endpoint({
  id: "listHardwareAssetHistory",
  method: "GET",
  path: "/api/v3/hardwares/:id/asset-history",
  tag: "Gateways",
  summary: "What a gateway heard in a span, newest first; as CSV with return_file",
  access: readHardware,
  params,
  query: spanQuery.extend({
    siteId,
    returnFile: QueryBoolean.optional(),
    convertToTimezone: TimeZone.optional(),
  }),
  content: z.array(HardwareAssetHistoryEntry),
  paged: true,
  file: ["text/csv"],
});

export const downloadHardwares = endpoint({
  id: "downloadHardwares",
  method: "GET",
  path: "/api/v3/hardwares/download",
  tag: "Gateways",
  summary: "The gateways of a site as CSV, in the columns of the import",
  access: readHardware,
  scope: "site",
  query: z.object({ siteId }),
  content: z.unknown(),
  file: ["text/csv"],
});

export const listHeardHardwares = endpoint({
  id: "listHeardHardwares",
  method: "GET",
  path: "/api/v3/hardwares/heard",
  tag: "Gateways",
  summary: "Gateways that were heard at a site and are not onboarded",
  access: readHardware,
  scope: "site",
  query: z.object({ siteId }),
  content: z.array(Heard),
});

export const listGatewayMessages = endpoint({
  id: "listGatewayMessages",
  method: "GET",
  path: "/api/v3/hardwares/:id/messages",
  tag: "Gateways",
  summary: "The last 100 messages of a gateway, newest first; for users with developer tools",
  access: readHardware,
  // The developer tools are turned on per person.
  principals: ["person"],
  params,
  content: z.array(GatewayMessageRecord),
});
