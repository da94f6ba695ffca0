import { expect, test } from "vitest";
import { matchesFilter, parseFilter, requiredValue } from "./scimFilter.ts";
import { patchedResource } from "./scimPatch.ts";

const person = {
  userName: "anna@company.test",
  name: { givenName: "Anna", familyName: "Berg" },
  emails: [
    { value: "anna@company.test", type: "work", primary: true },
    { value: "anna@home.test", type: "home" },
  ],
  active: true,
};

test.each([
  ['userName eq "ANNA@company.test"', true],
  ['userName eq "berta"', false],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "anna"', true],
  ['name.familyName co "er" and active eq true', true],
  ["active eq False", false],
  ['emails[type eq "work" and value ew "company.test"]', true],
  ['emails.value eq "anna@home.test"', true],
  ['emails[type eq "other"]', false],
  ['not (userName eq "berta") and (externalId pr or active eq "True")', true],
  ["externalId pr", false],
  ['externalId ne "x"', true],
  ['userName gt "a" and userName lt "b" and userName ge "anna" and userName le "anna@company.test"', true],
])("the filter %s decides as RFC 7644 says", (text, decides) => {
  expect(matchesFilter(parseFilter(text), person)).toBe(decides);
});

test.each([
  "userName",
  "userName eq",
  'userName is "a"',
  '(userName eq "a"',
  'userName eq "a" or',
  "a eq b",
  `${"(".repeat(20)}a pr`,
])("the filter %s is refused as one that cannot be read", (text) => {
  expect(() => parseFilter(text)).toThrow("This filter cannot be read");
});

test("a filter tells which value an attribute must have, but not where there is a choice", () => {
  expect(requiredValue(parseFilter('active eq true and userName eq "Anna"'), "userName")).toBe("Anna");
  expect(requiredValue(parseFilter('userName eq "a" or userName eq "b"'), "userName")).toBeUndefined();
});

const patched = (...Operations: object[]) => patchedResource(person, { Operations });

test("Entra's operations have capitals, texts for truth values, and no path", () => {
  expect(patched({ op: "Replace", path: "active", value: "False" })["active"]).toBe("False");
  expect(patched({ op: "Replace", value: { active: "False", "name.givenName": "Hanna" } })).toMatchObject({
    active: "False",
    name: { givenName: "Hanna", familyName: "Berg" },
  });
  expect(patched({ op: "Add", path: "externalId", value: [{ value: "a1" }] })["externalId"]).toBe("a1");
});

test("an element of a list is changed by its filter, and made where there is none", () => {
  expect(patched({ op: "replace", path: 'emails[type eq "work"].value', value: "b@company.test" })["emails"]).toEqual([
    { value: "b@company.test", type: "work", primary: true },
    { value: "anna@home.test", type: "home" },
  ]);
  expect(
    patched({ op: "add", path: 'emails[type eq "other"].value', value: "c@company.test" })["emails"],
  ).toContainEqual({
    type: "other",
    value: "c@company.test",
  });
  expect(patched({ op: "remove", path: 'emails[type eq "home"]' })["emails"]).toHaveLength(1);
});

test("members are added once, removed by filter or by value, and replaced as a whole", () => {
  const group = { displayName: "Staff", members: [{ value: "1" }, { value: "2" }] };
  const after = (operation: object) =>
    (patchedResource(group, { operations: [operation] })["members"] as { value: string }[]).map(({ value }) => value);
  expect(after({ op: "Add", path: "members", value: [{ value: "2" }, { value: "3" }] })).toEqual(["1", "2", "3"]);
  expect(after({ op: "remove", path: 'members[value eq "1"]' })).toEqual(["2"]);
  expect(after({ op: "Remove", path: "members", value: [{ value: "2" }] })).toEqual(["1"]);
  expect(after({ op: "remove", path: "members" })).toEqual([]);
  expect(after({ op: "replace", path: "members", value: [{ value: "9" }] })).toEqual(["9"]);
  expect(group.members).toHaveLength(2);
});

test("attributes of other schemas, ids and metadata are left alone", () => {
  const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department";
  expect(patched({ op: "add", path: enterprise, value: "Harbour" }, { op: "replace", path: "id", value: "x" })).toEqual(
    person,
  );
});

test.each([
  [{ op: "move", path: "active" }, "is not one of add, replace, remove"],
  [{ op: "remove" }, "remove needs a path"],
  [{ op: "replace", value: "x" }, "needs an object"],
  [{ op: "replace", path: "emails[", value: "x" }, "This path cannot be read"],
  ["x", "needs a list Operations"],
])("the operation %j is refused", (operation, words) => {
  expect(() => patchedResource(person, { Operations: [operation] })).toThrow(words);
});
