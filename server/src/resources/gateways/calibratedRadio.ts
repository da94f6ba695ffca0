import type { RadioModel } from "@pulse/positioning/model/pathLoss";
import { radioOf } from "@pulse/positioning/model/placedSite";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { calibrationFor } from "../../pipeline/locate/calibrationFor.ts";
import type { GatewayRow } from "./gateways.repository.ts";

/** The path-loss model that fixes use for a gateway, and the calibration of its site that it comes from; null: from none. */
export interface CalibratedRadio {
  radio: RadioModel;
  version: { number: number; createdAt: Date } | null;
}

/** What a site has learned replaces what a person set for the gateway, here as in the engine. */
export async function calibratedRadioOf(db: Kysely<Database>, row: GatewayRow): Promise<CalibratedRadio> {
  const { id, site_id: siteId, measured_power: measuredPower, alpha, beta, gamma } = row;
  const used = await calibrationFor(db, siteId, id);
  return {
    radio: radioOf({ id, measuredPower, alpha, beta, gamma }, used?.calibration ?? null),
    version: used && { number: used.version, createdAt: used.createdAt },
  };
}
