import { type StreamEvent, type StreamKind, streamLimit } from "@pulse/contract/eventStream";
import type { CursorMetadata } from "@pulse/contract/page";
import { seesElevation, type Viewer } from "../http/viewer.ts";
import type { EventCursorRepository } from "./eventCursor.repository.ts";
import { eventReachOf } from "./eventReach.ts";
import { streamEventOf } from "./streamView.ts";

export interface EventsQuery {
  after?: string | undefined;
  limit?: number | undefined;
  kinds?: StreamKind[] | undefined;
  siteId?: string | undefined;
}

export type EventsService = ReturnType<typeof eventsService>;

/** The stream of events, for programs that read on from where they stopped. */
export function eventsService(cursor: EventCursorRepository) {
  return {
    read: async (
      viewer: Viewer,
      { after = "0", limit = streamLimit.usual, siteId, kinds }: EventsQuery,
    ): Promise<{ content: StreamEvent[]; metadata: CursorMetadata }> => {
      const reach = eventReachOf(viewer);
      const requestedKinds = kinds === undefined ? reach.kinds : reach.kinds.filter((kind) => kinds.includes(kind));
      const { events, next } = await cursor.read(
        { ...reach, kinds: requestedKinds },
        { after: Number(after), limit, siteId },
      );
      const content = events.map((event) => streamEventOf(event, seesElevation(viewer)));
      return { content, metadata: { next: String(next), limit } };
    },
  };
}
