import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { aPerson } from "./support/people.ts";
import { aRole, operationIds, tokenWith } from "./support/rights.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let superadmin: string;
let customer: NewCustomer;
let administrator: string;

beforeAll(async () => {
  pulse = await testPulse();
  superadmin = await aToken(pulse, null, null);
});
beforeEach(async () => {
  customer = await aCustomer(pulse);
  administrator = await aToken(pulse, customer, "Administrator");
});
afterAll(() => pulse.stop());

const details = (answer: { content: Record<string, unknown> }) =>
  answer.content["details"] as Record<string, unknown>[];
const names = (answer: { content: Record<string, unknown>[] }) => answer.content.map((role) => role["name"]);
const entries = async (kind: string, id: unknown) => {
  await pulse.settled();
  return pulse.db
    .selectFrom("audit_entries")
    .select(["action", "outcome", "changes", "entity_name", "customer_id"])
    .where("entity_kind", "=", kind)
    .where("entity_id", "=", String(id))
    .orderBy("id")
    .execute();
};

describe("a role", () => {
  test("a role can be created, found, changed and deleted, and the log records it", async () => {
    const [read, change] = await operationIds(pulse, ["asset_management.r", "asset_management.u"]);
    const made = await call(pulse, "POST", "roles", {
      token: administrator,
      body: { name: "Store keeper", operation_ids: [read, read], is_superadmin: true, predefined: true },
    });
    expect(made.status).toBe(201);
    expect(made.content).toMatchObject({
      name: "Store keeper",
      customer_id: customer.id,
      predefined: false,
      num_users: 0,
      version: 1,
      operations: [{ id: read, area: "asset_management", letter: "r", name: "Asset management: read" }],
    });
    const id = String(made.content["id"]);
    const changed = await call(pulse, "PUT", `roles/${id}`, {
      token: administrator,
      body: { ...(made.content as object), operation_ids: [change], name: "Picker" },
    });
    expect(changed.content).toMatchObject({ name: "Picker", version: 2, operations: [{ id: change }] });
    expect((await call(pulse, "GET", `roles/${id}`, { token: administrator })).content).toEqual(changed.content);
    const onlyNamed = await call(pulse, "PUT", `roles/${id}`, { token: administrator, body: { name: "Packer" } });
    expect(onlyNamed.content).toMatchObject({ name: "Packer", operations: [{ id: change }] });
    const gone = await call(pulse, "DELETE", `roles/${id}`, { token: administrator });
    expect([gone.status, gone.content]).toEqual([200, { id }]);
    expect((await call(pulse, "GET", `roles/${id}`, { token: administrator })).status).toBe(404);

    const log = await entries("role", id);
    expect(log.map(({ action, outcome }) => [action, outcome])).toEqual([
      ["create", "ok"],
      ["update", "ok"],
      ["update", "ok"],
      ["delete", "ok"],
    ]);
    expect(log[1]).toMatchObject({
      customer_id: customer.id,
      changes: [
        { field: "name", before: "Store keeper", after: "Picker" },
        { field: "operations", before: ["Asset management: read"], after: ["Asset management: update"] },
      ],
    });
  });

  test("the roles of a customer are searched ignoring case and accents, sorted, and in pages", async () => {
    await aRole(pulse, customer, [], "Zögling");
    await aRole(pulse, await aCustomer(pulse), [], "Foreign");
    const all = await call(pulse, "GET", "roles?sort_fields=name&sort_order=asc", { token: administrator });
    expect(names(all)).toEqual(["Administrator", "Manager", "Operator", "Viewer", "Zögling"]);
    expect(all.content[0]!["operations"]).toHaveLength(42);
    expect(all.content[0]!["num_users"]).toBe(1);
    const found = await call(pulse, "GET", "roles?search_keyword=zog", { token: administrator });
    expect(names(found)).toEqual(["Zögling"]);
    const page = await call(pulse, "GET", "roles?sort_fields=name&sort_order=asc&page=2&limit=2", {
      token: administrator,
    });
    expect(names(page)).toEqual(["Operator", "Viewer"]);
    expect(page.metadata).toEqual({ total_count: 5, current_page: 2, max_page: 3, limit: 2 });
    const byOther = await call(pulse, "GET", `roles?customer_id=${customer.id}&search_keyword=zog`, {
      token: superadmin,
    });
    expect(names(byOther)).toEqual(["Zögling"]);
    expect((await call(pulse, "GET", "roles", { token: superadmin })).content["code"]).toBe("customer_required");
  });

  test("a role has a unique name within the customer, ignoring case", async () => {
    const taken = { name: "VIEWER", operation_ids: [] };
    for (const [method, path] of [
      ["POST", "roles"],
      ["PUT", `roles/${await aRole(pulse, customer, [])}`],
    ] as const) {
      const answer = await call(pulse, method, path, { token: administrator, body: taken });
      expect([answer.status, answer.content["code"]]).toEqual([409, "already_exists"]);
      expect(details(answer)).toEqual([{ path: "name", code: "must_be_unique", message: "Role must be unique" }]);
    }
  });

  test("a role may only have operations that exist and that the customer has", async () => {
    const ids = await operationIds(pulse, ["asset_management.r", "site_management.r"]);
    await pulse.db
      .updateTable("customers")
      .set({ config: JSON.stringify({ availableOperations: [ids[0]] }) })
      .where("id", "=", customer.id)
      .execute();
    const body = { name: "Too much", operation_ids: [ids[0], customer.id, ids[1]] };
    const answer = await call(pulse, "POST", `roles?customer_id=${customer.id}`, { token: superadmin, body });
    expect([answer.status, answer.content["code"]]).toEqual([400, "invalid_parameter"]);
    expect(details(answer).map(({ path }) => path)).toEqual(["operation_ids[1]", "operation_ids[2]"]);
    const administrators = await call(pulse, "GET", `roles/${customer.roleIds.Administrator}`, { token: superadmin });
    expect(administrators.content["operations"]).toMatchObject([{ id: ids[0] }]);
  });

  test("a predefined role cannot be changed", async () => {
    const path = `roles/${customer.roleIds.Viewer}`;
    for (const token of [administrator, superadmin]) {
      const changed = await call(pulse, "PUT", path, { token, body: { name: "Mine", operation_ids: [] } });
      expect([changed.status, changed.content["code"]]).toEqual([403, "predefined"]);
      const deleted = await call(pulse, "DELETE", path, { token });
      expect([deleted.status, deleted.content["code"]]).toEqual([403, "predefined"]);
    }
  });

  test("a role cannot be deleted while somebody has it, or while sign-ups get it", async () => {
    const id = await aRole(pulse, customer, []);
    const person = await aPerson(pulse, { ...customer, roleIds: { ...customer.roleIds, Viewer: id } });
    const answer = await call(pulse, "DELETE", `roles/${id}`, { token: administrator });
    expect([answer.status, answer.content["code"], answer.content["message"]]).toEqual([
      409,
      "in_use",
      "Role is in use",
    ]);
    expect(details(answer)).toMatchObject([
      { path: "users", code: "in_use", items: [{ id: person.userId, name: "Some Body" }] },
    ]);
    await pulse.db.deleteFrom("users").where("id", "=", person.userId).execute();
    await pulse.db
      .updateTable("customers")
      .set({ config: JSON.stringify({ signupRoleId: id }) })
      .where("id", "=", customer.id)
      .execute();
    const promised = await call(pulse, "DELETE", `roles/${id}`, { token: administrator });
    expect(details(promised)).toMatchObject([{ path: "customers", items: [{ id: customer.id }] }]);
  });

  test("a role cannot be changed from an old version, and the answer shows both versions", async () => {
    const id = await aRole(pulse, customer, [], "First");
    await call(pulse, "PUT", `roles/${id}`, { token: administrator, body: { name: "Second", version: 1 } });
    const late = await call(pulse, "PUT", `roles/${id}`, {
      token: administrator,
      body: { name: "Third", operation_ids: [], version: 1 },
    });
    expect([late.status, late.content["code"]]).toEqual([409, "conflict"]);
    expect(details(late)).toMatchObject([{ path: "name", code: "changed", theirs: "Second", yours: "Third" }]);
    const lastWins = await call(pulse, "PUT", `roles/${id}`, { token: administrator, body: { name: "Third" } });
    expect(lastWins.content["version"]).toBe(3);
  });

  test("a role of another customer cannot be seen or created", async () => {
    const stranger = await aCustomer(pulse);
    const id = await aRole(pulse, stranger, []);
    for (const [method, body] of [
      ["GET", undefined],
      ["PUT", { name: 1 }],
      ["DELETE", undefined],
    ] as const) {
      const foreign = await call(pulse, method, `roles/${id}`, { token: administrator, body });
      const absent = await call(pulse, method, `roles/${customer.id}`, { token: administrator, body });
      expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
    }
    const body = { name: "Planted", operation_ids: [], customer_id: stranger.id };
    expect((await call(pulse, "POST", "roles", { token: administrator, body })).status).toBe(404);
    const own = await aRole(pulse, customer, []);
    const moved = await call(pulse, "PUT", `roles/${own}`, { token: administrator, body });
    expect(moved.content["customer_id"]).toBe(customer.id);
  });
});

