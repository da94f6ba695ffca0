import type { Parts } from "../parts.ts";
import { trackersRepository } from "./trackers.repository.ts";
import { trackersRoutes } from "./trackers.routes.ts";
import { trackersService } from "./trackers.service.ts";

/** Trackers: their kinds, and the credentials with which they speak for themselves. */
export function trackersSlice(parts: Pick<Parts, "context" | "db" | "mqtt">): void {
  const { context, db, mqtt } = parts;
  trackersRoutes(context, trackersService({ trackers: trackersRepository(db), mqtt }));
}
