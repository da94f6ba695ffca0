import { z } from "zod";
import type { Letter } from "./access.ts";
import { endpoint } from "./endpoint.ts";
import { Id, Time, TimeInput } from "./fields.ts";
import { Name } from "./names.ts";
import { pageQuery } from "./page.ts";
import { list } from "./list.ts";

/** Every API key begins with this, and so does the part of a stored key that is shown. */
export const keyStart = "pulse_";

/** A principal of its own: what it may do, where, and for how long (additions A4). */
export const ApiKey = z
  .object({
    id: Id,
    name: z.string(),
    customerId: Id,
    operationIds: z.array(Id),
    /** Empty: all sites. */
    siteIds: z.array(Id),
    /** The first characters of the key, by which people tell keys apart. */
    prefix: z.string(),
    createdAt: Time,
    /** The e-mail address of its maker. */
    createdBy: z.string(),
    /** Its maker's account is gone, so the key may do nothing. */
    makerGone: z.boolean(),
    expiresAt: Time.nullable(),
    lastUsedAt: Time.nullable(),
    /** The IP address it was last used from. */
    lastUsedFrom: z.string().nullable(),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeyBody = z.object({
  name: Name,
  customerId: Id.optional(),
  operationIds: list(Id).max(100),
  siteIds: list(Id).max(1000).default([]),
  expiresAt: TimeInput.nullable().default(null),
});

/** The key itself leaves the server only once, when it is made. */
export const NewApiKey = ApiKey.extend({ key: z.string() }).meta({ id: "NewApiKey" });
export type NewApiKey = z.infer<typeof NewApiKey>;

const needs = (letter: Letter) => ({ all: [{ area: "role_management" as const, letter }] });
// A stolen key must not be able to make others that outlive it.
const people = { principals: ["person"] as const };

export const listApiKeys = endpoint({
  id: "listApiKeys",
  method: "GET",
  path: "/api/v3/api-keys",
  tag: "API keys",
  summary: "The API keys of a customer, the newest first",
  access: needs("r"),
  ...people,
  scope: "customer",
  query: pageQuery,
  content: z.array(ApiKey),
  paged: true,
});

export const createApiKey = endpoint({
  id: "createApiKey",
  method: "POST",
  path: "/api/v3/api-keys",
  tag: "API keys",
  summary: "A new API key, shown once; it can have no more permissions than its creator",
  access: needs("c"),
  ...people,
  scope: "customer",
  body: ApiKeyBody,
  content: NewApiKey,
  status: 201,
});

export const deleteApiKey = endpoint({
  id: "deleteApiKey",
  method: "DELETE",
  path: "/api/v3/api-keys/:id",
  tag: "API keys",
  summary: "Revokes an API key immediately",
  access: needs("d"),
  ...people,
  params: z.object({ id: Id }),
  content: z.object({ id: Id }),
});
