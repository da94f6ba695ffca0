import { z } from "zod";
import { AccessMap } from "./access.ts";
import { endpoint } from "./endpoint.ts";
import { Base, Guid, Id, Mechanism, Ref } from "./fields.ts";
import { defaults } from "./limits.ts";

/** What the change of site hands to the browser, and customers edit (shapes S5). */
export const CustomerConfig = z
  .object({
    showLocationConfidence: z.boolean().default(false),
    assetMapTimeoutDay: z.number().int().min(1).max(36_500).default(defaults.assetMapTimeoutDay),
    kkmRingDurationMs: z.number().int().min(100).max(60_000).default(defaults.kkmRingDurationMs),
    availableHardwareTypes: z.array(Id).default([]),
    availableOperations: z.array(Id).default([]),
    geofenceExitTimeout: z.number().int().min(1).max(10_080).default(defaults.geofenceExitTimeoutMin),
    identifierLocationUpdateMechanism: Mechanism.default(defaults.mechanism),
    signupRoleId: Id.nullable().default(null),
    signupGroupId: Id.nullable().default(null),
  })
  .meta({ id: "CustomerConfig" });
export type CustomerConfig = z.infer<typeof CustomerConfig>;

export const Customer = Base.extend({
  guid: Guid,
  name: z.string(),
  location: z.string().nullable(),
  admin: z.string().nullable().optional(),
  customerCode: z.string().optional(),
  locationUpdateMechanism: Mechanism,
  mqttUsername: z.string().optional(),
  sites: z.array(Ref),
  config: CustomerConfig,
}).meta({ id: "Customer" });
export type Customer = z.infer<typeof Customer>;

export const AccessibleSite = z
  .object({
    id: Id,
    guid: Guid,
    name: z.string(),
    customerId: Id,
    customerName: z.string(),
    customerConfig: CustomerConfig,
    lat: z.number(),
    lon: z.number(),
    location: z.string().nullable(),
    hideGeofences: z.boolean(),
  })
  .meta({ id: "AccessibleSite" });
export type AccessibleSite = z.infer<typeof AccessibleSite>;

const params = z.object({ id: Id });

export const listCustomers = endpoint({
  id: "listCustomers",
  method: "GET",
  path: "/api/v3/customers",
  tag: "Customers",
  summary: "All customers",
  access: "superadmin",
  content: z.array(Customer),
  paged: true,
});

export const getCustomerMe = endpoint({
  id: "getCustomerMe",
  method: "GET",
  path: "/api/v3/customers/me",
  tag: "Customers",
  summary: "The caller's own customer",
  access: "signedIn",
  content: Customer,
});

export const getCustomerAccessibleOperations = endpoint({
  id: "getCustomerAccessibleOperations",
  method: "GET",
  path: "/api/v3/customers/:id/accessible-operations",
  tag: "Customers",
  summary: "What a customer has",
  access: "signedIn",
  params,
  content: AccessMap,
});

export const listAccessibleSites = endpoint({
  id: "listAccessibleSites",
  method: "GET",
  path: "/api/v3/customers/:id/accessible-sites",
  tag: "Customers",
  summary: "The sites of a customer that the caller may enter",
  access: "signedIn",
  params,
  content: z.array(AccessibleSite),
});
