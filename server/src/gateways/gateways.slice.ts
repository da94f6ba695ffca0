import type { Parts } from "../parts.ts";
import { gatewaysRepository } from "./gateways.repository.ts";
import { gatewaysRoutes } from "./gateways.routes.ts";
import { gatewaysService } from "./gateways.service.ts";

/** Gateways; what is known of them now is asked of the process that they speak to. */
export function gatewaysSlice(parts: Pick<Parts, "context" | "db" | "bus" | "mqtt" | "now">): void {
  gatewaysRoutes(parts.context, gatewaysService({ ...parts, gateways: gatewaysRepository(parts.db) }));
}
