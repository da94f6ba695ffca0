import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/** Since when a reference beacon is not found at its place, and how far from it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
alter table calibration_points add column off_since timestamptz;
alter table calibration_points add column off_m float8
`,
  );
}
