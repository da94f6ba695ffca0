import type { Dependencies } from "../dependencies.ts";
import { deviceRequestsRepository } from "./deviceRequests.repository.ts";
import { deviceRequestsRoutes } from "./deviceRequests.routes.ts";
import { deviceRequestsService } from "./deviceRequests.service.ts";

/** Requests to gateways and trackers: settings and ringing. */
export function deviceRequestsSlice({ context, db, now }: Pick<Dependencies, "context" | "db" | "now">): void {
  deviceRequestsRoutes(context, deviceRequestsService({ requests: deviceRequestsRepository(db), now }));
}
