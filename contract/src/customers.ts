import { z } from "zod";
import { AccessMap, Operation } from "./access.ts";
import { endpoint } from "./endpoint.ts";
import { Base, Guid, Id, Mechanism, Ref, Version } from "./fields.ts";
import { HardwareType } from "./hardwareTypes.ts";
import { MqttCredentials } from "./mqttCredentials.ts";
import { defaults } from "./limits.ts";
import { CustomerCode, Email, ExtraNameCharacters, FreeText, Name } from "./names.ts";
import { searchQuery } from "./page.ts";
import { list } from "./list.ts";
import { SecondFactor, secondFactors } from "./secondFactors.ts";
import { Underlay } from "./underlay.ts";

/** The settings that the browser gets when it changes site, and that customers edit (shapes S5). */
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
    /** Subscribers to a site's `locations` over MQTT at once get where everything is, as a retained message. */
    retainLatestPositions: z.boolean().default(false),
    /** The second factors that count here, and one of them is required; null: all that can be delivered. */
    secondFactors: z.array(SecondFactor).nullable().default(null),
    /** People with an address of the company's domains sign in with the company's account alone. */
    requiresSso: z.boolean().default(false),
    /** Characters that names may have besides letters, digits, spaces and , : ; ' ( ) - _ (decisions D1). */
    extraNameCharacters: z.string().default(""),
  })
  .meta({ id: "CustomerConfig" });
export type CustomerConfig = z.infer<typeof CustomerConfig>;

const params = z.object({ id: Id });

export const Customer = Base.extend({
  guid: Guid,
  name: z.string(),
  location: z.string().nullable(),
  admin: z.string().nullable().optional(),
  customerCode: z.string().optional(),
  locationUpdateMechanism: Mechanism,
  mqttUsername: z.string().optional(),
  /** Only in the answer to the request that made the customer. */
  mqttPassword: z.string().optional(),
  operations: z.array(Operation).optional(),
  sites: z.array(Ref),
  config: CustomerConfig,
}).meta({ id: "Customer" });
export type Customer = z.infer<typeof Customer>;

/** A config in a request body: a key left out keeps its value; `show_nearest_gateway` is an older name. */
const ConfigBody = z.preprocess(
  (given) => {
    if (typeof given !== "object" || given === null || !("showNearestGateway" in given)) return given;
    const { showNearestGateway, ...rest } = given;
    return { showLocationConfidence: showNearestGateway, ...rest };
  },
  z
    .object({
      showLocationConfidence: z.boolean(),
      assetMapTimeoutDay: z.number().int().min(1).max(36_500),
      kkmRingDurationMs: z.number().int().min(100).max(60_000),
      availableHardwareTypes: list(Id).max(100),
      availableOperations: list(Id).max(100),
      geofenceExitTimeout: z.number().int().min(1).max(10_080),
      identifierLocationUpdateMechanism: Mechanism,
      signupRoleId: Id.nullable(),
      signupGroupId: Id.nullable(),
      retainLatestPositions: z.boolean(),
      secondFactors: list(SecondFactor).min(1).max(secondFactors.length).nullable(),
      requiresSso: z.boolean(),
      extraNameCharacters: ExtraNameCharacters,
    })
    .partial(),
);

const body = z.object({
  name: Name,
  location: FreeText.nullable().optional(),
  admin: Email.nullable().optional(),
  customerCode: CustomerCode,
  locationUpdateMechanism: Mechanism.optional(),
  config: ConfigBody.optional(),
});
export const CustomerBody = body;
export const CustomerChange = body.partial().extend({ version: Version });

export const customerSortFields = ["id", "name", "customer_code", "location", "created_at"] as const;
export const customerSearchFields = ["name", "customer_code", "location"] as const;

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
    underlay: Underlay.nullable(),
  })
  .meta({ id: "AccessibleSite" });
export type AccessibleSite = z.infer<typeof AccessibleSite>;

export const listCustomers = endpoint({
  id: "listCustomers",
  method: "GET",
  path: "/api/v3/customers",
  tag: "Customers",
  summary: "All customers",
  access: "superadmin",
  query: searchQuery(customerSortFields, customerSearchFields),
  content: z.array(Customer),
  paged: true,
});

export const createCustomer = endpoint({
  id: "createCustomer",
  method: "POST",
  path: "/api/v3/customers",
  tag: "Customers",
  summary: "A new customer with its predefined roles and group; only this answer contains its MQTT password",
  access: "superadmin",
  body: CustomerBody,
  content: Customer,
  status: 201,
});

export const getCustomer = endpoint({
  id: "getCustomer",
  method: "GET",
  path: "/api/v3/customers/:id",
  tag: "Customers",
  summary: "One customer",
  access: "superadmin",
  params,
  content: Customer,
});

export const updateCustomer = endpoint({
  id: "updateCustomer",
  method: "PUT",
  path: "/api/v3/customers/:id",
  tag: "Customers",
  summary: "Changes a customer; what is left out keeps its value, in `config` too",
  access: "superadmin",
  params,
  body: CustomerChange,
  content: Customer,
});

export const deleteCustomer = endpoint({
  id: "deleteCustomer",
  method: "DELETE",
  path: "/api/v3/customers/:id",
  tag: "Customers",
  summary: "Deletes a customer without sites, and its users",
  access: "superadmin",
  params,
  content: z.object({ id: Id }),
});

export const createCustomerCredentials = endpoint({
  id: "createCustomerCredentials",
  method: "POST",
  path: "/api/v3/customers/:id/mqtt-credentials",
  tag: "Customers",
  summary: "A new MQTT password for a customer, shown once; the old one stops working immediately",
  access: "superadmin",
  params,
  content: MqttCredentials,
});

export const listCustomerHardwareTypes = endpoint({
  id: "listCustomerHardwareTypes",
  method: "GET",
  path: "/api/v3/customers/:id/hardware-types",
  tag: "Customers",
  summary: "The gateway types that a customer may use",
  access: { any: [{ area: "hardware_management", letter: "r" }] },
  params,
  content: z.array(HardwareType),
});

export const getCustomerMe = endpoint({
  id: "getCustomerMe",
  method: "GET",
  path: "/api/v3/customers/me",
  tag: "Customers",
  summary: "The caller's own customer",
  access: "signedIn",
  principals: ["person", "apiKey"],
  content: Customer,
});

export const getCustomerAccessibleOperations = endpoint({
  id: "getCustomerAccessibleOperations",
  method: "GET",
  path: "/api/v3/customers/:id/accessible-operations",
  tag: "Customers",
  summary: "The operations available to a customer",
  access: "signedIn",
  principals: ["person", "apiKey"],
  params,
  content: AccessMap,
});

export const listAccessibleSites = endpoint({
  id: "listAccessibleSites",
  method: "GET",
  path: "/api/v3/customers/:id/accessible-sites",
  tag: "Customers",
  summary: "The sites of a customer that the caller can access",
  access: "signedIn",
  principals: ["person", "apiKey"],
  params,
  content: z.array(AccessibleSite),
});
