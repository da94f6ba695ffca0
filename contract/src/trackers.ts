import { z } from "zod";
import { Position } from "./assets.ts";
import { endpoint } from "./endpoint.ts";
import { Id, Mechanism, Time, TimeInput } from "./fields.ts";
import { MqttCredentials } from "./gateways.ts";

/** A kind of tracker, and what can be asked of one (shapes S8). */
export const TrackerType = z
  .object({
    id: Id,
    type: z.string(),
    name: z.string(),
    capabilities: z.object({ ring: z.boolean(), deviceConfig: z.boolean() }),
  })
  .meta({ id: "TrackerType" });
export type TrackerType = z.infer<typeof TrackerType>;

const params = z.object({ id: Id });

export const listTrackerTypes = endpoint({
  id: "listTrackerTypes",
  method: "GET",
  path: "/api/v3/trackers/types",
  tag: "Trackers",
  summary: "The kinds of trackers that a customer may have",
  access: { all: [{ area: "identifier_management", letter: "r" }] },
  scope: "customer",
  content: z.array(TrackerType),
});

export const createTrackerCredentials = endpoint({
  id: "createTrackerCredentials",
  method: "POST",
  path: "/api/v3/trackers/:id/mqtt-credentials",
  tag: "Trackers",
  summary: "A new MQTT password, shown once; the old one ends at once and its connection is closed",
  access: { all: [{ area: "identifier_management", letter: "u" }] },
  params,
  content: MqttCredentials,
});

/** Why a tracker is where it is (shapes S14). RSSI and residuals in dBm and dB, distances in metres. */
export const ExplainedPosition = z
  .object({
    timestamp: Time,
    trackerId: Id,
    mechanism: z.union([Mechanism, z.literal("GPS")]),
    fix: Position,
    /** Before the filter that calms the display. */
    raw: z.object({ lat: z.number(), lon: z.number(), accuracy: z.number() }),
    floors: z.array(z.object({ floorId: Id, name: z.string(), probability: z.number() })),
    gateways: z.array(
      z.object({
        hardwareId: Id,
        name: z.string(),
        rssi: z.number(),
        expectedRssi: z.number().nullable(),
        residual: z.number().nullable(),
        distance: z.number().nullable(),
        weight: z.number(),
        used: z.boolean(),
        reason: z.string().nullable(),
      }),
    ),
    decisions: z.array(z.object({ step: z.string(), text: z.string() })),
  })
  .meta({ id: "ExplainedPosition" });
export type ExplainedPosition = z.infer<typeof ExplainedPosition>;

export const explainTracker = endpoint({
  id: "explainTracker",
  method: "GET",
  path: "/api/v3/trackers/:id/explain",
  tag: "Trackers",
  summary: "Why a tracker is where it is; the last fix alone is kept. For people with the developer tools",
  access: { all: [{ area: "identifier_management", letter: "r" }] },
  // The developer tools are turned on for a person.
  principals: ["person"],
  params,
  query: z.object({ at: TimeInput.optional() }),
  content: ExplainedPosition,
});
