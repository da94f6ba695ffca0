import { type Kysely, sql } from "kysely";
import { addTrigrams, field, searchText } from "./0007_search.ts";
import { ddl } from "./ddl.ts";

/** What the API gives rooms as ids; others are found by nobody. */
const uuid = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$";

/**
 * The rooms of all floors, one in a row, so that the search finds them by their names. The database keeps them beside the
 * drawings, which several parts write.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table drawn_rooms (
  floor_id uuid not null references floors (id) on delete cascade,
  id uuid not null,
  site_id uuid not null,
  customer_id uuid not null,
  name text not null,
  search_text text not null generated always as (${searchText(field("name", 100))}) stored,
  primary key (floor_id, id)
);
create index drawn_rooms_search on drawn_rooms (customer_id, search_text text_pattern_ops)
`,
  );
  await addTrigrams(db, ["drawn_rooms"]);
  const insert = "insert into drawn_rooms (floor_id, id, site_id, customer_id, name)";
  const rooms = (floor: string): string => `
      select ${floor}.id, (room ->> 'id')::uuid, ${floor}.site_id, s.customer_id, room ->> 'name'
      from sites s, jsonb_array_elements(coalesce(${floor}.drawing -> 'rooms', '[]')) as room
      where s.id = ${floor}.site_id and room ->> 'id' ~ '${uuid}' on conflict do nothing`;
  await sql
    .raw(`create function note_drawn_rooms() returns trigger language plpgsql as $$
    begin
      delete from drawn_rooms where floor_id = new.id;
      ${insert} ${rooms("new")};
      return null;
    end $$`)
    .execute(db);
  await sql`create trigger floors_drawn_rooms_new after insert on floors
    for each row execute function note_drawn_rooms()`.execute(db);
  await sql`create trigger floors_drawn_rooms after update of drawing, site_id on floors
    for each row when (old.drawing -> 'rooms' is distinct from new.drawing -> 'rooms' or old.site_id <> new.site_id)
    execute function note_drawn_rooms()`.execute(db);
  // As the trigger does it: one look at each floor that has rooms.
  await sql
    .raw(`do $$ declare drawn floors; begin
      for drawn in select * from floors loop ${insert} ${rooms("drawn")}; end loop;
    end $$`)
    .execute(db);
}
