import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aSite, aToken } from "./support/builders.ts";
import { aPerson, identityCall, messagesTo, passwordSignIn, tokensOf } from "./support/people.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let superadmin: string;
let mine: NewCustomer;
let theirs: NewCustomer;
let administrator: string;

beforeAll(async () => {
  pulse = await testPulse();
  [mine, theirs] = [await aCustomer(pulse, "Mine"), await aCustomer(pulse, "Theirs")];
  superadmin = await aToken(pulse, null, null);
  administrator = await aToken(pulse, mine, "Administrator");
});
afterAll(() => pulse.stop());

let serial = 0;
const aBody = (more: object = {}) => {
  serial += 1;
  return { name: `Made ${serial}`, customer_code: `made-${serial}`, ...more };
};
const asSuperadmin = (method: string, path: string, body?: unknown) =>
  call(pulse, method, path, { token: superadmin, ...(body === undefined ? {} : { body }) });
type Made = Record<string, unknown> & { id: string; config: Record<string, unknown> };
const made = async (more: object = {}) => {
  const answer = await asSuperadmin("POST", "customers", aBody(more));
  expect([answer.status, answer.content["code"]]).toEqual([201, undefined]);
  return answer.content as unknown as Made;
};
const operationIds = async (keep: (operation: { area: string; letter: string }) => boolean) =>
  (await pulse.db.selectFrom("operations").selectAll().execute()).filter(keep).map(({ id }) => id);
const detailsOf = (answer: { content: Record<string, unknown> }) =>
  answer.content["details"] as { path: string; code: string; message: string }[];

describe("a new customer", () => {
  test("a new customer has roles, a group, all operations, and an MQTT password that is shown once", async () => {
    const customer = await made({ location: "Quay 4", name: "Harbour, Inc" });
    expect(customer).toMatchObject({
      name: "Harbour, Inc",
      location: "Quay 4",
      admin: null,
      customer_code: `MADE-${serial}`,
      version: 1,
      location_update_mechanism: "TRILATERATED",
      sites: [],
      config: { identifier_location_update_mechanism: "TRILATERATED", kkm_ring_duration_ms: 5000 },
    });
    expect(customer["operations"]).toHaveLength(42);
    expect(customer.config["available_hardware_types"]).toHaveLength(9);
    expect(String(customer["mqtt_password"])).toMatch(/^[\w-]{32}$/);
    const again = await asSuperadmin("GET", `customers/${customer.id}`);
    expect(again.content).toEqual({ ...customer, mqtt_password: undefined });
    const roles = await pulse.db.selectFrom("roles").select("name").where("customer_id", "=", customer.id).execute();
    expect(roles.map(({ name }) => name).toSorted()).toEqual(["Administrator", "Manager", "Operator", "Viewer"]);
    const groups = await pulse.db
      .selectFrom("user_groups")
      .selectAll()
      .where("customer_id", "=", customer.id)
      .execute();
    expect(groups).toMatchObject([{ name: "All sites", predefined: true, all_sites: true }]);
  });

  test("a new customer invites its administrator, who signs in with the mailed password and has all rights there only", async () => {
    const customer = await made({ admin: "Ana.Lima@harbour.test" });
    expect(customer["admin"]).toBe("ana.lima@harbour.test");
    const [mail] = await messagesTo(pulse, "ana.lima@harbour.test");
    expect(mail!.text).toContain(` has invited you to Pulse for ${String(customer["name"])}.`);
    expect(mail!.text.split("\n")).toContain(`${pulse.config.publicUrl}/signin?language=en`);
    const temporary = /^Temporary password: (\S+)$/m.exec(mail!.text)![1]!;
    const challenge = await passwordSignIn(pulse, "ana.lima@harbour.test", temporary);
    expect(challenge["ChallengeName"]).toBe("NEW_PASSWORD_REQUIRED");
    const { body } = await identityCall(pulse, "RespondToAuthChallenge", {
      ClientId: pulse.identity.pools.current.clientId,
      ChallengeName: "NEW_PASSWORD_REQUIRED",
      Session: challenge["Session"],
      ChallengeResponses: { USERNAME: "ana.lima@harbour.test", NEW_PASSWORD: "Harbour-2026" },
    });
    const token = (body["AuthenticationResult"] as { IdToken: string }).IdToken;
    const me = await call(pulse, "GET", "users/me", { token });
    expect(me.content).toMatchObject({ customer_id: customer.id, given_name: "Ana", family_name: "Lima" });
    const access = await call(pulse, "GET", "accessible-operations", { token });
    expect(Object.values(access.content).flat()).toHaveLength(42);
    expect((await call(pulse, "GET", `customers/${mine.id}/accessible-sites`, { token })).status).toBe(404);
  });

  test("a new customer is refused when its administrator's e-mail is taken", async () => {
    const person = await aPerson(pulse, theirs);
    const before = await asSuperadmin("GET", "customers");
    const answer = await asSuperadmin("POST", "customers", aBody({ admin: person.email.toUpperCase() }));
    expect([answer.status, answer.content["code"]]).toEqual([409, "already_exists"]);
    expect(detailsOf(answer)[0]).toMatchObject({ path: "admin", code: "must_be_unique" });
    const after = await asSuperadmin("GET", "customers");
    expect(after.metadata["total_count"]).toBe(before.metadata["total_count"]);
  });

  test("a new customer needs a unique name and code, ignoring case", async () => {
    const taken = await made({ name: "Taken Name", customer_code: "TAKEN-1" });
    const name = await asSuperadmin("POST", "customers", aBody({ name: "taken NAME" }));
    expect([name.status, name.content["code"]]).toEqual([409, "already_exists"]);
    expect(detailsOf(name)).toEqual([{ path: "name", code: "must_be_unique", message: "Customer must be unique" }]);
    const code = await asSuperadmin("POST", "customers", aBody({ customer_code: "taken-1" }));
    expect(detailsOf(code)).toEqual([
      { path: "customer_code", code: "must_be_unique", message: "Customer code must be unique" },
    ]);
    const other = await made();
    const renamed = await asSuperadmin("PUT", `customers/${other.id}`, { name: "TAKEN NAME" });
    expect([renamed.status, detailsOf(renamed)[0]!.path]).toEqual([409, "name"]);
    const unchanged = await asSuperadmin("PUT", `customers/${taken.id}`, { name: "Taken name" });
    expect(unchanged.content["name"]).toBe("Taken name");
  });

  test("a new customer is made once under one Idempotency-Key, and the repeated answer has the same password", async () => {
    const request = { token: superadmin, body: aBody(), headers: { "idempotency-key": uuidv7() } };
    const [first, again] = [
      await call(pulse, "POST", "customers", request),
      await call(pulse, "POST", "customers", request),
    ];
    expect(first.status).toBe(201);
    expect(again.text).toBe(first.text);
  });
});

