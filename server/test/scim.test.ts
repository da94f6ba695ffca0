import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aSite, aToken } from "./support/builders.ts";
import { aPerson, messagesTo, passwordSignIn, tokensOf } from "./support/people.ts";
import { scimClient } from "./support/scimClient.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// The steps that Microsoft and Okta publish for trying out a SCIM server, and what both do in the field.
let pulse: TestPulse;
let customer: NewCustomer;
let directory: Awaited<ReturnType<typeof scimClient>>;
let domain: string;
let serial = 0;

beforeAll(async () => {
  pulse = await testPulse();
});
afterAll(() => pulse.stop());
beforeEach(async () => {
  customer = await aCustomer(pulse);
  domain = `directory${++serial}.test`;
  directory = await scimClient(pulse, customer);
  await call(pulse, "PUT", `customers/${customer.id}/sso`, {
    token: await aToken(pulse, customer, "Administrator"),
    body: {
      issuer: "https://login.directory.test",
      client_id: "pulse",
      domains: [domain],
      role_map: [{ value: "pulse-managers", role_id: customer.roleIds.Manager }],
      default_role_id: customer.roleIds.Viewer,
      default_group_id: customer.groupId,
    },
  });
});

const send = (method: string, path: string, body?: unknown) => directory.send(method, path, body);
const core = "urn:ietf:params:scim:schemas:core:2.0";
const patch = (...Operations: object[]) => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
  Operations,
});
const newUser = (more: object = {}) => {
  const name = `Test_User_${++serial}`;
  return {
    schemas: [`${core}:User`, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
    externalId: `external-${serial}`,
    userName: name,
    active: true,
    emails: [{ primary: true, type: "work", value: `${name}@${domain}` }],
    meta: { resourceType: "User" },
    name: { formatted: "givenName familyName", familyName: "familyName", givenName: "givenName" },
    roles: [],
    ...more,
  };
};
const newGroup = (more: object = {}) => ({
  schemas: [`${core}:Group`],
  externalId: `group-${++serial}`,
  displayName: `Group ${serial}`,
  meta: { resourceType: "Group" },
  ...more,
});
const filtered = (noun: string, filter: string) => `${noun}?filter=${encodeURIComponent(filter)}`;
const stored = (id: string) => pulse.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("Microsoft Entra's published steps", () => {
  test("users: a query for nobody, create, get, query, update of several values, rename, disable, delete", async () => {
    const nobody = await send("GET", filtered("Users", 'userName eq "non-existent user"'));
    expect([nobody.status, nobody.body]).toEqual([
      200,
      {
        schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
        totalResults: 0,
        Resources: [],
        startIndex: 1,
        itemsPerPage: 0,
      },
    ]);

    const user = newUser();
    const created = await send("POST", "Users", user);
    expect(created.status).toBe(201);
    expect(created.headers.get("content-type")).toContain("application/scim+json");
    expect(created.body).toMatchObject({
      schemas: [`${core}:User`],
      externalId: user.externalId,
      userName: user.userName,
      name: { familyName: "familyName", givenName: "givenName" },
      active: true,
      emails: [{ value: user.emails[0]!.value.toLowerCase(), type: "work", primary: true }],
      meta: { resourceType: "User", created: expect.stringMatching(/Z$/) as string },
    });
    const { id } = created.body;
    expect(created.headers.get("location")).toBe(`${pulse.url}/scim/v2/Users/${id}`);
    // Nobody needs a password, so nobody gets one mailed.
    expect(await messagesTo(pulse, user.emails[0]!.value.toLowerCase())).toEqual([]);
    expect(await stored(id)).toMatchObject({ role_id: customer.roleIds.Viewer, user_group_id: customer.groupId });

    expect((await send("GET", `Users/${id}`)).body).toMatchObject({ id, userName: user.userName });
    const found = await send("GET", filtered("Users", `userName eq "${user.userName.toUpperCase()}"`));
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    expect((await send("GET", filtered("Users", `externalId eq "${user.externalId}"`))).body.totalResults).toBe(1);

    const updated = await send(
      "PATCH",
      `Users/${id}`,
      patch(
        { op: "Replace", path: 'emails[type eq "work"].value', value: `updated${serial}@${domain}` },
        { op: "Replace", path: "name.familyName", value: "updatedFamilyName" },
      ),
    );
    expect([updated.status, updated.body]).toMatchObject([
      200,
      { emails: [{ value: `updated${serial}@${domain}` }], name: { familyName: "updatedFamilyName" } },
    ]);
    const renamed = await send(
      "PATCH",
      `Users/${id}`,
      patch({ op: "Replace", path: "userName", value: `5b50642d@${domain}` }),
    );
    expect(renamed.body).toMatchObject({ userName: `5b50642d@${domain}` });

    const disabled = await send("PATCH", `Users/${id}`, patch({ op: "Replace", path: "active", value: false }));
    expect(disabled.body).toMatchObject({ active: false });

    const deleted = await send("DELETE", `Users/${id}`);
    expect([deleted.status, deleted.body]).toEqual([204, {}]);
    for (const [method, body] of [
      ["GET"],
      ["DELETE"],
      ["PATCH", patch({ op: "replace", path: "active", value: true })],
    ] as const) {
      const gone = await send(method, `Users/${id}`, body);
      expect([gone.status, gone.body]).toEqual([
        404,
        {
          schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
          detail: "There is no such resource",
          status: "404",
        },
      ]);
    }
  });

  test("groups: create, get without members, query, rename, members in and out, delete", async () => {
    const group = newGroup();
    const created = await send("POST", "Groups", group);
    expect([created.status, created.body]).toMatchObject([
      201,
      { displayName: group.displayName, externalId: group.externalId, members: [] },
    ]);
    const { id } = created.body;
    expect((await send("GET", `Groups/${id}?excludedAttributes=members`)).body).not.toHaveProperty("members");
    const query = filtered("Groups", `displayName eq "${group.displayName}"`);
    const found = await send("GET", `${query}&excludedAttributes=members`);
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id, displayName: group.displayName }] });

    const renamed = await send(
      "PATCH",
      `Groups/${id}`,
      patch({ op: "Replace", path: "displayName", value: "Renamed group" }),
    );
    expect(renamed.body).toMatchObject({ displayName: "Renamed group" });

    const user = (await send("POST", "Users", newUser())).body;
    const added = await send(
      "PATCH",
      `Groups/${id}`,
      patch({ op: "Add", path: "members", value: [{ $ref: null, value: user.id }] }),
    );
    expect(added.body.members).toMatchObject([{ value: user.id, display: "givenName familyName" }]);
    expect((await send("GET", `Users/${user.id}`)).body).toMatchObject({
      groups: [{ value: id, display: "Renamed group" }],
    });
    const inIt = await send("GET", filtered("Groups", `members[value eq "${user.id}"]`));
    expect(inIt.body.Resources.map((one) => one.id)).toEqual([id]);
    expect((await stored(user.id)).user_group_id).toBe(id);

    const removed = await send(
      "PATCH",
      `Groups/${id}`,
      patch({ op: "Remove", path: "members", value: [{ $ref: null, value: user.id }] }),
    );
    expect(removed.body.members).toEqual([]);
    expect((await stored(user.id)).user_group_id).toBe(customer.groupId);
    expect((await send("DELETE", `Groups/${id}`)).status).toBe(204);
    expect((await send("GET", `Groups/${id}`)).status).toBe(404);
  });

  test("texts for truth values, values without a path, names with dots, and roles of its app come through", async () => {
    const { id } = (await send("POST", "Users", newUser())).body;
    const off = await send(
      "PATCH",
      `Users/${id}`,
      patch({ op: "Replace", value: { active: "False", "name.givenName": "Anna" } }),
    );
    expect(off.body).toMatchObject({ active: false, name: { givenName: "Anna" } });
    const on = await send("PATCH", `Users/${id}`, patch({ op: "Add", path: "active", value: "True" }));
    expect(on.body).toMatchObject({ active: true });
    const role = { op: "Add", path: 'roles[primary eq "True"].value', value: "pulse-managers" };
    expect((await send("PATCH", `Users/${id}`, patch(role))).status).toBe(200);
    expect((await stored(id)).role_id).toBe(customer.roleIds.Manager);
    const unknown = { op: "Replace", path: "roles", value: [{ value: "nothing of ours" }] };
    expect((await send("PATCH", `Users/${id}`, patch(unknown))).status).toBe(200);
    expect((await stored(id)).role_id).toBe(customer.roleIds.Manager);
  });
});

