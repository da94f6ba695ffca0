import { setTimeout as pause } from "node:timers/promises";
import { createPools } from "@pulse/identity/pools";
import { type Kysely, sql } from "kysely";
import { expect } from "vitest";
import type { Database } from "../../src/platform/database/schema.ts";
import { identityCall, password } from "../support/people.ts";
import type { Places } from "./world.ts";

const againMs = 500;
/** What a request waits for an answer, ms: a server that hangs gives none. */
const answerMs = 15_000;
const pageLimit = 100;
/** How long a report may take, ms: one that was being written is begun again a minute after its process died (reportWork.ts). */
export const endingMs = 240_000;

interface Wanted {
  method: "PUT" | "POST" | "GET";
  path: string;
  body?: object;
  /** Repeated under it, it is done once. */
  key?: string;
}

/** Reports and commands to devices that a person asks for while faults last, and what has become of them. */
export function duties({ sites, email }: Places, url: string) {
  const reports: string[] = [];
  const commands: string[] = [];
  let token: string | null = null;
  let lastAsk: Promise<unknown> = Promise.resolve();

  /** Asks until it is answered, as a client does whose server is away. */
  const untilAnswered = async ({ method, path, body, key }: Wanted): Promise<Record<string, unknown>[]> => {
    for (;;) {
      const found = await answer(`${url}/api/v3/${path}`, {
        method,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(key === undefined ? {} : { "idempotency-key": key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (found !== null && found.status < 300)
        return [(JSON.parse(found.text) as { result: { content: Record<string, unknown> } }).result.content].flat();
      // 409: the first try is still at work.
      if (found !== null && found.status < 500 && found.status !== 409) throw new Error(`${path}: ${found.text}`);
      await pause(againMs);
    }
  };
  const signIn = async (): Promise<void> => {
    while (token === null) {
      const attempt = {
        AuthFlow: "USER_PASSWORD_AUTH",
        ClientId: createPools(url).current.clientId,
        AuthParameters: { USERNAME: email, PASSWORD: password },
      };
      const found = await identityCall({ url }, "InitiateAuth", attempt, AbortSignal.timeout(answerMs)).catch(
        () => null,
      );
      if (found?.status === 200) token = (found.body["AuthenticationResult"] as { IdToken: string }).IdToken;
      else await pause(againMs);
    }
  };
  const ask = async (nth: number): Promise<void> => {
    await signIn();
    const span = `start_time_utc=${new Date(Date.now() - 3_600_000).toISOString()}&end_time_utc=${new Date().toISOString()}`;
    for (const { site, gateways } of sites) {
      const [command] = await untilAnswered({
        method: "PUT",
        path: `hardwares/${gateways[0]!.id}/device/configuration`,
        body: { upload_period_s: 1 + nth },
        key: `command-${site.id}-${nth}`,
      });
      commands.push(String(command!["id"]));
      const [report] = await untilAnswered({
        method: "POST",
        path: `reports/asset-history?site_id=${site.id}&${span}`,
        body: { formats_list: ["csv"], deliveries_list: [{ type: "email", user_email: email }] },
        key: `report-${site.id}-${nth}`,
      });
      reports.push(String(report!["id"]));
    }
  };
  /** How many events about crossings of a site people are shown, those that stand for several counted as such. */
  const shownCrossings = async (siteId: string): Promise<number> => {
    let shown = 0;
    for (let page = 1; ; page++) {
      const events = await untilAnswered({
        method: "GET",
        path: `events/search?site_id=${siteId}&page=${page}&limit=${pageLimit}`,
      });
      for (const { operation, count } of events) if (String(operation).startsWith("asset_")) shown += Number(count);
      if (events.length < pageLimit) return shown;
    }
  };
  const unended = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const { site, gateways } of sites) {
      const own = await untilAnswered({ method: "GET", path: `reports?site_id=${site.id}&limit=${pageLimit}` });
      for (const { id, state, mailed_at: at } of own)
        if (state !== "done" || at === null) found.push(`report ${String(id)}: ${String(state)}, mailed ${String(at)}`);
      const sent = await untilAnswered({ method: "GET", path: `hardwares/${gateways[0]!.id}/device/requests` });
      for (const { id, state } of sent)
        if (state === "queued" || state === "accepted") found.push(`command ${String(id)}: ${state}`);
    }
    return found;
  };
  return {
    /** The reports that are not mailed and the commands that have not come to their end, as a person sees it. */
    unended,
    /** Asks for a report and a command to a gateway at each site; they are asked for in this order, whatever happens. */
    ask: (nth: number): void => void (lastAsk = lastAsk.then(() => ask(nth))),
    /** Resolves when all are acknowledged. */
    acknowledged: () => lastAsk,
    /** Each is there once, has come to its end once, and came to its device at most once. */
    expectOnce: async (db: Kysely<Database>, received: ReadonlyMap<number, number>): Promise<void> => {
      const stored = await db.selectFrom("reports").select(["id", "state", "mailed_at"]).execute();
      expect(stored.map(({ id }) => id).toSorted()).toEqual(reports.toSorted());
      expect(stored.filter(({ state, mailed_at: at }) => state !== "done" || at === null)).toEqual([]);
      expect(await endsOf(db, reports, ["report_ready", "report_failed"])).toEqual(reports.map(() => 1));
      const sent = await db.selectFrom("device_requests").select(["id", "state", "seq", "target_id"]).execute();
      expect(sent.map(({ id }) => id).toSorted()).toEqual(commands.toSorted());
      const times = (seq: number | null): number => (seq === null ? 0 : (received.get(seq) ?? 0));
      for (const { state, seq } of sent) {
        expect(["done", "expired"]).toContain(state);
        // A message to a device that was lost on its way is not sent again (decision 18): its request has expired.
        expect(times(seq)).toBeLessThanOrEqual(1);
        if (state === "done") expect(times(seq)).toBe(1);
      }
      const ends = await sql<{ operation: string; times: number }>`select operation, count(*)::int as times from events
        where operation in ('request_done', 'request_failed', 'request_expired') group by operation`.execute(db);
      const timesOf = new Map(ends.rows.map(({ operation, times: count }) => [operation, count]));
      const inState = (wanted: string): number => sent.filter(({ state }) => state === wanted).length;
      expect(timesOf.get("request_done") ?? 0).toBe(inState("done"));
      // What is done after all, once its request has expired, has two ends (decision 18).
      expect(timesOf.get("request_expired") ?? 0).toBeGreaterThanOrEqual(inState("expired"));
      expect(timesOf.get("request_expired") ?? 0).toBeLessThanOrEqual(sent.length);
    },
    /** How many reports and commands were requested and acknowledged. */
    count: (): number => reports.length + commands.length,
    /** How many crossings of each site people are shown, and how many are stored. */
    shown: async (): Promise<number[]> => {
      await signIn();
      const shown: number[] = [];
      for (const { site } of sites) shown.push(await shownCrossings(site.id));
      return shown;
    },
    stored: (db: Kysely<Database>): Promise<number[]> =>
      Promise.all(
        sites.map(async ({ site }) => {
          const { rows } = await sql<{ times: number }>`select count(*)::int as times from events
            where site_id = ${site.id} and operation like 'asset_%geofence%'`.execute(db);
          return rows[0]!.times;
        }),
      ),
    summary: async (db: Kysely<Database>): Promise<string> => {
      const { rows } = await sql<{ state: string; times: number }>`
        select state, count(*)::int as times from device_requests group by state order by state`.execute(db);
      return `${reports.length} reports; commands ${rows.map(({ state, times }) => `${times} ${state}`).join(", ")}`;
    },
  };
}

export type Duties = ReturnType<typeof duties>;

async function endsOf(db: Kysely<Database>, ids: readonly string[], operations: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: string; times: number }>`select entity_id as id, count(*)::int as times from events
    where operation in (${sql.join(operations)}) group by entity_id`.execute(db);
  const times = new Map(rows.map((row) => [row.id, row.times]));
  return ids.map((id) => times.get(id) ?? 0);
}

/** Null: nobody answers. */
async function answer(url: string, init: RequestInit): Promise<{ status: number; text: string } | null> {
  try {
    const found = await fetch(url, { ...init, signal: AbortSignal.timeout(answerMs) });
    return { status: found.status, text: await found.text() };
  } catch {
    return null;
  }
}
