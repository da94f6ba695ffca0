import { afterAll, beforeAll, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer } from "./support/builders.ts";
import { aPerson, tokensOf } from "./support/people.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let customer: NewCustomer;

beforeAll(async () => {
  pulse = await testPulse({ PULSE_TRUST_PROXY: "127.0.0.1" });
  customer = await aCustomer(pulse);
});
afterAll(() => pulse.stop());

const metric = async (outcome: string): Promise<number> => {
  const { text } = await call(pulse, "GET", "/metrics");
  return Number(new RegExp(`^pulse_sms_total\\{outcome="${outcome}"\\} (\\d+)$`, "m").exec(text)?.[1]);
};

test("a number gets ten text-message codes an hour; then our routes answer 429, and the metrics count it", async () => {
  const before = await metric("over_number_budget");
  const ask = async (token: string, address: string) =>
    call(pulse, "PUT", "users/me/phone_number", {
      token,
      body: { value: "+12025559999" },
      headers: { "x-forwarded-for": address },
    });
  const answers = [];
  for (let nth = 0; nth < 3; nth += 1) {
    const { idToken } = await tokensOf(pulse, (await aPerson(pulse, customer)).email);
    for (let each = 0; each < 4; each += 1) answers.push(await ask(idToken, `198.51.100.${nth}`));
  }
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  expect(answers.at(-1)!.content["code"]).toBe("too_many_requests");
  // The SDK asks a second time when it meets a limit.
  expect(await metric("over_number_budget")).toBeGreaterThanOrEqual(before + 2);
  expect(await metric("sent")).toBeGreaterThanOrEqual(10);
});
