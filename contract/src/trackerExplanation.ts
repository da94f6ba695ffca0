import { z } from "zod";
import { Position } from "./assets.ts";
import { endpoint } from "./endpoint.ts";
import { Id, Mechanism, Time, TimeInput } from "./fields.ts";

/** Why a tracker is where it is (shapes S14). RSSI and residuals in dBm and dB, distances in metres. */
export const ExplainedPosition = z
  .object({
    timestamp: Time,
    trackerId: Id,
    mechanism: z.union([Mechanism, z.literal("GPS")]),
    fix: Position,
    /** Before the filter that smooths the display. */
    raw: z.object({ lat: z.number(), lon: z.number(), accuracy: z.number() }),
    floors: z.array(z.object({ floorId: Id, name: z.string(), probability: z.number() })),
    /** The most probable first. */
    rooms: z.array(z.object({ roomId: Id, name: z.string(), probability: z.number() })),
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
  summary:
    "Why a tracker is where it is, or was at a moment for which sightings are kept. For users with developer tools",
  access: { all: [{ area: "identifier_management", letter: "r" }] },
  // The developer tools are turned on per person.
  principals: ["person"],
  params: z.object({ id: Id }),
  query: z.object({ at: TimeInput.optional() }),
  content: ExplainedPosition,
});
