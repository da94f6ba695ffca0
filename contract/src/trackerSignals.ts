import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Guid, Id, Time, TimeInput } from "./fields.ts";
import { Heard } from "./gatewayReports.ts";

/** How strongly one gateway heard a tracker during a period; dBm. */
export const Sighting = z
  .object({
    timestamp: Time,
    hardwareId: Id,
    hardwareGuid: Guid,
    hardwareName: z.string(),
    rssi: z.number(),
    rssiMin: z.number().int(),
    rssiMax: z.number().int(),
    count: z.number().int(),
  })
  .meta({ id: "Sighting" });
export type Sighting = z.infer<typeof Sighting>;

/** What a tracker said about itself. */
export const Telemetry = z
  .object({
    timestamp: Time,
    batteryLevel: z.number().int().nullable(),
    batteryMv: z.number().int().nullable(),
    temperature: z.number().nullable(),
    humidity: z.number().nullable(),
    moving: z.boolean().nullable(),
    button: z.string().nullable(),
  })
  .meta({ id: "Telemetry" });
export type Telemetry = z.infer<typeof Telemetry>;

const params = z.object({ id: Id });
const readTrackers = { all: [{ area: "identifier_management", letter: "r" }] } as const;
const span = z.object({ startTimeUtc: TimeInput.optional(), endTimeUtc: TimeInput.optional() });

export const listHeardTrackers = endpoint({
  id: "listHeardTrackers",
  method: "GET",
  path: "/api/v3/trackers/heard",
  tag: "Trackers",
  summary: "The beacons that a site's gateways hear and that are not onboarded, newest first",
  access: readTrackers,
  scope: "site",
  query: z.object({ siteId: Id.optional() }),
  content: z.array(Heard),
});

export const listTrackerSightings = endpoint({
  id: "listTrackerSightings",
  method: "GET",
  path: "/api/v3/trackers/:id/sightings",
  tag: "Trackers",
  summary: "How strongly each gateway heard a tracker in a span, thinned to a few hundred moments",
  access: readTrackers,
  params,
  query: span,
  content: z.array(Sighting),
});

export const listTrackerTelemetry = endpoint({
  id: "listTrackerTelemetry",
  method: "GET",
  path: "/api/v3/trackers/:id/telemetry",
  tag: "Trackers",
  summary: "What a tracker reported about itself in a span, oldest first, thinned to a few thousand moments",
  access: readTrackers,
  params,
  query: span,
  content: z.array(Telemetry),
});
