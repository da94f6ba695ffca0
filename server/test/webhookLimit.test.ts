import { afterAll, beforeAll, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { type Answer, call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let customer: NewCustomer;
beforeAll(async () => {
  pulse = await testPulse({ PULSE_WEBHOOK_ALLOW: "127.0.0.1" });
  customer = await aCustomer(pulse);
});
afterAll(() => pulse.stop());

test("a customer's fifty-first webhook is refused with the limit, also among several at once; another's is not", async () => {
  const token = await aToken(pulse, customer, "Administrator");
  const add = (name: string, as = token): Promise<Answer> =>
    call(pulse, "POST", "webhooks", { token: as, body: { name, url: "https://127.0.0.1:9/" } });
  const made: Answer[] = [];
  for (let nth = 1; nth <= 48; nth++) made.push(await add(`Hook ${nth}`));
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
  const last = await Promise.all([49, 50, 51, 52].map((nth) => add(`Hook ${nth}`)));
  const refused = last.filter(({ status }) => status !== 201);
  expect(refused.map(({ status, content }) => [status, content["code"], content["message"]])).toEqual([
    [400, "out_of_range", "number of webhooks must be between 0 and 50"],
    [400, "out_of_range", "number of webhooks must be between 0 and 50"],
  ]);

  const other = await aToken(pulse, await aCustomer(pulse), "Administrator");
  expect((await add("Theirs", other)).status).toBe(201);
  const [first] = (await call(pulse, "GET", "webhooks", { token })).content;
  await call(pulse, "DELETE", `webhooks/${String(first!["id"])}`, { token });
  expect((await add("Again")).status).toBe(201);
});
