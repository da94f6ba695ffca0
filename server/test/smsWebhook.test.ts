import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text as bodyOf } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer } from "./support/builders.ts";
import { aPerson, passwordSignIn, type TestPerson, tokensOf } from "./support/people.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let provider: Server;
let status = 200;
const received: { to: string; text: string }[] = [];
let pulse: TestPulse;
let customer: NewCustomer;

beforeAll(async () => {
  provider = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      received.push(JSON.parse(body) as { to: string; text: string });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/sms`;
  pulse = await testPulse({ PULSE_SMS_WEBHOOK_URL: url });
  customer = await aCustomer(pulse);
});
beforeEach(() => {
  status = 200;
  received.length = 0;
});
afterAll(async () => {
  await pulse.stop();
  provider.close();
});

const number = "+12025550147";
const changeNumber = async () => {
  const { idToken } = await tokensOf(pulse, (await aPerson(pulse, customer)).email);
  return call(pulse, "PUT", "users/me/phone_number", { token: idToken, body: { value: number } });
};

test("a code that verifies a phone number is posted to the SMS webhook, and not kept in the outbox", async () => {
  expect((await changeNumber()).status).toBe(200);
  const codes = received.filter(({ to }) => to === number);
  expect(codes).toHaveLength(1);
  expect(Object.keys(codes[0]!)).toEqual(["to", "text"]);
  expect(codes[0]!.text).toMatch(/\b\d{6}\b/);
  const kept = await pulse.db.selectFrom("outbox").select("id").where("to", "=", number).execute();
  expect(kept).toEqual([]);
});

const refusals = async ({ userId }: TestPerson) => {
  await pulse.settled();
  return pulse.db
    .selectFrom("audit_entries")
    .select(["action", "changes"])
    .where("entity_id", "=", userId)
    .where("outcome", "=", "refused")
    .execute();
};

test("a sign-in whose code the SMS webhook refuses is refused in words, and in the audit log once", async () => {
  const person = await aPerson(pulse, customer, { phone: "verified", mfa: true });
  status = 400;
  expect(await passwordSignIn(pulse, person.email)).toMatchObject({ __type: "CodeDeliveryFailureException" });
  expect(await refusals(person)).toEqual([
    {
      action: "update",
      changes: [
        { field: "code", before: null, after: "undelivered" },
        { field: "channel", before: null, after: "sms" },
      ],
    },
  ]);
  status = 200;
  expect(await passwordSignIn(pulse, person.email)).toMatchObject({ ChallengeName: "SMS_MFA" });
});

test("a person reads that the code could not be delivered if the SMS webhook refuses it", async () => {
  const person = await aPerson(pulse, customer);
  const { idToken } = await tokensOf(pulse, person.email);
  status = 400;
  const answer = await call(pulse, "PUT", "users/me/phone_number", { token: idToken, body: { value: number } });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(JSON.stringify(answer.content)).not.toContain("webhook");
  expect((await refusals(person)).map(({ action }) => action)).toEqual(["update"]);
  const { text } = await call(pulse, "GET", "/metrics");
  expect(text).toMatch(/^pulse_sms_total\{outcome="failed"\} [1-9]/m);
});
