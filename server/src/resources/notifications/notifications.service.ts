import type { Event, EventStatus, NotificationState } from "@pulse/contract/events";
import type { PageMetadata } from "@pulse/contract/page";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { Write } from "../../platform/writes/write.ts";
import { readableBy } from "./audience.ts";
import type { EventsQuery, NotificationsRepository } from "./notifications.repository.ts";
import { notificationOf } from "./notificationView.ts";

export type NotificationsService = ReturnType<typeof notificationsService>;

/** What happened, as far as somebody may read it, and which of it each person has read. */
export function notificationsService(parts: {
  stored: NotificationsRepository;
  now(): number;
  /** Called with what somebody has read, for their other devices. */
  read(userId: string, state: NotificationState): void;
}) {
  const { stored } = parts;
  return {
    search: async (viewer: Viewer, query: EventsQuery): Promise<{ content: Event[]; metadata: PageMetadata }> => {
      const state = await stored.state(viewer.userId);
      const { events, metadata } = await stored.search(readableBy(viewer), query);
      const content = events.flatMap((event) => notificationOf(event) ?? []);
      return { content: content.map((event) => ({ ...event, status: statusOf(event, state) })), metadata };
    },

    state: ({ userId }: Viewer): Promise<NotificationState> => stored.state(userId),

    /** Reading changes no thing, so it leaves no record. A clock that is ahead marks nothing that is still to come. */
    read: async (
      write: Write<NotificationState>,
      { lastFetchedAt, readIds = [] }: { lastFetchedAt?: string | undefined; readIds?: string[] | undefined },
    ): Promise<NotificationState> => {
      const { userId } = write.viewer;
      const at = lastFetchedAt === undefined ? null : new Date(Math.min(Date.parse(lastFetchedAt), parts.now()));
      const state = await stored.read(userId, { lastFetchedAt: at, readIds });
      parts.read(userId, state);
      return write.unchanged(state);
    },
  };
}

/** Product.md section 4: what is not after the moment of the last fetch is read. */
function statusOf({ id, timestamp }: Event, { lastFetchedAt, readIds }: NotificationState): EventStatus {
  const isRead = readIds.includes(id) || (lastFetchedAt !== null && timestamp <= lastFetchedAt);
  return isRead ? "read" : "justArrived";
}