describe("the list of customers", () => {
  test("the list of customers is searched, sorted and paged", async () => {
    const mark = `Zx${uuidv7().slice(-6)}`;
    for (const [name, location] of [
      [`${mark} Ärger`, "Quay"],
      [`${mark} alpha`, "Pier"],
      [`${mark} Beta`, "Quay"],
    ])
      await made({ name, location });
    const asked = async (query: string) => {
      const answer = await asSuperadmin("GET", `customers?search_keyword=${mark}&${query}`);
      return { ...answer, names: answer.content.map(({ name }) => String(name).split(" ")[1]) };
    };
    expect((await asked("sort_fields=name&sort_order=asc")).names.slice(0, 2)).toEqual(["alpha", "Beta"]);
    const page = await asked("sort_fields=name&sort_order=asc&page=2&limit=2");
    expect(page.names).toEqual(["Ärger"]);
    expect(page.metadata).toEqual({ total_count: 3, current_page: 2, max_page: 2, limit: 2 });
    expect((await asSuperadmin("GET", `customers?search_keyword=${mark} arger`)).content).toHaveLength(1);
    expect((await asSuperadmin("GET", "customers?search_fields=location&search_keyword=quay")).content.length).toBe(3);
    expect((await asSuperadmin("GET", "customers?search_keyword=%25")).content).toHaveLength(0);
    expect((await asSuperadmin("GET", "customers?sort_fields=config")).status).toBe(400);
  });

  test("the list of customers is only for superadmins; others see their own customer, without what superadmins see", async () => {
    for (const [method, path] of [
      ["GET", "customers"],
      ["GET", `customers/${mine.id}`],
      ["POST", "customers"],
      ["PUT", `customers/${mine.id}`],
      ["DELETE", `customers/${mine.id}`],
      ["POST", `customers/${mine.id}/mqtt-credentials`],
    ] as const)
      expect((await call(pulse, method, path, { token: administrator })).status).toBe(403);
    const own = await call(pulse, "GET", "customers/me", { token: administrator });
    expect(own.content).toMatchObject({ id: mine.id, name: "Mine", config: {} });
    for (const hidden of ["admin", "customer_code", "mqtt_username", "operations", "mqtt_password"])
      expect(own.content).not.toHaveProperty(hidden);
    expect((await asSuperadmin("GET", "customers/me")).status).toBe(404);
    expect((await asSuperadmin("GET", `customers/${uuidv7()}`)).status).toBe(404);
  });
});

