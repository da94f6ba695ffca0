import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { idOf, newcomer } from "./support/newcomers.ts";
import { aPerson, messagesTo, passwordSignIn, tokensOf } from "./support/people.ts";
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
describe("people", () => {
  test("the people of a customer are searched by role and group too, sorted, and in pages, without superadmins", async () => {
    await call(pulse, "POST", "users", {
      token: administrator,
      body: newcomer(customer, { family_name: "Abel Ångström" }),
    });
    await aPerson(pulse, await aCustomer(pulse));
    const boss = await idOf(pulse, superadmin);
    await pulse.db.updateTable("users").set({ customer_id: customer.id }).where("id", "=", boss).execute();
    try {
      const all = await call(pulse, "GET", "users?sort_fields=family_name&sort_order=asc", { token: administrator });
      expect(all.content.map((user) => user["family_name"])).toEqual(["Abel Ångström", "Person"]);
      expect((await call(pulse, "GET", `users/${boss}`, { token: administrator })).status).toBe(404);
      expect((await call(pulse, "DELETE", `users/${boss}`, { token: superadmin })).status).toBe(404);
    } finally {
      await pulse.db.updateTable("users").set({ customer_id: null }).where("id", "=", boss).execute();
    }
    for (const [keyword, found] of [
      ["angstr", 1],
      ["VIEWER", 1],
      ["all sites", 2],
      ["persona", 0],
      ["%", 0],
    ] as const) {
      const answer = await call(pulse, "GET", `users?search_keyword=${encodeURIComponent(keyword)}`, {
        token: administrator,
      });
      expect([keyword, answer.metadata["total_count"]]).toEqual([keyword, found]);
    }
    const page = await call(pulse, "GET", `users?customer_id=${customer.id}&limit=1&page=2`, { token: superadmin });
    expect(page.metadata).toEqual({ total_count: 2, current_page: 2, max_page: 2, limit: 1 });
  });

  test("people are changed field by field, and nobody can set e-mail, password, customer or flags", async () => {
    const person = await aPerson(pulse, customer, { phone: "verified", mfa: true });
    const path = `users/${person.userId}`;
    const { content: before } = await call(pulse, "GET", path, { token: administrator });
    const changed = await call(pulse, "PUT", path, {
      token: administrator,
      body: {
        ...(before as object),
        given_name: "Other",
        phone_number: "+12025559999",
        role_id: customer.roleIds.Operator,
        email: "else@pulse.test",
        password: "Another-word-1",
        customer_id: (await aCustomer(pulse)).id,
        is_superadmin: true,
        status: "invited",
        phone_number_verified: true,
      },
    });
    expect(changed.status).toBe(200);
    expect(changed.content).toMatchObject({
      ...(before as object),
      given_name: "Other",
      phone_number: "+12025559999",
      phone_number_verified: false,
      role_id: customer.roleIds.Operator,
      role: { name: "Operator" },
      version: 2,
      updated_at: changed.content["updated_at"],
    });
    const account = await pulse.db
      .selectFrom("users")
      .select(["email", "is_superadmin"])
      .where("id", "=", person.userId)
      .executeTakeFirst();
    expect(account).toEqual({ email: person.email, is_superadmin: false });
    // The pool has followed: the sign-in code goes to the new number.
    await passwordSignIn(pulse, person.email);
    expect(await messagesTo(pulse, "+12025559999")).toHaveLength(1);

    const without = await call(pulse, "PUT", path, { token: administrator, body: { phone_number: null } });
    expect(without.content).toMatchObject({ given_name: "Other", phone_number: null, mfa_enabled: false });
    expect((await tokensOf(pulse, person.email)).idToken).toBeTruthy();
  });

  test("people cannot be changed from an old version, and the answer shows both versions", async () => {
    const person = await aPerson(pulse, customer);
    const path = `users/${person.userId}`;
    await call(pulse, "PUT", path, { token: administrator, body: { given_name: "First", version: 1 } });
    const late = await call(pulse, "PUT", path, {
      token: administrator,
      body: { given_name: "Second", family_name: "Body", version: 1 },
    });
    expect(told(late)).toEqual([409, "conflict"]);
    const older = await call(pulse, "PUT", path, { token: administrator, body: { given_name: "Third", version: 0 } });
    expect(told(older)).toEqual([409, "conflict"]);
    expect(details(late)).toMatchObject([{ path: "given_name", code: "changed", theirs: "First", yours: "Second" }]);
  });

  test("people have one role and one group; those who signed up and have none yet may be sent back unchanged", async () => {
    const person = await aPerson(pulse, customer);
    const path = `users/${person.userId}`;
    const emptied = await call(pulse, "PUT", path, { token: administrator, body: { role_id: null } });
    expect(told(emptied)).toEqual([400, "field_required"]);
    await pulse.db
      .updateTable("users")
      .set({ role_id: null, user_group_id: null })
      .where("id", "=", person.userId)
      .execute();
    const { content } = await call(pulse, "GET", path, { token: administrator });
    const named = await call(pulse, "PUT", path, {
      token: administrator,
      body: { ...(content as object), given_name: "Named" },
    });
    expect(named.content).toMatchObject({ given_name: "Named", role: null, group: null });
  });

  test("people of another customer cannot be seen", async () => {
    const stranger = await aPerson(pulse, await aCustomer(pulse));
    for (const [method, suffix] of [
      ["GET", ""],
      ["PUT", ""],
      ["DELETE", ""],
      ["POST", "/resend-invitation"],
    ] as const) {
      const body = method === "PUT" ? { given_name: 1 } : undefined;
      const foreign = await call(pulse, method, `users/${stranger.userId}${suffix}`, { token: administrator, body });
      const absent = await call(pulse, method, `users/${customer.id}${suffix}`, { token: administrator, body });
      expect([method, foreign.status, foreign.text]).toEqual([method, 404, absent.text]);
    }
  });

  test("people get the developer tools only from a superadmin", async () => {
    const person = await aPerson(pulse, customer);
    const path = `users/${person.userId}`;
    const refused = await call(pulse, "PUT", path, { token: administrator, body: { dev_tool_enabled: true } });
    expect(told(refused)).toEqual([403, "operation_not_allowed"]);
    const invited = newcomer(customer, { dev_tool_enabled: true });
    expect(told(await call(pulse, "POST", "users", { token: administrator, body: invited }))[0]).toBe(403);
    const given = await call(pulse, "PUT", path, { token: superadmin, body: { dev_tool_enabled: true } });
    expect(given.content["dev_tool_enabled"]).toBe(true);
    // Sending it back unchanged changes nothing.
    const kept = await call(pulse, "PUT", path, { token: administrator, body: { dev_tool_enabled: true } });
    expect([kept.status, kept.content["dev_tool_enabled"]]).toEqual([200, true]);
  });
});
