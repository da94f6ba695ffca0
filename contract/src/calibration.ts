import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, Time, TimeInput } from "./fields.ts";

/** A walk test's limits: the fewest points of a fit, and how long a tracker stands at each. */
export const walkTestLimits = { minPoints: 8, shortestS: 10, longestS: 15 * 60 } as const;

/** Horizontal error on points held back from a fit, metres. */
const HeldBackError = z.object({ meanM: z.number(), medianM: z.number(), p90M: z.number() });

export const CalibrationVersion = z
  .object({
    version: z.number().int(),
    /** 1 from traffic, 2 from a walk test, 3 with a map of the path-loss law's residuals. */
    level: z.number().int().min(1).max(3),
    source: z.enum(["traffic", "survey"]),
    active: z.boolean(),
    createdAt: Time,
    createdBy: z.string(),
    /** The path-loss law: exponent, dB added to every gateway's power, dB of scatter, dB between tags. */
    exponent: z.number(),
    powerShiftDb: z.number(),
    shadowSdDb: z.number(),
    tagOffsetSdDb: z.number(),
    /** Error before and after, on points held back from the fit; null if the true places are unknown. */
    heldBack: z.object({ points: z.number().int(), before: HeldBackError, after: HeldBackError }).nullable(),
    /** Mean log likelihood (nats) of held-back traffic before and after; null for a survey. */
    evidence: z.object({ windows: z.number().int(), before: z.number(), after: z.number() }).nullable(),
  })
  .meta({ id: "CalibrationVersion" });
export type CalibrationVersion = z.infer<typeof CalibrationVersion>;

export const CalibrationPoint = z
  .object({
    id: Id,
    floorId: Id,
    lat: z.number(),
    lon: z.number(),
    trackerId: Id,
    trackerName: z.string(),
    trackerType: z.string(),
    start: Time,
    /** Null: a reference beacon, which stands there permanently. */
    end: Time.nullable(),
    /** Gateways that heard it, and how many packets; 0 for a reference beacon, which is read when a fit needs it. */
    gateways: z.number().int(),
    packets: z.number().int(),
    createdAt: Time,
    /**
     * Since when a reference beacon's place has mostly been outside its fixes' circles, how far off they are, m (null: on
     * another floor), and the cause its levels suggest: a gateway that hears it changed, its own strength changed, or it
     * was moved; null: none. Fits leave such a beacon out, unless a gateway is the cause.
     */
    drift: z
      .object({ since: Time, offM: z.number().nullable(), cause: z.enum(["gateway", "strength", "moved"]).nullable() })
      .nullable(),
  })
  .meta({ id: "CalibrationPoint" });
export type CalibrationPoint = z.infer<typeof CalibrationPoint>;

/** Whether a fit uses a point: not a reference beacon that may have left its place. If a gateway is to blame, it has not. */
export function isFitted({ drift }: Pick<CalibrationPoint, "drift">): boolean {
  return drift === null || (drift.cause === "gateway" && drift.offM !== null);
}

export const SiteCalibration = z
  .object({
    /** 0: the defaults. */
    level: z.number().int().min(0).max(3),
    activeVersion: z.number().int().nullable(),
    /** Whether the site keeps learning from its traffic and its reference beacons; false once a person chose a version. */
    selfCalibrating: z.boolean(),
    versions: z.array(CalibrationVersion),
    points: z.array(CalibrationPoint),
    /** Gateways that hear the reference beacons differently than before while others do not; dB above (+) or below. */
    changedGateways: z.array(z.object({ id: Id, name: z.string(), shiftDb: z.number() })),
  })
  .meta({ id: "SiteCalibration" });
export type SiteCalibration = z.infer<typeof SiteCalibration>;

const params = z.object({ id: Id });
const access = { all: [{ area: "site_management", letter: "u" }] } as const;
const tag = "Calibration";

export const getCalibration = endpoint({
  id: "getCalibration",
  method: "GET",
  path: "/api/v3/sites/:id/calibration",
  tag,
  summary: "What a site has learned of its own radio: level, versions with their error before and after, points",
  access,
  params,
  content: SiteCalibration,
});

export const NewCalibrationPoint = z.object({
  floorId: Id,
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  trackerId: Id,
  start: TimeInput,
  end: TimeInput.nullable().optional(),
});
export type NewCalibrationPoint = z.infer<typeof NewCalibrationPoint>;

export const addCalibrationPoint = endpoint({
  id: "addCalibrationPoint",
  method: "POST",
  path: "/api/v3/sites/:id/calibration/points",
  tag,
  summary:
    "A tracker stood here from start to end (10 s to 15 min); without an end it is a reference beacon, and a tracker can be only one",
  access,
  params,
  body: NewCalibrationPoint,
  content: CalibrationPoint,
  status: 201,
});

export const deleteCalibrationPoint = endpoint({
  id: "deleteCalibrationPoint",
  method: "DELETE",
  path: "/api/v3/sites/:id/calibration/points/:pointId",
  tag,
  summary: "Deletes a point; versions already fitted to it are kept",
  access,
  params: params.extend({ pointId: Id }),
  content: SiteCalibration,
});

export const fitCalibration = endpoint({
  id: "fitCalibration",
  method: "POST",
  path: "/api/v3/sites/:id/calibration/fit",
  tag,
  summary:
    "Fits the site to its points, without reference beacons that are off their places; the result is used if it is better on points held back",
  access,
  params,
  content: z.object({
    taken: z.boolean(),
    reason: z.string(),
    /** Why not: at too few points a gateway of the same floor heard the tracker, or it was no better; null: it was taken. */
    cause: z.enum(["few_points", "no_better"]).nullable(),
    /**
     * Points where a gateway of the same floor heard the tracker, which has not been moved since; a reference beacon if
     * it is at its place and was heard in the last minutes.
     */
    heardPoints: z.number().int(),
    calibration: SiteCalibration,
  }),
});

export const setActiveCalibration = endpoint({
  id: "setActiveCalibration",
  method: "PUT",
  path: "/api/v3/sites/:id/calibration/active",
  tag,
  summary:
    "Switches to a version, or with 0 or null to the defaults; the site then stays with it unless self_calibrating says otherwise",
  access,
  params,
  body: z.object({
    version: z.number().int().min(0).max(2_147_483_647).nullable(),
    selfCalibrating: z.boolean().optional(),
  }),
  content: SiteCalibration,
});
