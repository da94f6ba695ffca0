import { afterAll, beforeAll, expect, test } from "vitest";
import { accountMaintenance } from "../src/resources/accounts/accountMaintenance.ts";
import { accountsRepository } from "../src/resources/accounts/accounts.repository.ts";
import { accountsService } from "../src/resources/accounts/accounts.service.ts";
import { superadmins } from "../src/resources/accounts/superadmins.ts";
import { userPools } from "../src/resources/identityLink/userPools.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { nobody } from "../src/platform/http/viewer.ts";
import { linkWork } from "../src/resources/identityLink/linkWork.ts";
import { linkWorkRepository } from "../src/resources/identityLink/linkWork.repository.ts";
import { linkedAccounts } from "../src/resources/identityLink/linkedAccounts.ts";
import { aCustomer } from "./support/builders.ts";
import { dyingPools } from "./support/dyingPool.ts";
import { aPerson, codeTo, identityCall, password, passwordSignIn, tokensIn } from "./support/people.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";
import { anotherRecording, writeAs } from "./support/writing.ts";

// Changes of accounts that take several calls to the pool, by a process that dies between two of them.
let pulse: TestPulse;
let customer: NewCustomer;

beforeAll(async () => {
  pulse = await testPulse();
  customer = await aCustomer(pulse);
});
afterAll(() => pulse.stop());

const write = <C>() => writeAs<C>(pulse, nobody);
const workOver = (pools: ReturnType<typeof userPools>) =>
  linkWork({ work: linkWorkRepository(pulse.db), accounts: linkedAccounts(pools), problem: () => undefined });
/** What the next process does when it starts. */
const start = () => workOver(userPools(pulse.config, pulse.identity)).settleAll();
const left = () => pulse.db.selectFrom("account_work").selectAll().execute();
const inPool = (pool: "current" | "legacy", username: string) => pulse.identity.admin.findUser({ pool, username });

/** Signs in a person with a second factor, to the end. */
async function codeSignIn(email: string, phoneNumber: string, pool: "current" | "legacy") {
  const challenge = await passwordSignIn(pulse, email, password, pool);
  const { body } = await identityCall(pulse, "RespondToAuthChallenge", {
    ClientId: pulse.identity.pools[pool].clientId,
    ChallengeName: "SMS_MFA",
    Session: challenge["Session"],
    ChallengeResponses: { USERNAME: email, SMS_MFA_CODE: await codeTo(pulse, phoneNumber) },
  });
  return { ...tokensIn(body), body };
}

test.each(["InitiateAuth", "RevokeToken"])(
  "a move from the legacy pool interrupted at %s leaves nobody there without a second factor",
  async (deadly) => {
    const person = await aPerson(pulse, customer, { pool: "legacy", phone: "verified", mfa: true });
    const { idToken } = await codeSignIn(person.email, person.phoneNumber, "legacy");
    const pools = await dyingPools(pulse, (operation) => operation === deadly);
    const accounts = accountsService({
      accounts: accountsRepository(pulse.db),
      current: pools.current.pool,
      currentPoolId: pools.current.userPoolId,
      legacy: pools.legacy,
      work: workOver(pools),
      unconfirmed: { releaseEmail: async () => undefined },
      users: { me: async () => Promise.reject(new Error("nobody asks here")) },
      audit: { record: () => undefined },
      now: Date.now,
    });
    await accounts.migrate(write(), idToken, password).catch(() => undefined);
    expect((await inPool("legacy", person.email))?.mfaEnabled).toBe(false);
    await start();
    expect((await inPool("legacy", person.email))?.mfaEnabled).toBe(true);
    expect((await passwordSignIn(pulse, person.email, password, "legacy"))["ChallengeName"]).toBe("SMS_MFA");
    expect(await left()).toEqual([]);
  },
);

test("the reset for a lost phone is finished by the next process if it dies between any two calls", async () => {
  for (let calls = 0; ; calls += 1) {
    const person = await aPerson(pulse, customer, { phone: "verified", mfa: true });
    const { body } = await codeSignIn(person.email, person.phoneNumber, "current");
    let died = false;
    const pools = await dyingPools(pulse, (_operation, nth) => (died ||= nth >= calls));
    const { unit } = anotherRecording(pulse);
    const maintenance = accountMaintenance({ db: pulse.db, pools, unit, now: Date.now, problem: () => undefined });
    await superadmins({ db: pulse.db, pools, accountMaintenance: maintenance, sendsTexts: true })
      .resetMfa(person.email, write())
      .catch(() => undefined);
    await start();
    const account = await inPool("current", person.email);
    const row = await pulse.db
      .selectFrom("users")
      .select(["phone_number", "mfa_enabled"])
      .where("email", "=", person.email)
      .executeTakeFirstOrThrow();
    const { RefreshToken } = body["AuthenticationResult"] as { RefreshToken: string };
    const refreshed = await identityCall(pulse, "GetTokensFromRefreshToken", {
      ClientId: pulse.identity.pools.current.clientId,
      RefreshToken,
    });
    const found = [
      account?.mfaEnabled === false,
      account?.phoneNumber === null,
      !row.mfa_enabled,
      row.phone_number === null,
      refreshed.status === 400,
    ];
    expect(new Set(found), `after ${calls} calls: ${found.join()}`).toHaveProperty("size", 1);
    expect(await left()).toEqual([]);
    if (died) continue;
    expect(found[0]).toBe(true);
    break;
  }
});
