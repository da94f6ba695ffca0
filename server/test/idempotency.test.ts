import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { endLeases } from "../src/platform/database/lease.ts";
import { type SentAnswer, idempotency } from "../src/platform/writes/idempotency.ts";
import { idempotencyRepository } from "../src/platform/writes/idempotency.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aGateway, aSite, aToken } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let gatewayId: string;
let token: string;
let colleague: string;

beforeAll(async () => {
  pulse = await testPulse();
  const customer = await aCustomer(pulse);
  const site = await aSite(pulse, customer);
  gatewayId = (await aGateway(pulse, customer, site, { x: 1, y: 1 })).id;
  token = await aToken(pulse, customer, "Administrator");
  colleague = await aToken(pulse, customer, "Administrator");
});
afterAll(() => pulse.stop());

const newPassword = async (key: string, { as = token, path = `hardwares/${gatewayId}/mqtt-credentials` } = {}) =>
  call(pulse, "POST", path, { token: as, headers: { "idempotency-key": key } });

describe("a write with an Idempotency-Key", () => {
  test("a write with an Idempotency-Key runs once, and repeats its answer", async () => {
    const [first, again] = [await newPassword("once"), await newPassword("once")];
    expect(first.status).toBe(200);
    expect(again.status).toBe(200);
    expect(again.text).toBe(first.text);
    expect((await newPassword("another")).content["mqtt_password"]).not.toBe(first.content["mqtt_password"]);
  });

  test("a write with an Idempotency-Key keeps its answer unreadable in the database", async () => {
    const { content } = await newPassword("sealed");
    const rows = await pulse.db.selectFrom("idempotency_keys").selectAll().execute();
    const text = JSON.stringify(rows);
    expect(rows.length).toBeGreaterThan(0);
    expect(text).not.toContain(String(content["mqtt_password"]));
    expect(rows.map(({ key }) => key)).not.toContain("sealed");
  });

  test("a write's Idempotency-Key belongs to one person: the same key of another person is another write", async () => {
    const [mine, theirs] = [await newPassword("mine"), await newPassword("mine", { as: colleague })];
    expect(theirs.content["mqtt_password"]).not.toBe(mine.content["mqtt_password"]);
  });

  test("an Idempotency-Key cannot be used for another request", async () => {
    await newPassword("used");
    const other = await newPassword("used", { path: `hardwares/${gatewayId}/mqtt-credentials?again=1` });
    expect([other.status, other.content["code"]]).toEqual([400, "idempotency_key_reused"]);
  });

  test("a write with an Idempotency-Key may be repeated after a refusal, and an invalid key is refused", async () => {
    const nowhere = "hardwares/0198c1b2-0000-7000-8000-000000000000/mqtt-credentials";
    expect((await newPassword("refused", { path: nowhere })).status).toBe(404);
    expect((await newPassword("refused", { path: nowhere })).status).toBe(404);
    expect((await newPassword("two words")).status).toBe(400);
    expect((await newPassword("x".repeat(256))).status).toBe(400);
  });
});

describe("while the first request is being processed", () => {
  const write = { userId: null, key: "k", method: "POST", path: "/x", body: { a: 1 } };
  const answer: SentAnswer = { status: 201, text: "made" };
  const other: SentAnswer = { status: 201, text: "made twice" };
  const aProcess = (ms?: number) => idempotency(idempotencyRepository(pulse.db), ms);

  beforeEach(async () => {
    await pulse.db.deleteFrom("idempotency_keys").execute();
  });

  /** Begins a write whose work ends when it is let go. */
  async function begin(once: ReturnType<typeof idempotency>) {
    const { promise: finished, resolve: letGo } = Promise.withResolvers<SentAnswer>();
    const { promise: begun, resolve: tell } = Promise.withResolvers<void>();
    const first = once(write, () => {
      tell();
      return finished;
    });
    await begun;
    return { first, finish: () => letGo(answer) };
  }

  const leasedUntil = async (): Promise<number> => {
    const row = await pulse.db.selectFrom("idempotency_keys").select("leased_until").executeTakeFirstOrThrow();
    return row.leased_until.getTime();
  };

  test("a second request with one Idempotency-Key is told to wait, and gets the same answer afterwards", async () => {
    const { first, finish } = await begin(aProcess());
    const told = await aProcess()(write, async () => other).catch((error: unknown) => error);
    expect(told).toMatchObject({ code: "conflict", headers: { "retry-after": "1" } });
    expect(String(told)).toMatch(/still working on this/i);
    finish();
    expect(await first).toEqual(answer);
    expect(await aProcess()(write, async () => other)).toEqual(answer);
  });

  test("work that takes longer than its idempotency lease extends it and does not run twice", async () => {
    const { first, finish } = await begin(aProcess(300));
    const begun = await leasedUntil();
    await vi.waitFor(async () => expect(await leasedUntil()).toBeGreaterThan(begun + 300), 30_000);
    await expect(aProcess()(write, async () => other)).rejects.toMatchObject({ code: "conflict" });
    finish();
    expect(await first).toEqual(answer);
  });

  test("interrupted work is done by the next attempt once its idempotency lease has ended", async () => {
    const { first, finish } = await begin(aProcess(3600_000));
    await expect(aProcess()(write, async () => other)).rejects.toMatchObject({ code: "conflict" });
    await endLeases(pulse.db);
    expect(await aProcess()(write, async () => other)).toEqual(other);
    // It was not dead: its work is rolled back with the transaction that should have kept its answer.
    finish();
    await expect(first).rejects.toMatchObject({ code: "conflict" });
    expect(await aProcess()(write, async () => answer)).toEqual(other);
  });

  test("an Idempotency-Key of interrupted work can only be used for the same request", async () => {
    const mine = { ...write, userId: uuidv7() };
    const keys = idempotencyRepository(pulse.db);
    const dying = idempotency({ ...keys, release: async () => undefined });
    await expect(dying(mine, () => Promise.reject(new Error("the process died")))).rejects.toThrow("died");
    await endLeases(pulse.db);
    await expect(aProcess()({ ...mine, body: { a: 2 } }, async () => other)).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
    expect(await aProcess()(mine, async () => answer)).toEqual(answer);
  });

  test("the same Idempotency-Key with another request is another write without a sign-in", async () => {
    const once = aProcess();
    await once(write, async () => answer);
    expect(await once({ ...write, body: { a: 2 } }, async () => other)).toEqual(other);
  });
});
