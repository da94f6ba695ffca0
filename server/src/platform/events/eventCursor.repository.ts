import { type Kysely, sql } from "kysely";
import type { Database } from "../database/schema.ts";
import { arrayOf } from "../database/unnest.ts";
import { fenceOperations } from "../writes/record.ts";
import type { DomainEvent } from "./domainEvent.ts";
import type { EventReach } from "./eventReach.ts";
import { eventOf } from "./eventRow.ts";

export type EventCursorRepository = ReturnType<typeof eventCursorRepository>;

/** The stream for those who read it by cursor, from where they stopped. */
export function eventCursorRepository(db: Kysely<Database>) {
  return {
    /**
     * The oldest events after a number, as far as somebody may read them, and the number to go on from: of the last of
     * them, or, when there are no more, of the newest event of all. Numbers become visible in their order (decision
     * 0012), and one statement sees one moment, so nothing below that number can still come.
     */
    read: async (
      { kinds, crossings, customerId, siteIds, userId }: EventReach,
      query: { after: number; limit: number; siteId?: string | undefined },
    ): Promise<{ events: DomainEvent[]; next: number }> => {
      const rows = await db
        .with("newest", (of) => of.selectFrom("events").select((eb) => eb.fn.max("seq").as("newest_seq")))
        .with("found", (of) =>
          of
            .selectFrom("events")
            .selectAll()
            .where("seq", ">", query.after)
            .where("kind", "=", sql<string>`any(${arrayOf("text", kinds, (kind) => kind)})`)
            .$if(!crossings, (found) => found.where("operation", "not in", fenceOperations))
            .$if(customerId !== null, (found) => found.where("customer_id", "=", customerId!))
            .$if(query.siteId !== undefined, (found) => found.where("site_id", "=", query.siteId!))
            .$if(siteIds !== null, (found) =>
              found.where((eb) =>
                eb.or([
                  eb("site_id", "is", null),
                  eb("site_id", "=", sql<string>`any(${arrayOf("uuid", [...siteIds!], (id) => id)})`),
                ]),
              ),
            )
            .$if(userId !== null, (found) =>
              found.where((eb) => eb.or([eb("kind", "<>", "report"), eb(sql<string>`actor ->> 'id'`, "=", userId!)])),
            )
            .orderBy("seq")
            .limit(query.limit),
        )
        .selectFrom("newest")
        .leftJoin("found", (join) => join.onTrue())
        .selectAll("found")
        .select("newest.newest_seq")
        .orderBy("found.seq")
        .execute();
      const events = rows.flatMap(({ newest_seq: _newest, ...row }) =>
        row.id === null ? [] : [eventOf(row as Parameters<typeof eventOf>[0])],
      );
      const newest = Math.max(query.after, rows[0]?.newest_seq ?? 0);
      return { events, next: events.length < query.limit ? newest : events.at(-1)!.seq };
    },
  };
}