describe("a change", () => {
  test("a change of a customer keeps what it omits, in the config too, and clears what is null", async () => {
    const { id } = await made({ location: "Here", config: { kkm_ring_duration_ms: 700, geofence_exit_timeout: 5 } });
    const changed = await asSuperadmin("PUT", `customers/${id}`, {
      location: null,
      config: { geofence_exit_timeout: 9, show_nearest_gateway: true },
    });
    expect(changed.content).toMatchObject({
      location: null,
      version: 2,
      config: { kkm_ring_duration_ms: 700, geofence_exit_timeout: 9, show_location_confidence: true },
    });
    expect(changed.content["config"]).not.toHaveProperty("show_nearest_gateway");
    const whole = await asSuperadmin("PUT", `customers/${id}`, changed.content);
    expect(whole.content).toMatchObject({ config: changed.content["config"], version: 3 });
  });

  test("a change of a customer also reads a stored setting under its older name", async () => {
    const { id } = await made();
    const config = JSON.stringify({ showNearestGateway: true });
    await pulse.db.updateTable("customers").set({ config }).where("id", "=", id).execute();
    const { content } = await asSuperadmin("GET", `customers/${id}`);
    expect(content["config"]).toMatchObject({ show_location_confidence: true });
  });

  test("a change of a customer accepts the mechanism under either name, and the changed one from a customer sent back", async () => {
    const { id } = await made();
    const change = async (body: object) => asSuperadmin("PUT", `customers/${id}`, body);
    const top = await change({ location_update_mechanism: "ANCHORED" });
    expect(top.content).toMatchObject({ config: { identifier_location_update_mechanism: "ANCHORED" } });
    const inside = await change({ config: { identifier_location_update_mechanism: "TRILATERATED" } });
    expect(inside.content["location_update_mechanism"]).toBe("TRILATERATED");
    const outside = await change({ ...(inside.content as object), location_update_mechanism: "ANCHORED" });
    expect(outside.content["location_update_mechanism"]).toBe("ANCHORED");
    const config = { ...(outside.content["config"] as object), identifier_location_update_mechanism: "TRILATERATED" };
    const back = await change({ ...(outside.content as object), config });
    expect([back.status, back.content["location_update_mechanism"]]).toEqual([200, "TRILATERATED"]);
  });

  test("a new customer may not name two different mechanisms", async () => {
    const both = await asSuperadmin("POST", "customers", {
      ...aBody(),
      location_update_mechanism: "ANCHORED",
      config: { identifier_location_update_mechanism: "TRILATERATED" },
    });
    expect([both.status, detailsOf(both)[0]!.path]).toEqual([400, "location_update_mechanism"]);
  });

  test("a change of a customer refuses unknown ids and those of another customer, each with its path", async () => {
    const { id } = await made();
    const [known] = await operationIds(() => true);
    const answer = await asSuperadmin("PUT", `customers/${id}`, {
      config: {
        available_operations: [known, uuidv7()],
        available_hardware_types: [uuidv7()],
        signup_role_id: theirs.roleIds.Viewer,
        signup_group_id: theirs.groupId,
      },
    });
    expect([answer.status, answer.content["code"]]).toEqual([400, "invalid_parameter"]);
    expect(detailsOf(answer).map(({ path }) => path)).toEqual([
      "config.available_hardware_types[0]",
      "config.available_operations[1]",
      "config.signup_role_id",
      "config.signup_group_id",
    ]);
    const early = await asSuperadmin("POST", "customers", aBody({ config: { signup_role_id: mine.roleIds.Viewer } }));
    expect(early.status).toBe(400);
    const own = { signup_role_id: mine.roleIds.Viewer, signup_group_id: mine.groupId };
    expect((await asSuperadmin("PUT", `customers/${mine.id}`, { config: own })).content["config"]).toMatchObject(own);
  });

  test("a change of a customer from an old version is refused with both values of each field", async () => {
    const { id } = await made({ location: "A" });
    await asSuperadmin("PUT", `customers/${id}`, { location: "B", config: { kkm_ring_duration_ms: 900 } });
    const stale = await asSuperadmin("PUT", `customers/${id}`, {
      version: 1,
      location: "C",
      config: { kkm_ring_duration_ms: 800 },
    });
    expect([stale.status, stale.content["code"]]).toEqual([409, "conflict"]);
    expect(stale.content["details"]).toMatchObject([
      { path: "location", code: "changed", theirs: "B", yours: "C" },
      { path: "config.kkm_ring_duration_ms", code: "changed", theirs: 900, yours: 800 },
    ]);
    expect((await asSuperadmin("PUT", `customers/${id}`, { version: 2, location: "C" })).status).toBe(200);
    expect((await asSuperadmin("PUT", `customers/${id}`, { location: "D" })).status).toBe(200);
  });

  test("a change of a customer that removes operations takes effect for its people at once", async () => {
    const customer = await aCustomer(pulse);
    const token = await aToken(pulse, customer, "Manager");
    const access = async () => (await call(pulse, "GET", "accessible-operations", { token })).content;
    expect((await access())["asset_management"]).toEqual(["c", "r", "u", "d"]);
    const left = await operationIds(({ area, letter }) => area === "asset_management" && letter === "r");
    await asSuperadmin("PUT", `customers/${customer.id}`, { config: { available_operations: left } });
    expect(Object.entries(await access()).filter(([, letters]) => (letters as string[]).length > 0)).toEqual([
      ["asset_management", ["r"]],
    ]);
    const has = await call(pulse, "GET", `customers/${customer.id}/accessible-operations`, { token });
    expect(has.content["asset_management"]).toEqual(["r"]);
    const held = await pulse.db
      .selectFrom("role_operations")
      .select("operation_id")
      .where("role_id", "=", customer.roleIds.Manager)
      .execute();
    expect(held.length).toBeGreaterThan(20);
  });

  test("a change of a customer's mechanism is announced for the live positions", async () => {
    const customer = await aCustomer(pulse);
    const told: unknown[] = [];
    const stop = pulse.bus.subscribe("changed", ({ kind, ids }) => told.push([kind, ids]));
    await asSuperadmin("PUT", `customers/${customer.id}`, { location_update_mechanism: "ANCHORED" });
    stop();
    expect(told).toEqual([["customer", [customer.id]]]);
  });
});

