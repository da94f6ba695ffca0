import { AppError } from "@pulse/contract/errors";
import { fullAccess } from "@pulse/contract/access";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { NewCustomer } from "../src/customers/newCustomer.ts";
import type { Viewer } from "../src/http/viewer.ts";
import { peopleRepository } from "../src/users/people.repository.ts";
import { peopleService } from "../src/users/people.service.ts";
import { aCustomer, aToken } from "./builders.ts";
import { aPerson, type TestPerson } from "./people.ts";
import { testPulse, type TestPulse } from "./testPulse.ts";

// The row here and the account in the pool stay together: where one cannot follow, the other goes back.
let pulse: TestPulse;
let customer: NewCustomer;
let person: TestPerson;
const noted: string[] = [];

beforeAll(async () => {
  pulse = await testPulse();
  customer = await aCustomer(pulse);
  await aToken(pulse, customer, "Administrator");
  person = await aPerson(pulse, customer, { phone: "verified", mfa: true });
});
afterAll(() => pulse.stop());

const away = async (): Promise<never> => {
  throw new AppError("too_many_requests", { values: { seconds: 60 } });
};
const people = () =>
  peopleService({
    people: peopleRepository(pulse.db),
    accounts: { invite: away, inviteAgain: away, change: away, remove: away },
    rights: { refuseGift: async () => undefined, refuseMore: async () => undefined },
    forgetViewers: () => undefined,
    audit: { note: (entry) => void noted.push(entry.action), flush: async () => undefined },
    now: Date.now,
  });
const rowNow = () => pulse.db.selectFrom("users").selectAll().where("id", "=", person.userId).executeTakeFirst();
const actor = (more: Partial<Viewer> = {}) => ({
  viewer: {
    userId: person.userId,
    email: person.email,
    customerId: customer.id,
    isSuperadmin: false,
    devToolEnabled: false,
    access: fullAccess(),
    siteIds: null,
    tokenExpiresMs: Date.now() + 3600_000,
    signedInMs: Date.now(),
    ...more,
  },
  origin: { ip: "", userAgent: "", requestId: "" },
});

test("a change that the pool refuses is taken back, and nothing says it was made", async () => {
  const before = await rowNow();
  const change = { givenName: "Other", phoneNumber: null, roleId: customer.roleIds.Manager };
  await expect(people().change(actor(), person.userId, change)).rejects.toThrow("Too many requests");
  expect(await rowNow()).toEqual(before);
  expect(noted).toEqual([]);
});

test("somebody whose account cannot be ended stays, with everything that was theirs", async () => {
  const before = await rowNow();
  await expect(people().remove(actor(), person.userId)).rejects.toThrow("Too many requests");
  expect(await rowNow()).toEqual(before);
  expect(noted).toEqual([]);
});

test("one's own verified phone is changed only soon after a sign-in", async () => {
  const late = actor({ signedInMs: Date.now() - 16 * 60_000 });
  const change = { phoneNumber: "+12025558888" };
  await expect(people().change(late, person.userId, change)).rejects.toThrow("Sign in again to do this");
  expect(await rowNow()).toMatchObject({ phone_number: person.phoneNumber, phone_number_verified: true });
});