describe("Okta's published steps", () => {
  test("the user endpoint lists, pages and filters as the suite asks", async () => {
    const first = (await send("POST", "Users", newUser())).body;
    await send("POST", "Users", newUser());
    const page = await send("GET", "Users?count=1&startIndex=1");
    expect(page.body).toMatchObject({
      schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
      itemsPerPage: 1,
      startIndex: 1,
    });
    expect(page.body.totalResults).toBeGreaterThanOrEqual(3);
    expect(page.body.Resources[0]).toMatchObject({
      id: expect.any(String) as string,
      name: { familyName: expect.any(String) as string, givenName: expect.any(String) as string },
      userName: expect.any(String) as string,
      active: true,
      emails: [{ value: expect.any(String) as string }],
    });
    const second = await send("GET", "Users?count=1&startIndex=2");
    expect(second.body.Resources[0]!.id).not.toBe(page.body.Resources[0]!.id);
    expect((await send("GET", "Users?count=0")).body).toMatchObject({ itemsPerPage: 0, Resources: [] });
    expect((await send("GET", `Users/${first.id}`)).body).toMatchObject({ id: first.id });
  });

  test("a user that does not exist is 404 with a text, and invalid filters are 400", async () => {
    for (const id of ["010101001010101011001010101011", "0198c1b2-0000-7000-8000-000000000000"]) {
      const missing = await send("GET", `Users/${id}`);
      expect([missing.status, missing.body]).toMatchObject([
        404,
        {
          schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
          detail: expect.any(String) as string,
          status: "404",
        },
      ]);
    }
    const wrong = await send("GET", filtered("Users", "userName is me"));
    expect([wrong.status, wrong.body]).toMatchObject([400, { scimType: "invalidFilter" }]);
    expect((await send("GET", "Users?count=many")).status).toBe(400);
  });

  test("the same user cannot be made twice, and a whole one replaces another", async () => {
    const user = newUser({ userName: `okta.${serial}@${domain}` });
    const created = await send("POST", "Users", user);
    const again = await send("POST", "Users", user);
    expect([again.status, again.body]).toMatchObject([409, { scimType: "uniqueness", status: "409" }]);

    const { id } = created.body;
    const replaced = await send("PUT", `Users/${id}`, {
      ...created.body,
      name: { givenName: "Anna", familyName: "Berg" },
      active: false,
    });
    expect([replaced.status, replaced.body]).toMatchObject([200, { id, name: { givenName: "Anna" }, active: false }]);
    const back = await send("PUT", `Users/${id}`, { ...replaced.body, active: true });
    expect(back.body).toMatchObject({ active: true });
  });

  test("groups are pushed with their members, and taken back", async () => {
    const one = (await send("POST", "Users", newUser())).body.id;
    const two = (await send("POST", "Users", newUser())).body.id;
    const created = await send("POST", "Groups", newGroup({ members: [{ value: one, display: "one" }] }));
    expect(created.body.members.map(({ value }) => value)).toEqual([one]);
    const { id } = created.body;
    const moved = await send(
      "PATCH",
      `Groups/${id}`,
      patch(
        { op: "remove", path: `members[value eq "${one}"]` },
        { op: "add", path: "members", value: [{ value: two, display: "two" }] },
      ),
    );
    expect(moved.body.members.map(({ value }) => value)).toEqual([two]);
    const pushed = await send(
      "PATCH",
      `Groups/${id}`,
      patch({ op: "replace", value: { id, displayName: "Pushed again" } }),
    );
    expect(pushed.body).toMatchObject({ displayName: "Pushed again", members: [{ value: two }] });
    const whole = await send("PUT", `Groups/${id}`, {
      displayName: "Pushed again",
      members: [{ value: one }, { value: two }],
    });
    expect(whole.body.members.map(({ value }) => value).toSorted()).toEqual([one, two].toSorted());
    const same = await send("POST", "Groups", { displayName: "pushed again" });
    expect([same.status, same.body]).toMatchObject([409, { scimType: "uniqueness" }]);
  });
});

