import { AppError } from "@pulse/contract/errors";
import type { User } from "@pulse/contract/users";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import type { Viewer } from "../src/platform/http/viewer.ts";
import { userPools } from "../src/resources/identityLink/userPools.ts";
import { linkWork } from "../src/resources/identityLink/linkWork.ts";
import { linkWorkRepository } from "../src/resources/identityLink/linkWork.repository.ts";
import { usersRepository } from "../src/resources/users/users.repository.ts";
import { usersService } from "../src/resources/users/users.service.ts";
import { type LinkedAccounts, linkedAccounts } from "../src/resources/identityLink/linkedAccounts.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { aViewer, writeAs } from "./support/writing.ts";
import type { Write } from "../src/platform/writes/write.ts";
import { aPerson, type TestPerson, tokensOf } from "./support/people.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// The row here and the account in the pool agree: a change is undone if the pool refuses it, a deletion is caught up
// later.
let pulse: TestPulse;
let customer: NewCustomer;
let person: TestPerson;

beforeAll(async () => {
  pulse = await testPulse();
  customer = await aCustomer(pulse);
  await aToken(pulse, customer, "Administrator");
  person = await aPerson(pulse, customer, { phone: "verified" });
  // Waits until the events of the person's creation are recorded, before anything is compared.
  await pulse.settled();
});
afterAll(() => pulse.stop());

const away = async (): Promise<never> => {
  throw new AppError("too_many_requests", { values: { seconds: 60 } });
};
let isAway = true;
/** The real pool, unless it is told not to answer. */
function pool(): LinkedAccounts {
  const real = linkedAccounts(userPools(pulse.config, pulse.identity));
  return {
    ...real,
    follow: (...args) => (isAway ? away() : real.follow(...args)),
    remove: (...args) => (isAway ? away() : real.remove(...args)),
  };
}
const work = () => linkWork({ work: linkWorkRepository(pulse.db), accounts: pool(), problem: () => undefined });
const people = () =>
  usersService({
    users: usersRepository(pulse.db),
    accounts: pool(),
    work: work(),
    releaseEmail: async () => undefined,
    rights: { assertGrantable: async () => undefined, refuseMore: async () => undefined },
    audit: { record: () => undefined },
    secondFactors: async () => ["sms"],
    signInUrl: "https://pulse.test/signin",
    now: Date.now,
  });
const rowNow = () => pulse.db.selectFrom("users").selectAll().where("id", "=", person.userId).executeTakeFirst();
const write = <C>(more: Partial<Viewer> = {}): Write<C> =>
  writeAs(pulse, aViewer(customer, { userId: person.userId, email: person.email, ...more }));
const noted = async (): Promise<string[]> =>
  (
    await pulse.db
      .selectFrom("audit_entries")
      .select("action")
      .where("entity_id", "=", person.userId)
      .orderBy("id")
      .execute()
  ).map(({ action }) => action);

test("a change of a user that the pool refuses is undone and not recorded", async () => {
  const [before, notedBefore] = [await rowNow(), await noted()];
  const change = { givenName: "Other", phoneNumber: null, roleId: customer.roleIds.Manager };
  await expect(people().change(write(), person.userId, change)).rejects.toThrow("Too many requests");
  expect(await rowNow()).toEqual(before);
  expect(await noted()).toEqual(notedBefore);
  // A change that does not concern the pool does not wait for it.
  await people().change(write(), person.userId, { roleId: customer.roleIds.Manager });
  expect(await rowNow()).toMatchObject({ role_id: customer.roleIds.Manager, given_name: before?.given_name });
});

test("people cannot change their own verified phone long after signing in", async () => {
  const late = write<User>({ signedInMs: Date.now() - 16 * 60_000 });
  const change = { phoneNumber: "+12025558888" };
  await expect(people().change(late, person.userId, change)).rejects.toThrow("Sign in again to do this");
  expect(await rowNow()).toMatchObject({ phone_number: person.phoneNumber, phone_number_verified: true });
});

test("a user is deleted even if the account cannot be ended now; it ends when the pool answers", async () => {
  const before = (await noted()).length;
  await people().remove(write(), person.userId);
  expect(await rowNow()).toBeUndefined();
  expect((await noted()).slice(before)).toEqual(["delete"]);
  expect((await tokensOf(pulse, person.email)).idToken).toBeTruthy();
  isAway = false;
  await work().settleAll();
  await expect(tokensOf(pulse, person.email)).rejects.toThrow("no tokens");
});
