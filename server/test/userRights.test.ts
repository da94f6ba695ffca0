import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aSite, aToken } from "./support/builders.ts";
import { idOf, newcomer } from "./support/newcomers.ts";
import { tokensOf } from "./support/people.ts";
import { aRole, tokenWith, type Right } from "./support/rights.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let superadmin: string;
let customer: NewCustomer;
let administrator: string;

beforeAll(async () => {
  pulse = await testPulse();
  superadmin = await aToken(pulse, null, null);
});
beforeEach(async () => {
  customer = await aCustomer(pulse);
  administrator = await aToken(pulse, customer, "Administrator");
});
afterAll(() => pulse.stop());

const details = (answer: { content: Record<string, unknown> }) =>
  answer.content["details"] as Record<string, unknown>[];
const told = (answer: { status: number; content: Record<string, unknown> }) => [answer.status, answer.content["code"]];
describe("nobody can give more than they have", () => {
  const rights: Right[] = ["user_management.c", "user_management.r", "user_management.u", "user_management.d"];

  test("nobody can give more than they have to a newcomer or to themselves", async () => {
    const token = await tokenWith(pulse, customer, [...rights, "asset_management.r"]);
    const weak = await aRole(pulse, customer, ["asset_management.r"]);
    const answer = await call(pulse, "POST", "users", { token, body: newcomer(customer) });
    expect(told(answer)).toEqual([403, "operation_not_allowed"]);
    expect(details(answer)).toContainEqual({
      path: "role_id",
      code: "operation_not_allowed",
      message: "You are not allowed to do this: Site management: read",
    });
    const me = await idOf(pulse, token);
    for (const role_id of [customer.roleIds.Administrator, customer.roleIds.Viewer])
      expect(told(await call(pulse, "PUT", `users/${me}`, { token, body: { role_id } }))).toEqual([
        403,
        "operation_not_allowed",
      ]);
    const fine = await call(pulse, "POST", "users", { token, body: newcomer(customer, { role_id: weak }) });
    expect(fine.status).toBe(201);
    await pulse.settled();
    const refusals = await pulse.db
      .selectFrom("audit_entries")
      .select(["action", "entity_name"])
      .where("customer_id", "=", customer.id)
      .where("entity_kind", "=", "user")
      .where("outcome", "=", "refused")
      .execute();
    expect(refusals.map(({ action }) => action).toSorted()).toEqual(["create", "update", "update"]);
  });

  test("nobody can change the role or phone of somebody who has more, delete them or invite them again", async () => {
    const token = await tokenWith(pulse, customer, rights);
    const weak = await aRole(pulse, customer, []);
    const target = await idOf(pulse, administrator);
    for (const [method, suffix, body] of [
      ["PUT", "", { role_id: weak }],
      ["PUT", "", { phone_number: "+12025550000" }],
      ["DELETE", "", undefined],
    ] as const)
      expect(told(await call(pulse, method, `users/${target}${suffix}`, { token, body }))).toEqual([
        403,
        "operation_not_allowed",
      ]);
    const { content: invited } = await call(pulse, "POST", "users", { token: administrator, body: newcomer(customer) });
    const again = `users/${String(invited["id"])}/resend-invitation`;
    expect(told(await call(pulse, "POST", again, { token }))[0]).toBe(403);
    expect(
      (await call(pulse, "GET", "accessible-operations", { token: administrator })).content["site_management"],
    ).toHaveLength(4);
  });

  test("nobody can give access to sites that are not theirs", async () => {
    const [mine, other] = [await aSite(pulse, customer), await aSite(pulse, customer)];
    const token = await tokenWith(pulse, customer, rights, { siteIds: [mine.id] });
    const weak = await aRole(pulse, customer, []);
    const wider = await call(pulse, "POST", "groups", {
      token: administrator,
      body: { name: "Wider", site_ids: [mine.id, other.id] },
    });
    const { content: me } = await call(pulse, "GET", "users/me", { token });
    for (const user_group_id of [customer.groupId, String(wider.content["id"])]) {
      const invited = await call(pulse, "POST", "users", {
        token,
        body: newcomer(customer, { role_id: weak, user_group_id }),
      });
      const widened = await call(pulse, "PUT", `users/${String(me["id"])}`, { token, body: { user_group_id } });
      for (const answer of [invited, widened]) {
        expect(told(answer)).toEqual([403, "operation_not_allowed"]);
        expect(details(answer)).toMatchObject([{ path: "user_group_id" }]);
      }
    }
    const fine = newcomer(customer, { role_id: weak, user_group_id: me["user_group_id"] });
    expect((await call(pulse, "POST", "users", { token, body: fine })).status).toBe(201);
  });
});

