import type { KyselyPlugin } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { everythingChanged } from "../bus/changed.ts";
import { DatabaseUnavailable } from "../database/databaseUnavailable.ts";
import { newCustomer } from "../../resources/customers/newCustomer.repository.ts";
import { viewers } from "./viewers.ts";

const claims = {
  email: "",
  phoneNumber: null,
  phoneNumberVerified: false,
  originJti: null,
  isSso: false,
  authTimeMs: 0,
  expiresMs: 1,
};

test("a change rereads only the people it concerns", async () => {
  const { db, reset } = await testDatabase();
  await reset();
  const customer = await newCustomer(db, { name: "Customer", code: "C1" });
  const other = await newCustomer(db, { name: "Other", code: "C2" });
  const people = [
    { owner: customer, role: "Manager" },
    { owner: customer, role: "Viewer" },
    { owner: other, role: "Viewer" },
  ] as const;
  const ids = people.map(() => uuidv7());
  for (const [nth, { owner, role }] of people.entries())
    await db
      .insertInto("users")
      .values({
        id: ids[nth]!,
        email: `person${nth}@pulse.test`,
        given_name: "Test",
        family_name: "Person",
        identity_sub: `sub${nth}`,
        customer_id: owner.id,
        role_id: owner.roleIds[role],
        user_group_id: owner.groupId,
      })
      .execute();

  let asked: string[] = [];
  const known = viewers(db.withPlugin(subsAsked((sub) => asked.push(sub))), () => 0);
  const readAfter = async (act: () => void): Promise<string[]> => {
    asked = [];
    act();
    for (const nth of people.keys()) await known.of({ ...claims, sub: `sub${nth}` });
    return asked;
  };
  const place = { siteId: null, customerId: null };
  expect(await readAfter(() => undefined)).toEqual(["sub0", "sub1", "sub2"]);
  expect(await readAfter(() => undefined)).toEqual([]);
  expect(await readAfter(() => known.drop({ kind: "user", ids: [ids[1]!], ...place }))).toEqual(["sub1"]);
  expect(await readAfter(() => known.drop({ kind: "role", ids: [customer.roleIds.Manager], ...place }))).toEqual([
    "sub0",
  ]);
  expect(await readAfter(() => known.drop({ kind: "group", ids: [other.groupId], ...place }))).toEqual(["sub2"]);
  expect(await readAfter(() => known.drop({ kind: "customer", ids: [customer.id], ...place }))).toEqual([
    "sub0",
    "sub1",
  ]);
  expect(await readAfter(() => known.drop({ kind: "asset", ids: [customer.id], ...place }))).toEqual([]);
  expect(await readAfter(() => known.drop(everythingChanged))).toEqual(["sub0", "sub1", "sub2"]);
});

test("while the database does not answer, superadmins stay known for ten minutes, and nobody else", async () => {
  const { db, reset } = await testDatabase();
  await reset();
  const customer = await newCustomer(db, { name: "Customer", code: "C1" });
  const people = [
    { sub: "sub0", customer_id: null, role_id: null, is_superadmin: true },
    { sub: "sub1", customer_id: customer.id, role_id: customer.roleIds.Administrator, is_superadmin: false },
  ];
  for (const { sub, ...rights } of people)
    await db
      .insertInto("users")
      .values({
        id: uuidv7(),
        email: `${sub}@pulse.test`,
        given_name: "Test",
        family_name: "Person",
        identity_sub: sub,
        user_group_id: null,
        ...rights,
      })
      .execute();
  let isAway = false;
  let nowMs = 0;
  const failing = subsAsked(() => {
    if (isAway) throw new DatabaseUnavailable("away");
  });
  const known = viewers(db.withPlugin(failing), () => nowMs);
  const ask = (sub: string) =>
    known.of({ ...claims, sub }).then(
      (viewer) => viewer?.isSuperadmin,
      (error: unknown) => (error as Error).name,
    );
  expect([await ask("sub0"), await ask("sub1")]).toEqual([true, false]);
  isAway = true;
  nowMs = 9 * 60_000;
  expect([await ask("sub0"), await ask("sub1")]).toEqual([true, "DatabaseUnavailable"]);
  nowMs = 11 * 60_000;
  expect(await ask("sub0")).toBe("DatabaseUnavailable");
});

/** Calls `tell` for each person that is looked up. */
function subsAsked(tell: (sub: string) => void): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      const sub = /"value":"(sub\d)"/.exec(JSON.stringify(node))?.[1];
      if (sub !== undefined) tell(sub);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}
