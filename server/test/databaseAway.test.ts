import { identityMigrations } from "@pulse/identity/identity";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase, type OpenDatabase } from "../src/platform/database/database.ts";
import { call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { testDatabase, testDatabaseUrl } from "./support/database.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";
import { type Wire, wireTo } from "./support/wire.ts";

// The connection between Pulse and its database server can be cut, or left without an answer.
describe.skipIf(!testDatabaseUrl())("a database server that does not answer", () => {
  let pulse: TestPulse;
  let wire: Wire;
  let database: OpenDatabase;
  let token: string;

  beforeAll(async () => {
    const direct = await testDatabase(identityMigrations);
    await direct.reset();
    const url = new URL(testDatabaseUrl()!);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(direct.db);
    wire = await wireTo(url.hostname, Number(url.port || 5432));
    url.hostname = "127.0.0.1";
    url.port = String(wire.port);
    url.pathname = `/${rows[0]!.name}`;
    const limits = { statementMs: 2500, waitMs: 1000 };
    database = await openDatabase({ dataDir: "", databaseUrl: url.href, extraMigrations: identityMigrations, limits });
    pulse = await testPulse({}, { keep: true, database });
    token = await aToken(pulse, await aCustomer(pulse), "Administrator");
  });
  afterAll(async () => {
    await wire.mend();
    await pulse.stop();
    await database.close();
    await wire.close();
  });

  test("a database server that is down shows in readyz and as 503, until it is back", async () => {
    expect(await ready()).toEqual([200, { status: "ready", database: "up", troubles: [], behind_ms: 0 }]);
    await wire.cut();
    expect(await ready()).toEqual([503, { status: "unavailable", database: "away", troubles: [], behind_ms: 0 }]);
    const refused = await call(pulse, "GET", "users", { token });
    expect([refused.status, refused.content["code"]]).toEqual([503, "service_unavailable"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await metric("pulse_database_up")).toBe(0);
    await wire.mend();
    await expect.poll(ready).toMatchObject([200, { status: "ready" }]);
    expect((await call(pulse, "GET", "users", { token })).status).toBe(200);
    expect(await metric("pulse_database_up")).toBe(1);
  });

  test("a database server that hangs shows in readyz however many monitors ask, and API calls get 503", async () => {
    // More calls than there are connections: some wait for an answer, the others for a connection.
    const calls = () => Promise.all(Array.from({ length: 15 }, () => call(pulse, "GET", "users", { token })));
    await calls();
    wire.stall();
    const answers = await Promise.all(Array.from({ length: 15 }, ready));
    for (const answer of answers)
      expect(answer).toEqual([503, { status: "unavailable", database: "slow", troubles: [], behind_ms: 0 }]);
    expect(await metric("pulse_database_up")).toBe(0);
    for (const refused of await calls()) {
      expect([refused.status, refused.content["code"]]).toEqual([503, "service_unavailable"]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    await wire.mend();
    await expect.poll(ready).toMatchObject([200, { database: "up" }]);
  });

  async function ready(): Promise<[number, unknown]> {
    const answer = await fetch(`${pulse.url}/readyz`);
    return [answer.status, await answer.json()];
  }
  async function metric(name: string): Promise<number> {
    const text = await (await fetch(`${pulse.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  }
});

test("the metrics show the size, age and losses of each buffer", async () => {
  const pulse = await testPulse();
  const text = await (await fetch(`${pulse.url}/metrics`)).text();
  await pulse.stop();
  for (const buffer of ["positions", "sightings"]) {
    expect(text).toContain(`pulse_buffer_items{buffer="${buffer}"} 0`);
    expect(text).toContain(`pulse_buffer_age_seconds{buffer="${buffer}"} 0`);
    expect(text).toContain(`pulse_buffer_lost_total{buffer="${buffer}",reason="refused"} 0`);
  }
});
