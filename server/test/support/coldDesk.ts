import { join } from "node:path";
import { sql } from "kysely";
import { freezeMonths } from "../../src/pipeline/history/cold/freezeMonths.ts";
import type { ByteStore } from "../../src/platform/files/byteStore.ts";
import { diskByteStore } from "../../src/platform/files/diskByteStore.ts";
import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import { type Answer, call } from "./api.ts";
import { aCustomer, aToken } from "./builders.ts";
import { type ColdSite, coldSite } from "./coldSite.ts";
import { quiet } from "./fixes.ts";
import type { TestPulse } from "./testPulse.ts";

/** In July, with two months in the database, history from before May is cold. */
export const coldNowMs = Date.parse("2026-07-15T12:00:00Z");

export interface ColdDesk {
  customer: NewCustomer;
  token: string;
  place: ColdSite;
  /** Where cold files lie. */
  store: ByteStore;
  /** Moves what is cold, as the nightly job does. */
  freeze(parts?: Partial<Parameters<typeof freezeMonths>[0]>): Promise<void>;
  get(path: string): Promise<Answer>;
  /** Status and text of each. */
  answersOf(paths: readonly string[]): Promise<Record<string, string>>;
  /** Rows of the site in the database. */
  warmRows(): Promise<number>;
  /** Its files, and the rows in them. */
  coldRows(): Promise<{ files: number; rows: number }>;
  /** The names of its files in the store. */
  names(): Promise<string[]>;
}

/** A customer with a site that has history of many months, and somebody who asks for it. */
export async function coldDesk(pulse: TestPulse): Promise<ColdDesk> {
  const store = diskByteStore(join(pulse.config.dataDir, "files"));
  const customer = await aCustomer(pulse);
  const place = await coldSite(pulse, customer);
  const token = await aToken(pulse, customer, "Administrator");
  const { id } = place.site;
  const get = (path: string): Promise<Answer> => call(pulse, "GET", path, { token });
  return {
    customer,
    token,
    place,
    store,
    freeze: (parts = {}) =>
      freezeMonths(
        { db: pulse.db, store, afterMonths: 2, now: () => coldNowMs, log: quiet, ...parts },
        new AbortController().signal,
      ),
    get,
    answersOf: async (paths) => {
      const answers: Record<string, string> = {};
      for (const path of paths) {
        const { status, text } = await get(path);
        answers[path] = `${status} ${text}`;
      }
      return answers;
    },
    warmRows: async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from positions where site_id = ${id}`.execute(pulse.db);
      return rows[0]!.count;
    },
    coldRows: async () => {
      const { rows } = await sql<{ files: number; rows: number }>`
        select count(*)::int as files, coalesce(sum(rows), 0)::int as rows from cold_files
        where site_id = ${id} and frozen_at is not null`.execute(pulse.db);
      return rows[0]!;
    },
    names: async () => (await store.list()).map(({ name }) => name).filter((name) => name.includes(id)),
  };
}

/** What people ask of the past, over and around the boundary between files and the database, and between files. */
export function historyQuestions({ site, walker, sitter, former, swapped }: ColdSite): string[] {
  const span = (start: string, end: string): string => `start_time_utc=${start}Z&end_time_utc=${end}Z`;
  const all = span("2026-01-01T00:00:00", "2026-11-01T00:00:00");
  const spans = [
    all,
    span("2026-02-28T23:55:00", "2026-03-01T00:05:00"),
    span("2026-04-30T23:55:00.013", "2026-05-01T00:05:00.007"),
    span("2026-03-15T12:10:00", "2026-03-15T12:11:00"),
    span("2026-03-20T10:00:05", "2026-03-20T10:00:05"),
    span("2026-03-25T00:00:00", "2026-05-25T00:00:00"),
    span("2026-05-10T00:00:00", "2026-05-12T00:00:00"),
  ];
  const assets = [walker, sitter, former, swapped];
  return [
    ...assets.flatMap(({ id, trackerId }) =>
      spans.flatMap((within) =>
        [`assets/${id}`, `trackers/${trackerId}`].flatMap((thing) => [
          `${thing}/history?${within}&limit=1000`,
          `${thing}/history?${within}&limit=7&page=3&order=desc`,
          `${thing}/history?${within}&max_points=25`,
        ]),
      ),
    ),
    ...[1, 2, 3, 4].map((page) => `assets/${walker.id}/history?${all}&limit=777&page=${page}`),
    ...[1, 2, 3, 4].map((page) => `assets/${walker.id}/history?${all}&limit=777&page=${page}&order=desc`),
    ...assets.map(({ id }) => `assets/${id}/history?${all}&return_file=true`),
    ...spans.map(
      (within) =>
        `assets/history?site_id=${site.id}&${within}&max_points=40&asset_ids=${assets.map(({ id }) => id).join(",")}`,
    ),
  ];
}