describe("the last administrator", () => {
  test("the last administrator cannot be deleted or given a weaker role", async () => {
    const me = await idOf(pulse, administrator);
    for (const token of [administrator, superadmin]) {
      expect(told(await call(pulse, "DELETE", `users/${me}`, { token }))).toEqual([409, "last_administrator"]);
      const body = { role_id: customer.roleIds.Manager };
      expect(told(await call(pulse, "PUT", `users/${me}`, { token, body }))).toEqual([409, "last_administrator"]);
    }
    // The account is still in the pool as well.
    expect((await tokensOf(pulse, (await emailOf(me))!)).idToken).toBeTruthy();
    expect((await call(pulse, "GET", "users/me", { token: administrator })).status).toBe(200);
  });

  test("the last administrator stays, however many are deleted at the same moment", async () => {
    const others = [await aToken(pulse, customer, "Administrator"), await aToken(pulse, customer, "Administrator")];
    const all = [administrator, ...others];
    const ids = await Promise.all(all.map((token) => idOf(pulse, token)));
    const answers = await Promise.all(ids.map((id) => call(pulse, "DELETE", `users/${id}`, { token: superadmin })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409]);
    const left = ids[answers.findIndex(({ status }) => status === 409)]!;
    expect((await tokensOf(pulse, (await emailOf(left))!)).idToken).toBeTruthy();
  });

  test("the last administrator is determined after pending deletions", async () => {
    const other = await idOf(pulse, await aToken(pulse, customer, "Administrator"));
    const me = await idOf(pulse, administrator);
    let answer: ReturnType<typeof call> | undefined;
    await pulse.db.transaction().execute(async (trx) => {
      await trx.selectFrom("customers").select("id").where("id", "=", customer.id).forUpdate().execute();
      await trx.deleteFrom("users").where("id", "=", other).execute();
      const deletion = { answered: false };
      answer = call(pulse, "DELETE", `users/${me}`, { token: superadmin }).finally(() => (deletion.answered = true));
      // The embedded database has one connection, so the call waits for it anyway.
      if (pulse.databaseKind === "pglite") return;
      const waiting = sql<{ count: number }>`select count(*)::int as count from pg_locks where not granted`;
      while (!deletion.answered && (await waiting.execute(trx)).rows[0]!.count === 0);
    });
    expect(told(await answer!)).toEqual([409, "last_administrator"]);
  });

  test("the last administrator can leave or step down once there is another", async () => {
    const other = await aToken(pulse, customer, "Administrator");
    const me = await idOf(pulse, administrator);
    const body = { role_id: customer.roleIds.Manager };
    expect((await call(pulse, "PUT", `users/${me}`, { token: administrator, body })).status).toBe(200);
    // It takes effect at once, even for the caller.
    expect((await call(pulse, "DELETE", `users/${me}`, { token: administrator })).status).toBe(403);
    expect((await call(pulse, "DELETE", `users/${me}`, { token: other })).status).toBe(200);
  });
});

const emailOf = async (id: string): Promise<string | undefined> =>
  (await pulse.db.selectFrom("users").select("email").where("id", "=", id).executeTakeFirst())?.email;
