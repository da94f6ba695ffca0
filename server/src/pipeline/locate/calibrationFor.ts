import { localFrame } from "@pulse/geo/localFrame";
import type { Calibration } from "@pulse/positioning/model/calibration";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { validCalibration } from "../calibration/storedCalibration.ts";
import { anchorsOf, originOf } from "./liveSite.ts";
import { siteRowsRepository } from "./siteRows.repository.ts";

/**
 * The calibration that a site uses, without what was learned about this gateway if it has been moved since, as in the
 * site's model. Null: the site uses none.
 */
export async function calibrationFor(
  db: Kysely<Database>,
  siteId: string,
  gatewayId: string,
): Promise<{ calibration: Calibration; version: number; createdAt: Date } | null> {
  const rows = siteRowsRepository(db);
  const used = await rows.calibration(siteId);
  const site = used && (await rows.site(siteId));
  if (!site) return null;
  const origin = originOf({ site, floors: await rows.floors(siteId) });
  const anchors = anchorsOf(await rows.gateways(siteId, [gatewayId]), localFrame(origin));
  const calibration = validCalibration(used.data, { origin, anchors });
  return { calibration, version: used.version, createdAt: used.created_at };
}
