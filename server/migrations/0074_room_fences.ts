import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/** A geofence can follow a room that is drawn on a floor, and whatever is in it can need attention. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
alter table geofences add column room_id uuid;
alter table geofences add column restricted boolean not null default false;
create index geofences_room on geofences (room_id) where room_id is not null
`,
  );
}
