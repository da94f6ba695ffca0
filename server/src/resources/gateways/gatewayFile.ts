import { importColumns } from "@pulse/contract/importHeaders";
import type { FastifyReply } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { csvName, type CsvValue, sendCsv, zonedTime } from "../../platform/http/csv.ts";
import { seesElevation, type Viewer } from "../../platform/http/viewer.ts";
import { placesOf } from "../../pipeline/places/places.ts";
import { gatewaysRepository } from "./gateways.repository.ts";
import { seesMobile } from "./mobileAccess.ts";

/** The columns of the import (shapes S14), so that the file can be imported again as it is. */
const columns = importColumns.hardwares;

/** Sends the gateways of a site as CSV; what nobody has set is empty. */
export async function sendGatewayFile(
  db: Kysely<Database>,
  reply: FastifyReply,
  { viewer, siteId, nowMs }: { viewer: Viewer; siteId: string; nowMs: number },
): Promise<FastifyReply> {
  const gateways = gatewaysRepository(db);
  const found = await gateways.ofSite(siteId, {});
  const places = await placesOf(db, siteId, []);
  const shown = columns.filter((column) => column !== "z" || seesElevation(viewer));
  const rows = found
    .filter(({ mobile }) => !mobile || seesMobile(viewer))
    .map((row): CsvValue[] => {
      const [building, floor] = places.sections(row.floor_id);
      const { name, hardware_type, mac, lat, lon, z, alpha, beta, gamma, measured_power, anchor_snap_radius } = row;
      const values = {
        name,
        hardware_type,
        mac,
        lat,
        lon,
        z,
        alpha,
        beta,
        gamma,
        measured_power,
        anchor_snap_radius,
        building: building?.name ?? null,
        floor: floor?.name ?? null,
      };
      return shown.map((column) => values[column]);
    });
  const today = new Date(nowMs);
  const name = csvName("hardwares", await gateways.siteName(siteId), today, today);
  return sendCsv(reply, { name, columns: shown, time: zonedTime("UTC") }, rows);
}