describe("a deletion", () => {
  test("a customer's deletion is refused while it has sites, and names them", async () => {
    const customer = await aCustomer(pulse);
    const site = await aSite(pulse, customer, { name: "Still here" });
    const answer = await asSuperadmin("DELETE", `customers/${customer.id}`);
    expect([answer.status, answer.content["message"]]).toEqual([409, "Customer is in use"]);
    expect(answer.content["details"]).toMatchObject([
      { path: "sites", code: "in_use", items: [{ id: site.id, name: "Still here" }] },
    ]);
  });

  test("a customer's deletion ends its people's tokens at once, and frees their e-mails", async () => {
    const customer = await aCustomer(pulse);
    const person = await aPerson(pulse, customer);
    const { idToken: token } = await tokensOf(pulse, person.email);
    expect((await call(pulse, "GET", "users/me", { token })).status).toBe(200);
    const answer = await asSuperadmin("DELETE", `customers/${customer.id}`);
    expect([answer.status, answer.content]).toEqual([200, { id: customer.id }]);
    expect((await call(pulse, "GET", "users/me", { token })).status).toBe(401);
    expect((await passwordSignIn(pulse, person.email))["AuthenticationResult"]).toBeUndefined();
    expect((await asSuperadmin("GET", `customers/${customer.id}`)).status).toBe(404);
    for (const table of ["users", "roles", "user_groups"] as const) {
      const left = await pulse.db.selectFrom(table).select("id").where("customer_id", "=", customer.id).execute();
      expect(left).toEqual([]);
    }
    await made({ admin: person.email });
  });
});
