import { describe, expect, test } from "vitest";
import { messagesTo } from "./support/people.ts";
import { core, filtered, patch, scimDesk } from "./support/scimDesk.ts";

// The steps that Microsoft and Okta publish for trying out a SCIM server.
const { here, send, stored, newUser, newGroup } = scimDesk();

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
    expect(created.headers.get("location")).toBe(`${here.pulse.url}/scim/v2/Users/${id}`);
    // Nobody needs a password, so nobody gets one mailed.
    expect(await messagesTo(here.pulse, user.emails[0]!.value.toLowerCase())).toEqual([]);
    expect(await stored(id)).toMatchObject({
      role_id: here.customer.roleIds.Viewer,
      user_group_id: here.customer.groupId,
    });

    expect((await send("GET", `Users/${id}`)).body).toMatchObject({ id, userName: user.userName });
    const found = await send("GET", filtered("Users", `userName eq "${user.userName.toUpperCase()}"`));
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    expect((await send("GET", filtered("Users", `externalId eq "${user.externalId}"`))).body.totalResults).toBe(1);

    const updated = await send(
      "PATCH",
      `Users/${id}`,
      patch(
        { op: "Replace", path: 'emails[type eq "work"].value', value: `updated@${here.domain}` },
        { op: "Replace", path: "name.familyName", value: "updatedFamilyName" },
      ),
    );
    expect([updated.status, updated.body]).toMatchObject([
      200,
      { emails: [{ value: `updated@${here.domain}` }], name: { familyName: "updatedFamilyName" } },
    ]);
    const renamed = await send(
      "PATCH",
      `Users/${id}`,
      patch({ op: "Replace", path: "userName", value: `5b50642d@${here.domain}` }),
    );
    expect(renamed.body).toMatchObject({ userName: `5b50642d@${here.domain}` });

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
    expect((await stored(user.id)).user_group_id).toBe(here.customer.groupId);
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
    expect((await stored(id)).role_id).toBe(here.customer.roleIds.Manager);
    const unknown = { op: "Replace", path: "roles", value: [{ value: "nothing of ours" }] };
    expect((await send("PATCH", `Users/${id}`, patch(unknown))).status).toBe(200);
    expect((await stored(id)).role_id).toBe(here.customer.roleIds.Manager);
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
    const user = newUser({ userName: `okta@${here.domain}` });
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
