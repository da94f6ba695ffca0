import { expect, test } from "vitest";
import { call } from "./support/api.ts";
import { aCustomer, aSite, aToken } from "./support/builders.ts";
import { aPerson, messagesTo, passwordSignIn, tokensOf } from "./support/people.ts";
import { scimClient } from "./support/scimClient.ts";
import { core, nextNumber, patch, scimDesk } from "./support/scimDesk.ts";

// What directories do with people and groups, and what they must not.
const { here, send, stored, newUser, newGroup } = scimDesk();

test("what the server can do is said without an API key", async () => {
  const get = async (path: string) =>
    (await fetch(`${here.pulse.url}/scim/v2/${path}`)).json() as Promise<Record<string, unknown>>;
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
  const person = await aPerson(here.pulse, here.customer);
  const { idToken: token } = await tokensOf(here.pulse, person.email);
  const status = async () => (await call(here.pulse, "GET", "users/me", { token })).status;
  expect(await status()).toBe(200);
  await send("PATCH", `Users/${person.userId}`, patch({ op: "replace", path: "active", value: "False" }));
  expect(await status()).toBe(401);
  expect(await passwordSignIn(here.pulse, person.email)).toMatchObject({ message: "User is disabled." });
  const list = await call(here.pulse, "GET", `users?customer_id=${here.customer.id}`, {
    token: await aToken(here.pulse, here.customer, "Administrator"),
  });
  expect(list.content.find(({ id }) => id === person.userId)).toMatchObject({ active: false });

  await send("PATCH", `Users/${person.userId}`, patch({ op: "replace", path: "active", value: true }));
  const { idToken: again } = await tokensOf(here.pulse, person.email);
  expect((await call(here.pulse, "GET", "users/me", { token: again })).status).toBe(200);
  await here.pulse.settled();
  const entries = await here.pulse.db
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
  const person = await aPerson(here.pulse, here.customer);
  const email = `married@${here.domain}`;
  const changed = await send(
    "PATCH",
    `Users/${person.userId}`,
    patch({ op: "replace", path: 'emails[type eq "work"].value', value: email }),
  );
  expect(changed.body).toMatchObject({ emails: [{ value: email }] });
  const { idToken } = await tokensOf(here.pulse, email);
  expect((await call(here.pulse, "GET", "users/me", { token: idToken })).content).toMatchObject({
    id: person.userId,
    email,
  });
  const elsewhere = { op: "replace", path: "emails", value: [{ value: "somebody@elsewhere.test" }] };
  expect((await send("PATCH", `Users/${person.userId}`, patch(elsewhere))).status).toBe(400);
});

test("people outside the company's domains are invited by mail, since nobody has confirmed their address", async () => {
  const userName = `contractor${nextNumber()}@outside.test`;
  const { status, body } = await send("POST", "Users", newUser({ userName, emails: undefined }));
  expect([status, body]).toMatchObject([201, { active: true }]);
  const [mail] = await messagesTo(here.pulse, userName);
  expect(mail?.text).toContain("Temporary password: ");
});

test("a group that a directory makes opens no site until somebody gives it some, and the first group counts", async () => {
  const site = await aSite(here.pulse, here.customer);
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
  expect(await here.pulse.db.selectFrom("group_sites").selectAll().where("user_group_id", "=", one).execute()).toEqual(
    [],
  );
  await call(here.pulse, "PUT", `groups/${one}`, {
    token: await aToken(here.pulse, here.customer, "Administrator"),
    body: { site_ids: [site.id] },
  });
  await send("PATCH", `Groups/${one}`, patch({ op: "remove", path: `members[value eq "${user}"]` }));
  expect((await stored(user)).user_group_id).toBe(two);
});

test("another customer's directory sees nothing of it and changes nothing in it", async () => {
  const { id: user, userName } = (await send("POST", "Users", newUser())).body;
  const { id: group } = (await send("POST", "Groups", newGroup())).body;
  const stranger = await scimClient(here.pulse, await aCustomer(here.pulse));
  const before = await here.pulse.db
    .selectFrom("users")
    .selectAll()
    .where("customer_id", "=", here.customer.id)
    .execute();
  for (const path of [`Users/${user}`, `Groups/${group}`]) {
    expect((await stranger.send("GET", path)).status).toBe(404);
    expect((await stranger.send("PUT", path, newUser({ displayName: "x" }))).status).toBe(404);
    expect((await stranger.send("PATCH", path, patch({ op: "replace", path: "active", value: false }))).status).toBe(
      404,
    );
    expect((await stranger.send("DELETE", path)).status).toBe(404);
  }
  await here.pulse.settled();
  const refused = await here.pulse.db
    .selectFrom("audit_entries")
    .select(["action", "entity_kind", "entity_id", "user_email"])
    .where("outcome", "=", "refused")
    .where("entity_id", "in", [user, group])
    .execute();
  // One for each try to change something: two updates and a removal, in the log of the stranger's own customer.
  expect(refused.map(({ action, entity_kind: kind }) => `${action} ${kind}`).toSorted()).toEqual(
    ["group", "group", "user", "user"]
      .map((kind) => `update ${kind}`)
      .concat(["delete group", "delete user"])
      .toSorted(),
  );
  for (const [path, id] of [
    ["Users?count=200", user],
    ["Groups?count=200", group],
  ] as const)
    expect((await stranger.send("GET", path)).body.Resources.map((each) => each.id)).not.toContain(id);
  const found = await stranger.send("GET", `Users?filter=${encodeURIComponent(`userName eq "${String(userName)}"`)}`);
  expect(found.body.totalResults).toBe(0);
  const joined = await stranger.send("POST", "Groups", newGroup({ members: [{ value: user }] }));
  expect([joined.status, joined.body.detail]).toEqual([400, `members: ${user} is not a user`]);
  expect(
    await here.pulse.db.selectFrom("users").selectAll().where("customer_id", "=", here.customer.id).execute(),
  ).toEqual(before);
});

test("without a key, with a person's token, or with a key that lacks the rights nothing is done", async () => {
  const bare = await fetch(`${here.pulse.url}/scim/v2/Users`);
  expect([bare.status, bare.headers.get("www-authenticate"), await bare.json()]).toMatchObject([
    401,
    "Bearer",
    { status: "401" },
  ]);
  const authorization = `Bearer ${await aToken(here.pulse, here.customer, "Administrator")}`;
  expect((await fetch(`${here.pulse.url}/scim/v2/Users`, { headers: { authorization } })).status).toBe(403);
  const reader = await scimClient(here.pulse, here.customer, ["user_management.r"]);
  expect((await reader.send("GET", "Users")).status).toBe(200);
  expect((await reader.send("POST", "Users", newUser())).status).toBe(403);
  expect((await reader.send("GET", "Groups")).status).toBe(403);
  expect((await send("GET", "Devices")).body).toMatchObject({ status: "404" });
});

test("a directory cannot take the last administrator away, nor rename or delete the group that comes with Pulse", async () => {
  const administrators = await here.pulse.db
    .selectFrom("users")
    .selectAll()
    .where("customer_id", "=", here.customer.id)
    .where("role_id", "=", here.customer.roleIds.Administrator)
    .orderBy("id")
    .execute();
  const answers: number[] = [];
  // The last is who made the directory's key, which ends with them.
  for (const { id } of administrators.toReversed())
    answers.push((await send("PATCH", `Users/${id}`, patch({ op: "replace", path: "active", value: false }))).status);
  expect(answers.at(-1)).toBe(409);
  const own = `Groups/${here.customer.groupId}`;
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
