import type { AnchorTables } from "@pulse/positioning/model/anchorTables";
import type { Calibration } from "@pulse/positioning/model/calibration";
import { threadWork } from "../../platform/runtime/threadWork.ts";
import type { SitePlan } from "./sitePlan.ts";
import type { TablesJob } from "./tablesThread.ts";

export interface SiteTables {
  /** What each gateway of a site would hear from where; undefined: quick enough to compute where it is needed. */
  of(plan: SitePlan, calibration: Calibration | null): Promise<ReadonlyMap<string, AnchorTables> | undefined>;
  close(): Promise<void>;
}

/** Tables of this many gateways without map or walls take about 20 ms on the largest floor. */
const quickGateways = 20;
/** The time for a wall's piece and for a point of a walk test's map, relative to a gateway without either. */
const timesByPiece = 0.05;
const timesByPoint = 1;

/** Computes the tables of large sites in a thread of its own, so that no packet waits until a model is built. */
export function siteTables(): SiteTables {
  const work = threadWork<TablesJob, Map<string, AnchorTables>>(new URL("./tablesThread.ts", import.meta.url));
  return {
    of: async (plan, calibration) => {
      if (effortOf(plan, calibration) <= quickGateways) return undefined;
      return work.run({ plan, calibration });
    },
    close: work.close,
  };
}

/** How long tables take, counted in gateways without map or walls. */
function effortOf({ anchors, walls }: SitePlan, calibration: Calibration | null): number {
  const pieces = new Map<string, number>();
  for (const { floor, points } of walls) pieces.set(floor, (pieces.get(floor) ?? 0) + points.length - 1);
  let effort = 0;
  for (const { id, floor } of anchors) {
    const beyond = Object.values(calibration?.map?.beyond?.[id] ?? {});
    const points = [calibration?.map?.gateways[id], ...beyond].reduce((sum, of) => sum + (of?.x.length ?? 0), 0);
    effort += 1 + timesByPiece * (pieces.get(floor) ?? 0) + timesByPoint * points;
  }
  return effort;
}
