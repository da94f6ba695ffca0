import type { PlatformDependencies } from "../dependencies.ts";
import { eventCursorRepository } from "./eventCursor.repository.ts";
import { eventsRoutes } from "./events.routes.ts";
import { eventsService } from "./events.service.ts";

/** The stream of events by cursor. */
export function eventsSlice({ context, db }: Pick<PlatformDependencies, "context" | "db">): void {
  eventsRoutes(context, eventsService(eventCursorRepository(db)));
}
