import { afterAll, beforeAll, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { aPerson, passwordSignIn, type TestPerson, tokensOf } from "./support/people.ts";
import { tokenWith } from "./support/rights.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Users are deactivated and activated by people who manage users, as by a company's directory.
let pulse: TestPulse;
let customer: NewCustomer;
let administrator: string;
beforeAll(async () => {
  pulse = await testPulse();
  customer = await aCustomer(pulse);
  administrator = await aToken(pulse, customer, "Administrator");
});
afterAll(() => pulse.stop());

const setActive = (userId: string, active: unknown, token: string) =>
  call(pulse, "PUT", `users/${userId}/active`, { token, body: { active } });
const isActive = async (userId: string) =>
  (await call(pulse, "GET", `users/${userId}`, { token: administrator })).content["active"];
async function anAdministrator(of: NewCustomer): Promise<TestPerson> {
  const person = await aPerson(pulse, of);
  const role = { role_id: of.roleIds.Administrator };
  await pulse.db.updateTable("users").set(role).where("id", "=", person.userId).execute();
  return person;
}

test("a deactivated user is out at once and cannot sign in, until somebody activates them again", async () => {
  const person = await aPerson(pulse, customer);
  const { idToken: token } = await tokensOf(pulse, person.email);
  const done = await setActive(person.userId, false, administrator);
  expect([done.status, done.content]).toMatchObject([200, { id: person.userId, active: false, version: 2 }]);
  await pulse.recheck();
  expect((await call(pulse, "GET", "users/me", { token })).status).toBe(401);
  expect((await passwordSignIn(pulse, person.email))["message"]).toBe("User is disabled.");
  const list = await call(pulse, "GET", "users", { token: administrator });
  expect(list.content.find(({ id }) => id === person.userId)).toMatchObject({ active: false });

  expect((await setActive(person.userId, true, administrator)).content).toMatchObject({ active: true });
  expect(await passwordSignIn(pulse, person.email)).toHaveProperty("AuthenticationResult");
  await pulse.settled();
  const entries = await pulse.db
    .selectFrom("audit_entries")
    .select(["action", "outcome", "changes"])
    .where("entity_id", "=", person.userId)
    .where("action", "=", "update")
    .orderBy("ts")
    .execute();
  expect(entries).toEqual([
    { action: "update", outcome: "ok", changes: [{ field: "active", before: true, after: false }] },
    { action: "update", outcome: "ok", changes: [{ field: "active", before: false, after: true }] },
  ]);
});

test("activating somebody who is active changes nothing", async () => {
  const person = await aPerson(pulse, customer);
  expect((await setActive(person.userId, true, administrator)).content).toMatchObject({ active: true, version: 1 });
});

test("nobody deactivates themselves, users of others, users with more rights, or without the right to change users", async () => {
  const boss = await anAdministrator(customer);
  const own = await setActive(boss.userId, false, (await tokensOf(pulse, boss.email)).idToken);
  expect([own.status, own.content["details"]]).toMatchObject([
    400,
    [{ path: "active", message: "can only be changed by somebody else" }],
  ]);
  const other = await aToken(pulse, await aCustomer(pulse), "Administrator");
  expect((await setActive(boss.userId, false, other)).status).toBe(404);
  expect((await setActive(boss.userId, false, await tokenWith(pulse, customer, ["user_management.u"]))).status).toBe(
    403,
  );
  expect((await setActive(boss.userId, false, await aToken(pulse, customer, "Viewer"))).status).toBe(403);
  expect((await setActive(boss.userId, "no", administrator)).status).toBe(400);
  expect(await isActive(boss.userId)).toBe(true);
});

test("the last administrator stays active", async () => {
  const lonely = await aCustomer(pulse);
  const last = await anAdministrator(lonely);
  const superadmin = await aToken(pulse, null, null);
  const refused = await setActive(last.userId, false, superadmin);
  expect([refused.status, refused.content["code"]]).toEqual([409, "last_administrator"]);
  expect((await call(pulse, "GET", `users/${last.userId}`, { token: superadmin })).content).toMatchObject({
    active: true,
  });
});
