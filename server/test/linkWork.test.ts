import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { userPools } from "../src/resources/identityLink/userPools.ts";
import { endLeases } from "../src/platform/database/lease.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { linkWork } from "../src/resources/identityLink/linkWork.ts";
import { linkWorkRepository, type LinkNote } from "../src/resources/identityLink/linkWork.repository.ts";
import { usersRepository } from "../src/resources/users/users.repository.ts";
import { usersService } from "../src/resources/users/users.service.ts";
import { type LinkedAccounts, linkedAccounts } from "../src/resources/identityLink/linkedAccounts.ts";
import { call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { acceptInvitation, newcomer, temporaryPasswordTo } from "./support/newcomers.ts";
import { aPerson, codeTo, password, tokensOf } from "./support/people.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";
import { aViewer, writeAs } from "./support/writing.ts";

// A user is a row here and an account in the pool. Wherever the process dies between the two, they agree again later.
let pulse: TestPulse;
let customer: NewCustomer;
let administrator: string;

beforeAll(async () => {
  pulse = await testPulse();
});
beforeEach(async () => {
  customer = await aCustomer(pulse);
  administrator = await aToken(pulse, customer, "Administrator");
});
afterAll(() => pulse.stop());

type Step = "invite" | "follow" | "remove";
interface Cut {
  step: Step;
  when: "before" | "after";
}

/**
 * Lets a process begin and die at a cut; resolves when its state is there and its leases have ended. Until then the
 * real pool did what it was asked to do.
 */
async function cutShort({ step, when }: Cut, begin: (people: ReturnType<typeof usersService>) => Promise<unknown>) {
  const real = linkedAccounts(userPools(pulse.config, pulse.identity));
  await new Promise<void>((died) => {
    const cut = async (act: () => Promise<unknown>): Promise<never> => {
      if (when === "after") await act();
      died();
      return new Promise<never>(() => undefined);
    };
    const accounts: LinkedAccounts = {
      ...real,
      ...(step === "invite" ? { invite: (...args) => cut(() => real.invite(...args)) } : {}),
      ...(step === "follow" ? { follow: (...args) => cut(() => real.follow(...args)) } : {}),
      ...(step === "remove" ? { remove: (...args) => cut(() => real.remove(...args)) } : {}),
    };
    // A dead process does not extend its leases.
    void begin(serviceOver(accounts, 3600_000));
  });
  await endLeases(pulse.db);
}

function serviceOver(accounts: LinkedAccounts, ms?: number) {
  return usersService({
    users: usersRepository(pulse.db),
    accounts,
    work: linkWork({
      work: linkWorkRepository(pulse.db),
      accounts,
      problem: () => undefined,
      ...(ms === undefined ? {} : { ms }),
    }),
    releaseEmail: async () => undefined,
    rights: { assertGrantable: async () => undefined, refuseMore: async () => undefined },
    audit: { record: () => undefined },
    secondFactors: async () => ["sms"],
    signInUrl: "https://pulse.test/signin",
    now: Date.now,
  });
}

/** What a process does when it starts. */
const start = () =>
  linkWork({
    work: linkWorkRepository(pulse.db),
    accounts: linkedAccounts(userPools(pulse.config, pulse.identity)),
    problem: (error) => {
      throw error;
    },
  }).settleAll();

const write = () => writeAs<never>(pulse, aViewer(customer));
const inPool = (email: string) => pulse.identity.admin.findUser({ pool: "current", username: email });
const rowOf = (email: string) => pulse.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
const currentPool = () => pulse.identity.pools.current.userPoolId;
/** Notes work as a process that has died did. */
const note = (work: LinkNote) => linkWorkRepository(pulse.db).note(work, uuidv7(), 0);
const left = () => pulse.db.selectFrom("account_work").selectAll().execute();
const invite = (body: object) => call(pulse, "POST", "users", { token: administrator, body });

const bodyOf = (sent: ReturnType<typeof newcomer>) => ({
  email: sent.email,
  givenName: sent.given_name,
  familyName: sent.family_name,
  roleId: sent.role_id,
  userGroupId: sent.user_group_id,
});

describe.each(["before", "after"] as const)("an invitation interrupted %s the pool made the account", (when) => {
  const cut = { step: "invite", when } as const;

  test("an interrupted invitation leaves nothing behind after the next start", async () => {
    const sent = newcomer(customer);
    await cutShort(cut, (people) => people.create(write(), customer.id, bodyOf(sent)));
    expect([(await inPool(sent.email)) !== null, await rowOf(sent.email)]).toEqual([when === "after", undefined]);
    await start();
    expect([await inPool(sent.email), await rowOf(sent.email), await left()]).toEqual([null, undefined, []]);
  });

  test("an interrupted invitation can be sent again at once, and the newest mail works", async () => {
    const sent = newcomer(customer);
    await cutShort(cut, (people) => people.create(write(), customer.id, bodyOf(sent)));
    const again = await invite(sent);
    expect([again.status, again.content["status"]]).toEqual([201, "invited"]);
    const token = await acceptInvitation(pulse, sent.email, await temporaryPasswordTo(pulse, sent.email));
    expect((await call(pulse, "GET", "users/me", { token })).content["id"]).toBe(again.content["id"]);
    expect(await left()).toEqual([]);
  });

  test("an interrupted invitation does not prevent the person from signing up", async () => {
    const sent = newcomer(customer);
    await cutShort(cut, (people) => people.create(write(), customer.id, bodyOf(sent)));
    const { customer_code } = await pulse.db
      .selectFrom("customers")
      .select("customer_code")
      .where("id", "=", customer.id)
      .executeTakeFirstOrThrow();
    const { email, given_name, family_name } = sent;
    const body = { email, given_name, family_name, customer_code, password };
    expect((await call(pulse, "POST", "signup", { body })).status).toBe(201);
    await call(pulse, "POST", "verify-email", { body: { email, code: await codeTo(pulse, email) } });
    expect((await tokensOf(pulse, email)).idToken).toBeTruthy();
  });
});

test("an invitation whose answer was lost is undone before the refusal is sent", async () => {
  const sent = newcomer(customer);
  const real = linkedAccounts(userPools(pulse.config, pulse.identity));
  const people = serviceOver({
    ...real,
    invite: async (...args) => {
      await real.invite(...args);
      throw new Error("socket hang up");
    },
  });
  await expect(people.create(write(), customer.id, bodyOf(sent))).rejects.toThrow("socket hang up");
  expect([await inPool(sent.email), await left()]).toEqual([null, []]);
  expect((await invite(sent)).status).toBe(201);
});

test("two simultaneous invitations of one e-mail create one person", async () => {
  const sent = newcomer(customer);
  const answers = await Promise.all([invite(sent), invite(sent)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
  await acceptInvitation(pulse, sent.email, await temporaryPasswordTo(pulse, sent.email));
});

describe.each(["before", "after"] as const)("a deletion interrupted %s the account ended", (when) => {
  const cut = { step: "remove", when } as const;

  test("an interrupted deletion of a person is completed by the next start", async () => {
    const person = await aPerson(pulse, customer);
    await cutShort(cut, (people) => people.remove(write(), person.userId));
    expect(await rowOf(person.email)).toBeUndefined();
    await start();
    expect([await inPool(person.email), await left()]).toEqual([null, []]);
  });

  test("an interrupted deletion leaves the e-mail free for a new invitation at once", async () => {
    const person = await aPerson(pulse, customer);
    await cutShort(cut, (people) => people.remove(write(), person.userId));
    const { email } = person;
    expect((await invite(newcomer(customer, { email }))).status).toBe(201);
    await acceptInvitation(pulse, email, await temporaryPasswordTo(pulse, email));
  });
});

describe.each(["before", "after"] as const)("a change interrupted %s the account followed", (when) => {
  test("an interrupted change of a person is undone in the row and the account by the next start", async () => {
    const person = await aPerson(pulse, customer, { phone: "verified" });
    const before = await inPool(person.email);
    const phoneNumber = `+1202555${when === "before" ? "7001" : "7002"}`;
    await cutShort({ step: "follow", when }, (people) => people.change(write(), person.userId, { phoneNumber }));
    await start();
    expect(await rowOf(person.email)).toMatchObject({ phone_number: person.phoneNumber, phone_number_verified: true });
    expect([await inPool(person.email), await left()]).toEqual([before, []]);
  });
});

test("a change whose answer was lost is undone in the account, too: phone verified, second factor on", async () => {
  const person = await aPerson(pulse, customer, { phone: "verified", mfa: true });
  const real = linkedAccounts(userPools(pulse.config, pulse.identity));
  let asked = 0;
  const people = serviceOver({
    ...real,
    follow: async (...args) => {
      asked += 1;
      await real.follow(...args);
      if (asked === 1) throw new Error("socket hang up");
    },
  });
  const before = await inPool(person.email);
  await expect(people.change(write(), person.userId, { phoneNumber: null })).rejects.toThrow("socket hang up");
  expect(await rowOf(person.email)).toMatchObject({ phone_number: person.phoneNumber, mfa_enabled: true });
  expect([await inPool(person.email), await left()]).toEqual([before, []]);
});

test("an interrupted deletion of a customer ends its people's accounts at the next start of Pulse", async () => {
  const person = await aPerson(pulse, customer);
  // The state after the deletion was committed and before the pool was called.
  await pulse.db.deleteFrom("users").where("id", "=", person.userId).execute();
  await note({ email: person.email, work: "end", account: { pool: currentPool(), sub: person.sub } });
  await pulse.stop();
  pulse = await testPulse({}, { keep: true });
  await pulse.settled();
  expect([await inPool(person.email), await left()]).toEqual([null, []]);
});

test("an account that has got a row in the meantime is left alone", async () => {
  const person = await aPerson(pulse, customer);
  await note({ email: person.email, work: "make", account: { pool: currentPool(), sub: null } });
  await start();
  expect((await tokensOf(pulse, person.email)).idToken).toBeTruthy();
  expect(await left()).toEqual([]);
});

describe("two processes", () => {
  /** An invitation that another process is working on, and a function that lets it go on. */
  async function underWay(sent: ReturnType<typeof newcomer>) {
    const real = linkedAccounts(userPools(pulse.config, pulse.identity));
    const { promise: made, resolve: tell } = Promise.withResolvers<void>();
    const { promise: heartbeat, resolve: letGo } = Promise.withResolvers<void>();
    const people = serviceOver({
      ...real,
      invite: async (...args) => {
        const account = await real.invite(...args);
        tell();
        await heartbeat;
        return account;
      },
    });
    const invited = people.create(write(), customer.id, bodyOf(sent));
    await made;
    return { invited, letGo };
  }

  test("two processes leave each other's invitations alone: one in progress survives the start of another process", async () => {
    const sent = newcomer(customer);
    const { invited, letGo } = await underWay(sent);
    await start();
    letGo();
    await invited;
    await acceptInvitation(pulse, sent.email, await temporaryPasswordTo(pulse, sent.email));
    expect(await left()).toEqual([]);
  });

  test("two processes do not invite the same person at once: the second is told to retry", async () => {
    const sent = newcomer(customer);
    const { invited, letGo } = await underWay(sent);
    const second = await invite(sent);
    expect([second.status, second.content["code"], second.headers.get("retry-after")]).toEqual([409, "conflict", "1"]);
    expect(second.content["message"]).toMatch(/still working on this/i);
    letGo();
    await invited;
    expect((await invite(sent)).content["code"]).toBe("already_exists");
  });

  test("two processes never both write an invitation: the one that lost its lease creates nothing", async () => {
    const sent = newcomer(customer);
    const { invited, letGo } = await underWay(sent);
    await endLeases(pulse.db);
    await start();
    letGo();
    await expect(invited).rejects.toMatchObject({ code: "conflict" });
    expect([await inPool(sent.email), await rowOf(sent.email), await left()]).toEqual([null, undefined, []]);
  });
});
