import type { Dependencies } from "../dependencies.ts";
import { notificationsRepository } from "./notifications.repository.ts";
import { notificationsRoutes } from "./notifications.routes.ts";
import { notificationsService } from "./notifications.service.ts";

type NotificationsParts = Pick<Dependencies, "context" | "db" | "bus" | "now">;

/** Tells people what happened. */
export function notificationsSlice({ context, db, bus, now }: NotificationsParts): void {
  const stored = notificationsRepository(db);
  const read = (userId: string, state: { lastFetchedAt: string | null; readIds: string[] }): void =>
    bus.publish("eventsRead", { userId, state });
  notificationsRoutes(context, notificationsService({ stored, now, read }));
}
