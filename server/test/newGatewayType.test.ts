import type { Kysely } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { up } from "../migrations/0062_april_brother.ts";
import { call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
beforeAll(async () => {
  pulse = await testPulse();
});
afterAll(() => pulse.stop());

test("an upgrade offers a new type of gateway to the customers that had every type, and leaves a choice alone", async () => {
  const operator = await aToken(pulse, null, null);
  await pulse.db.deleteFrom("hardware_types").where("type", "=", "APRILBROTHER").execute();
  const types = (await call(pulse, "GET", "hardwares/types", { token: operator })).content as unknown as {
    id: string;
    type: string;
  }[];
  expect(types).toHaveLength(8);
  const [all, some] = [await aCustomer(pulse), await aCustomer(pulse)];
  const choose = (id: string, chosen: typeof types) =>
    call(pulse, "PUT", `customers/${id}`, {
      token: operator,
      body: { config: { available_hardware_types: chosen.map((one) => one.id) } },
    });
  expect((await choose(all.id, types)).status).toBe(200);
  expect((await choose(some.id, types.slice(0, 2))).status).toBe(200);
  await up(pulse.db as unknown as Kysely<unknown>);
  const offered = async (id: string) =>
    (
      (await call(pulse, "GET", `customers/${id}/hardware-types`, { token: operator }))
        .content as unknown as typeof types
    ).map(({ type }) => type);
  expect(await offered(all.id)).toEqual([...types.map(({ type }) => type), "APRILBROTHER"]);
  expect(await offered(some.id)).toEqual(types.slice(0, 2).map(({ type }) => type));
});
