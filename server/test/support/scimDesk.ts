import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { call } from "./api.ts";
import { aCustomer, aToken } from "./builders.ts";
import { scimClient } from "./scimClient.ts";
import { testPulse, type TestPulse } from "./testPulse.ts";

interface Here {
  pulse: TestPulse;
  /** Of the test at hand, with a company's sign-in for `domain`. */
  customer: NewCustomer;
  domain: string;
  directory: Awaited<ReturnType<typeof scimClient>>;
}

let serial = 0;

/** A number that no test has had yet. */
export const nextNumber = (): number => ++serial;

/** The schemas of SCIM's own resources begin with this. */
export const core = "urn:ietf:params:scim:schemas:core:2.0";

/** A patch of these operations. */
export const patch = (...Operations: object[]) => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
  Operations,
});

/** The address of resources that meet a filter. */
export const filtered = (noun: string, filter: string): string => `${noun}?filter=${encodeURIComponent(filter)}`;

/** A Pulse, and for each test a customer whose directory has an API key. */
export function scimDesk() {
  const here = {} as Here;
  beforeAll(async () => {
    here.pulse = await testPulse();
  });
  afterAll(() => here.pulse.stop());
  beforeEach(async () => {
    here.customer = await aCustomer(here.pulse);
    here.domain = `directory${nextNumber()}.test`;
    here.directory = await scimClient(here.pulse, here.customer);
    const { roleIds, groupId } = here.customer;
    await call(here.pulse, "PUT", `customers/${here.customer.id}/sso`, {
      token: await aToken(here.pulse, here.customer, "Administrator"),
      body: {
        issuer: "https://login.directory.test",
        client_id: "pulse",
        domains: [here.domain],
        role_map: [{ value: "pulse-managers", role_id: roleIds.Manager }],
        default_role_id: roleIds.Viewer,
        default_group_id: groupId,
      },
    });
  });

  return {
    here,
    send: (method: string, path: string, body?: unknown) => here.directory.send(method, path, body),
    stored: (id: string) =>
      here.pulse.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),

    /** A user as Entra makes one. */
    newUser: (more: object = {}) => {
      const number = nextNumber();
      const name = `Test_User_${number}`;
      return {
        schemas: [`${core}:User`, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
        externalId: `external-${number}`,
        userName: name,
        active: true,
        emails: [{ primary: true, type: "work", value: `${name}@${here.domain}` }],
        meta: { resourceType: "User" },
        name: { formatted: "givenName familyName", familyName: "familyName", givenName: "givenName" },
        roles: [],
        ...more,
      };
    },

    newGroup: (more: object = {}) => {
      const number = nextNumber();
      return {
        schemas: [`${core}:Group`],
        externalId: `group-${number}`,
        displayName: `Group ${number}`,
        meta: { resourceType: "Group" },
        ...more,
      };
    },
  };
}
