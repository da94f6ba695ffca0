import { endpoints } from "@pulse/contract/endpoints";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { aPlace, pathTo, type Place } from "./support/namedThings.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Two people who save the same thing at the same moment: the second must see what the first changed.
let pulse: TestPulse;
let place: Place;
let token: string;

beforeAll(async () => {
  pulse = await testPulse();
  place = await aPlace(pulse, await aCustomer(pulse));
  token = await aToken(pulse, null, null);
});
afterAll(() => pulse.stop());

/** What both change, and the table of the row. */
const things = {
  updateAsset: { table: "assets", field: "description" },
  updateCustomer: { table: "customers", field: "location" },
  updateGeofence: { table: "geofences", field: "name" },
  updateGroup: { table: "user_groups", field: "name" },
  updateHardware: { table: "hardwares", field: "name" },
  updateReportSchedule: { table: "report_schedules", field: "name" },
  updateRole: { table: "roles", field: "name" },
  updateSite: { table: "sites", field: "address" },
  updateTracker: { table: "trackers", field: "serial_no" },
  updateUser: { table: "users", field: "given_name" },
  updateWebhook: { table: "webhooks", field: "name" },
} as const;

/** Sends these while somebody else has the row, and lets go of it when as many wait for it as will. */
async function sendTogether(table: string, id: string, sends: (() => Promise<Answer>)[]): Promise<Answer[]> {
  // Work on one person takes turns within a process, so only one comes as far as the row.
  const willWait = table === "users" ? 1 : sends.length;
  let answers: Promise<Answer>[] = [];
  await pulse.db.transaction().execute(async (trx) => {
    await sql`select id from ${sql.table(table)} where id = ${id} for update`.execute(trx);
    const first = { answered: false };
    answers = sends.map((send) => send().finally(() => (first.answered = true)));
    // The embedded database has one connection, so they wait for that.
    if (pulse.databaseKind === "pglite") return;
    const waiting = sql<{ count: number }>`select count(*)::int as count from pg_locks where not granted`;
    while (!first.answered && (await waiting.execute(trx)).rows[0]!.count < willWait);
  });
  return Promise.all(answers);
}

test.each(Object.entries(things))(
  "of two changes of one version at once, %s refuses one",
  async (endpointId, thing) => {
    const endpoint = endpoints.find(({ id }) => id === endpointId)!;
    const path = (await pathTo(pulse, endpoint, place, { fresh: true })).replace(/^\/api\/v3\//, "");
    const [id] = /[0-9a-f-]{36}/.exec(path)!;
    const { rows } = await sql<{
      version: number;
    }>`select version from ${sql.table(thing.table)} where id = ${id}`.execute(pulse.db);
    const { version } = rows[0]!;
    const put = (body: object): Promise<Answer> => call(pulse, "PUT", path, { token, body });
    const both = ["First", "Second"].map((value) => () => put({ version, [thing.field]: value }));
    const answers = await sendTogether(thing.table, id, both);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [kept, refused] = answers.toSorted((a, b) => a.status - b.status) as [Answer, Answer];
    expect(refused.content["code"]).toBe("conflict");
    expect((await put({})).content[thing.field]).toBe(kept.content[thing.field]);
  },
);

test("each change of a thing that has a version is among them", () => {
  const changes = endpoints.filter(({ method, path }) => method === "PUT" && /^\/api\/v3\/[a-z-]+\/:id$/.test(path));
  expect(changes.map(({ id }) => id).toSorted()).toEqual(Object.keys(things).toSorted());
});