test("what the server can do is said without an API key", async () => {
  const get = async (path: string) =>
    (await fetch(`${pulse.url}/scim/v2/${path}`)).json() as Promise<Record<string, unknown>>;
  expect(await get("ServiceProviderConfig")).toMatchObject({
    schemas: [`${core}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
  });
  expect(await get("ResourceTypes")).toMatchObject({ totalResults: 2, Resources: [{ id: "User" }, { id: "Group" }] });
  expect(await get("ResourceTypes/Group")).toMatchObject({ endpoint: "/Groups" });
  expect(await get("Schemas")).toMatchObject({ totalResults: 2 });
  expect(await get(`Schemas/${core}:User`)).toMatchObject({ name: "User", attributes: expect.any(Array) as unknown });
});

test("a deactivated person's sessions end at once, and they sign in again once the directory has them back", async () => {
  const person = await aPerson(pulse, customer);
  const { idToken: token } = await tokensOf(pulse, person.email);
  const status = async () => (await call(pulse, "GET", "users/me", { token })).status;
  expect(await status()).toBe(200);
  await send("PATCH", `Users/${person.userId}`, patch({ op: "replace", path: "active", value: "False" }));
  expect(await status()).toBe(401);
  expect(await passwordSignIn(pulse, person.email)).toMatchObject({ message: "User is disabled." });
  const list = await call(pulse, "GET", `users?customer_id=${customer.id}`, {
    token: await aToken(pulse, customer, "Administrator"),
  });
  expect(list.content.find(({ id }) => id === person.userId)).toMatchObject({ active: false });

  await send("PATCH", `Users/${person.userId}`, patch({ op: "replace", path: "active", value: true }));
  const { idToken: again } = await tokensOf(pulse, person.email);
  expect((await call(pulse, "GET", "users/me", { token: again })).status).toBe(200);
  await pulse.settled();
  const entries = await pulse.db
    .selectFrom("audit_entries")
    .selectAll()
    .where("entity_id", "=", person.userId)
    .execute();
  expect(entries.filter(({ changes }) => JSON.stringify(changes).includes('"active"'))).toHaveLength(2);
  expect(entries.find(({ changes }) => JSON.stringify(changes).includes('"active"'))?.user_email).toContain(
    "Directory (pulse_",
  );
});

test("somebody who changes their address keeps their account and signs in with the new one", async () => {
  const person = await aPerson(pulse, customer);
  const email = `married${serial}@${domain}`;
  const changed = await send(
    "PATCH",
    `Users/${person.userId}`,
    patch({ op: "replace", path: 'emails[type eq "work"].value', value: email }),
  );
  expect(changed.body).toMatchObject({ emails: [{ value: email }] });
  const { idToken } = await tokensOf(pulse, email);
  expect((await call(pulse, "GET", "users/me", { token: idToken })).content).toMatchObject({
    id: person.userId,
    email,
  });
  const elsewhere = { op: "replace", path: "emails", value: [{ value: "somebody@elsewhere.test" }] };
  expect((await send("PATCH", `Users/${person.userId}`, patch(elsewhere))).status).toBe(400);
});

test("people outside the company's domains are invited by mail, since nobody has confirmed their address", async () => {
  const userName = `contractor${serial}@outside.test`;
  const { status, body } = await send("POST", "Users", newUser({ userName, emails: undefined }));
  expect([status, body]).toMatchObject([201, { active: true }]);
  const [mail] = await messagesTo(pulse, userName);
  expect(mail?.text).toContain("Temporary password: ");
});

test("a group that a directory makes opens no site until somebody gives it some, and the first group counts", async () => {
  const site = await aSite(pulse, customer);
  const { id: user } = (await send("POST", "Users", newUser())).body;
  const [one, two] = [
    (await send("POST", "Groups", newGroup())).body.id,
    (await send("POST", "Groups", newGroup())).body.id,
  ];
  const add = (group: string) =>
    send("PATCH", `Groups/${group}`, patch({ op: "Add", path: "members", value: [{ value: user }] }));
  await add(one);
  await add(two);
  expect((await stored(user)).user_group_id).toBe(one);
  expect(await pulse.db.selectFrom("group_sites").selectAll().where("user_group_id", "=", one).execute()).toEqual([]);
  await call(pulse, "PUT", `groups/${one}`, {
    token: await aToken(pulse, customer, "Administrator"),
    body: { site_ids: [site.id] },
  });
  await send("PATCH", `Groups/${one}`, patch({ op: "remove", path: `members[value eq "${user}"]` }));
  expect((await stored(user)).user_group_id).toBe(two);
});

test("another customer's directory sees nothing of it and changes nothing in it", async () => {
  const { id: user } = (await send("POST", "Users", newUser())).body;
  const { id: group } = (await send("POST", "Groups", newGroup())).body;
  const stranger = await scimClient(pulse, await aCustomer(pulse));
  const before = await pulse.db.selectFrom("users").selectAll().where("customer_id", "=", customer.id).execute();
  for (const path of [`Users/${user}`, `Groups/${group}`]) {
    expect((await stranger.send("GET", path)).status).toBe(404);
    expect((await stranger.send("PUT", path, newUser({ displayName: "x" }))).status).toBe(404);
    expect((await stranger.send("PATCH", path, patch({ op: "replace", path: "active", value: false }))).status).toBe(
      404,
    );
    expect((await stranger.send("DELETE", path)).status).toBe(404);
  }
  const all = await stranger.send("GET", "Users?count=200");
  expect(all.body.Resources.map(({ id }) => id)).not.toContain(user);
  const joined = await stranger.send("POST", "Groups", newGroup({ members: [{ value: user }] }));
  expect([joined.status, joined.body.detail]).toEqual([400, `members: ${user} is not a user`]);
  expect(await pulse.db.selectFrom("users").selectAll().where("customer_id", "=", customer.id).execute()).toEqual(
    before,
  );
});

test("without a key, with a person's token, or with a key that lacks the rights nothing is done", async () => {
  const bare = await fetch(`${pulse.url}/scim/v2/Users`);
  expect([bare.status, bare.headers.get("www-authenticate"), await bare.json()]).toMatchObject([
    401,
    "Bearer",
    { status: "401" },
  ]);
  const authorization = `Bearer ${await aToken(pulse, customer, "Administrator")}`;
  expect((await fetch(`${pulse.url}/scim/v2/Users`, { headers: { authorization } })).status).toBe(403);
  const reader = await scimClient(pulse, customer, ["user_management.r"]);
  expect((await reader.send("GET", "Users")).status).toBe(200);
  expect((await reader.send("POST", "Users", newUser())).status).toBe(403);
  expect((await reader.send("GET", "Groups")).status).toBe(403);
  expect((await send("GET", "Devices")).body).toMatchObject({ status: "404" });
});

test("a directory cannot take the last administrator away, nor rename or delete the group that comes with Pulse", async () => {
  const administrators = await pulse.db
    .selectFrom("users")
    .selectAll()
    .where("customer_id", "=", customer.id)
    .where("role_id", "=", customer.roleIds.Administrator)
    .orderBy("id")
    .execute();
  const answers: number[] = [];
  // The last is who made the directory's key, which ends with them.
  for (const { id } of administrators.toReversed())
    answers.push((await send("PATCH", `Users/${id}`, patch({ op: "replace", path: "active", value: false }))).status);
  expect(answers.at(-1)).toBe(409);
  const own = `Groups/${customer.groupId}`;
  expect((await send("DELETE", own)).body).toMatchObject({ status: "400", scimType: "mutability" });
  expect((await send("PATCH", own, patch({ op: "replace", path: "displayName", value: "x" }))).body).toMatchObject({
    scimType: "mutability",
  });
});

test.each([
  ["{", "invalidSyntax"],
  [{ userName: "" }, "invalidValue"],
  [{ userName: "no address" }, "invalidValue"],
  [{ userName: "a", emails: [{ value: "no address" }] }, "invalidValue"],
  [{ userName: "a", emails: "b" }, "invalidValue"],
  [{ userName: "a@b.test", active: "perhaps" }, "invalidValue"],
  [[], "invalidValue"],
])("the body %j is refused in SCIM's own words", async (body, scimType) => {
  const answer = await send("POST", "Users", body);
  expect([answer.status, answer.body]).toMatchObject([
    400,
    { scimType, schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"] },
  ]);
});
