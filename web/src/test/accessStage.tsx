import {
  type AccessMap,
  areas,
  fullAccess,
  type Letter,
  lettersOf,
  noAccess,
  type Operation,
} from "@pulse/contract/access";
import type { Group } from "@pulse/contract/groups";
import type { Role } from "@pulse/contract/roles";
import type { User, UserInfo } from "@pulse/contract/users";
import { stage } from "./stage.tsx";
import type { Call } from "../api/client.ts";

const uuid = (kind: number, number: number): string =>
  `0198c1b2-000${kind}-7000-8000-${String(number).padStart(12, "0")}`;

/** The ids of everything in the test world. */
export const ids = {
  northwind: uuid(1, 1),
  contoso: uuid(1, 2),
  mara: uuid(2, 1),
  nora: uuid(2, 2),
  administrator: uuid(3, 1),
  nightShift: uuid(3, 2),
  allSites: uuid(4, 1),
  harbour: uuid(4, 2),
  warehouse: uuid(5, 1),
  hospital: uuid(5, 2),
} as const;

/** The 42 operations. */
export const operations: readonly Operation[] = areas
  .flatMap((area) => lettersOf[area].map((letter) => ({ area, letter, name: `${area}: ${letter}` })))
  .map((operation, index) => ({ id: uuid(6, index), ...operation }));

/** Operations by their names: "asset_management.r". */
export function operationIds(...names: string[]): string[] {
  return operations.filter(({ area, letter }) => names.includes(`${area}.${letter}`)).map(({ id }) => id);
}

const base = { version: 1, createdAt: "2026-11-20T10:00:00.000Z", updatedAt: "2026-11-20T10:00:00.000Z" };

/** The signed-in administrator. */
export const admin: UserInfo = {
  id: ids.mara,
  email: "mara@northwind.test",
  givenName: "Mara",
  familyName: "Oduya",
  customerId: ids.northwind,
  roleId: ids.administrator,
  userGroupId: ids.allSites,
  isSuperadmin: false,
  devToolEnabled: false,
  phoneNumber: "+4915123456789",
  phoneNumberVerified: true,
  mfaEnabled: true,
  signedInWithSso: false,
  locale: "en",
  secondFactors: ["sms"],
  secondFactorRequired: false,
};

export const administrator: Role = {
  ...base,
  id: ids.administrator,
  customerId: ids.northwind,
  name: "Administrator",
  predefined: true,
  operations: [...operations],
  numUsers: 1,
};
export const nightShift: Role = {
  ...administrator,
  id: ids.nightShift,
  name: "Night shift",
  predefined: false,
  operations: operations.filter(({ area, letter }) => area === "asset_management" && letter === "r"),
};
export const allSites: Group = {
  ...base,
  id: ids.allSites,
  customerId: ids.northwind,
  name: "All sites",
  predefined: true,
  sites: [],
  numUsers: 2,
};
export const harbour: Group = {
  ...allSites,
  id: ids.harbour,
  name: "Harbour",
  predefined: false,
  sites: [{ id: ids.warehouse, name: "Harbour Warehouse" }],
};
export const mara: User = {
  ...base,
  ...admin,
  role: { id: ids.administrator, name: "Administrator" },
  group: { id: ids.allSites, name: "All sites" },
  status: "active",
  active: true,
  lastSignInAt: null,
};
export const nora: User = {
  ...mara,
  id: ids.nora,
  email: "nora@northwind.test",
  givenName: "Nora",
  familyName: "Ek",
  phoneNumber: null,
  phoneNumberVerified: false,
  mfaEnabled: false,
  roleId: ids.nightShift,
  role: { id: ids.nightShift, name: "Night shift" },
  status: "invited",
};

/** Some letters of the three areas of access management, and nothing else. */
export function accessOf(rights: Partial<Record<keyof AccessMap, readonly Letter[]>>): AccessMap {
  return { ...noAccess(), ...rights } as AccessMap;
}

interface StageOptions {
  me?: Partial<UserInfo>;
  access?: AccessMap;
  customer?: AccessMap;
}

/** The server's answers about a customer's people, roles and groups, by endpoint. */
export function accessAnswers(): Record<string, (call: Call) => unknown> {
  const list = (rows: unknown[]) => () => rows;
  return {
    getOperations: () => operations,
    listUsers: list([mara, nora]),
    listRoles: list([administrator, nightShift]),
    listGroups: list([allSites, harbour]),
    getUser: ({ params }: Call) => (params?.["id"] === ids.mara ? mara : nora),
    getRole: ({ params }: Call) => (params?.["id"] === ids.administrator ? administrator : nightShift),
    getGroup: ({ params }: Call) => (params?.["id"] === ids.allSites ? allSites : harbour),
  };
}

/** A stage with a customer's people, roles and groups on it. */
export function accessStage({ me = {}, access = fullAccess(), customer = fullAccess() }: StageOptions = {}) {
  const set = stage();
  Object.assign(set.answers, accessAnswers(), {
    getUserMe: () => ({ ...admin, ...me }),
    getAccessibleOperations: () => access,
    getCustomerAccessibleOperations: () => customer,
    listAccessibleSites: ({ params }: Call) =>
      params?.["id"] === ids.northwind
        ? [
            { id: ids.warehouse, name: "Harbour Warehouse", customerId: ids.northwind },
            { id: ids.hospital, name: "City Hospital", customerId: ids.northwind },
          ]
        : [],
    listSites: () => [
      { id: ids.warehouse, name: "Harbour Warehouse", customerId: ids.northwind, settings: {} },
      { id: ids.hospital, name: "City Hospital", customerId: ids.northwind, settings: {} },
    ],
    listCustomers: () => [
      { id: ids.contoso, name: "Contoso Clinics" },
      { id: ids.northwind, name: "Northwind Logistics" },
    ],
  });
  return { ...set, requestedIds: (): string[] => set.requests.map(({ id }) => id) };
}
