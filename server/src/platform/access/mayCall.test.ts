import { type AccessMap, areas, fullAccess, lettersOf, type Need, noAccess } from "@pulse/contract/access";
import type { Access } from "@pulse/contract/endpoint";
import { endpoints } from "@pulse/contract/endpoints";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nobody, type Viewer } from "../http/viewer.ts";
import { operationsBeyond } from "./grantableOperations.ts";
import { mayCall } from "./mayCall.ts";

const operations: Need[] = areas.flatMap((area) => lettersOf[area].map((letter) => ({ area, letter })));

const accessOf = (needs: readonly Need[]): AccessMap => {
  const access = noAccess();
  for (const { area, letter } of needs) access[area].push(letter);
  return access;
};
const viewerWith = (needs: readonly Need[]): Viewer => ({ ...nobody, access: accessOf(needs) });

const roles = fc.subarray(operations);
const requirements: fc.Arbitrary<Access> = fc.oneof(
  fc.constantFrom<Access>("public", "signedIn", "superadmin"),
  fc.constantFrom(...endpoints.map(({ access }) => access)),
  fc.subarray(operations, { maxLength: 4 }).map((any) => ({ any })),
  fc.subarray(operations, { maxLength: 4 }).map((all) => ({ all })),
);

test("an operation more never takes the right to call an endpoint away", () => {
  const property = fc.property(requirements, roles, fc.constantFrom(...operations), (access, role, more) => {
    const [before, after] = [mayCall({ access }, viewerWith(role)), mayCall({ access }, viewerWith([...role, more]))];
    return !before || after;
  });
  fc.assert(property, { numRuns: 5000 });
});

test("nobody may call less than somebody with a part of their operations, and a superadmin everything", () => {
  const property = fc.property(requirements, roles, (access, role) => {
    const isSuperadmin = mayCall({ access }, { isSuperadmin: true, access: accessOf(role) });
    const [some, every] = [viewerWith(role), { ...nobody, access: fullAccess() }];
    return isSuperadmin && (!mayCall({ access }, some) || mayCall({ access }, every));
  });
  fc.assert(property, { numRuns: 5000 });
});

test("an operation more never makes less of what somebody may give to others", () => {
  const known = operations.map((need) => ({ ...need, id: `${need.area}.${need.letter}`, name: need.area }));
  const property = fc.property(fc.subarray(known), roles, fc.constantFrom(...operations), (given, role, more) => {
    const [before, after] = [
      operationsBeyond(viewerWith(role), given),
      operationsBeyond(viewerWith([...role, more]), given),
    ];
    return after.every((operation) => before.includes(operation));
  });
  fc.assert(property, { numRuns: 2000 });
});

test("an endpoint that asks for operations is closed to people who have none, and open to those with all", () => {
  const opened = (access: Access): boolean[] => [[], operations].map((role) => mayCall({ access }, viewerWith(role)));
  const asking = endpoints.filter(({ access }) => typeof access !== "string");
  expect(asking.filter(({ access }) => opened(access).join() !== "false,true")).toEqual([]);
  const superadmins = endpoints.filter(({ access }) => access === "superadmin");
  expect(superadmins.filter(({ access }) => opened(access).includes(true))).toEqual([]);
});
