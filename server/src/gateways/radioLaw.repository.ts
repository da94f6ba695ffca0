import type { RadioModel } from "@pulse/positioning/model/pathLoss";
import { radioOf } from "@pulse/positioning/model/siteModel";
import type { Kysely } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import type { GatewayRow } from "./gateways.repository.ts";

/** The law that fixes use for a gateway, and the calibration of its site that it comes from; null: from none. */
export interface RadioLaw {
  radio: RadioModel;
  version: { number: number; createdAt: Date } | null;
}

/** What a site has learned replaces what a person set for the gateway, here as in the engine. */
export async function radioLawOf(db: Kysely<Database>, row: GatewayRow): Promise<RadioLaw> {
  const active = await db
    .selectFrom("calibrations")
    .select(["version", "created_at", "data"])
    .where("site_id", "=", row.site_id)
    .where("active", "=", true)
    .executeTakeFirst();
  const { id, measured_power: measuredPower, alpha, beta, gamma } = row;
  return {
    radio: radioOf({ id, measuredPower, alpha, beta, gamma }, active?.data.calibration ?? null),
    version: active ? { number: active.version, createdAt: active.created_at } : null,
  };
}