describe("nobody can give more than they have", () => {
  const rights = ["role_management.c", "role_management.u", "role_management.d", "asset_management.r"] as const;

  test("nobody can give more than they have in a new role or a changed one, including their own", async () => {
    const token = await tokenWith(pulse, customer, rights);
    const { content: me } = await call(pulse, "GET", "users/me", { token });
    const weak = await aRole(pulse, customer, ["asset_management.r"]);
    const ids = await operationIds(pulse, ["asset_management.r", "user_management.u"]);
    for (const [method, path] of [
      ["POST", "roles"],
      ["PUT", `roles/${weak}`],
      ["PUT", `roles/${String(me["role_id"])}`],
    ] as const) {
      const answer = await call(pulse, method, path, { token, body: { name: "Stronger", operation_ids: ids } });
      expect([answer.status, answer.content["code"]]).toEqual([403, "operation_not_allowed"]);
      expect(details(answer)).toMatchObject([{ path: "operation_ids[1]", code: "operation_not_allowed" }]);
      expect(String(details(answer)[0]!["message"])).toContain("User management: update");
    }
    const fine = await call(pulse, "POST", "roles", { token, body: { name: "As weak", operation_ids: [ids[0]] } });
    expect(fine.status).toBe(201);
    expect(await entries("role", weak)).toMatchObject([{ action: "update", outcome: "refused" }]);
  });

  test("nobody can change or delete a stronger role than their own", async () => {
    const token = await tokenWith(pulse, customer, rights);
    const strong = await aRole(pulse, customer, ["user_management.u", "asset_management.r"]);
    for (const [method, body] of [
      ["PUT", { name: "Weaker", operation_ids: [] }],
      ["DELETE", undefined],
    ] as const) {
      const answer = await call(pulse, method, `roles/${strong}`, { token, body });
      expect([answer.status, answer.content["code"]]).toEqual([403, "operation_not_allowed"]);
    }
    expect((await call(pulse, "DELETE", `roles/${strong}`, { token: administrator })).status).toBe(200);
  });
});

test("the role of the last administrator keeps its right to manage users", async () => {
  const own = await aCustomer(pulse);
  const token = await tokenWith(pulse, own, ["role_management.u", "user_management.r", "user_management.u"]);
  const { content: me } = await call(pulse, "GET", "users/me", { token });
  const ids = await operationIds(pulse, ["role_management.u", "user_management.r"]);
  const path = `roles/${String(me["role_id"])}`;
  const refused = await call(pulse, "PUT", path, { token, body: { operation_ids: ids } });
  expect([refused.status, refused.content["code"]]).toEqual([409, "last_administrator"]);
  expect((await call(pulse, "GET", "accessible-operations", { token })).content["user_management"]).toEqual(["r", "u"]);
  await aToken(pulse, own, "Administrator");
  expect((await call(pulse, "PUT", path, { token, body: { operation_ids: ids } })).status).toBe(200);
  // It takes effect at once.
  expect((await call(pulse, "GET", "accessible-operations", { token })).content["user_management"]).toEqual(["r"]);
});
