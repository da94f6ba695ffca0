import { Email } from "@pulse/contract/names";
import { z } from "zod";
import { allowedName } from "../singleSignOn/ssoClaims.ts";
import { invalidValue } from "./scimError.ts";
import { fieldOf, isObject, type ScimObject } from "./scimFilter.ts";
import type { StoredScimGroup, StoredScimUser } from "./scim.repository.ts";

export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
export const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";

/** What a directory says about a person, in our terms. */
export interface ScimUserValues {
  userName: string;
  externalId: string | null;
  email: string;
  givenName: string;
  familyName: string;
  active: boolean;
  /** Null: the directory does not say any. */
  roles: string[] | null;
}

export interface ScimGroupValues {
  displayName: string;
  externalId: string | null;
  /** Ids of users; null: not said. */
  members: string[] | null;
}

/** A user as a directory reads it. */
export function scimUser(user: StoredScimUser, root: string): ScimObject {
  const formatted = `${user.givenName} ${user.familyName}`.trim();
  return {
    schemas: [userSchema],
    id: user.id,
    ...(user.externalId === null ? {} : { externalId: user.externalId }),
    userName: user.userName ?? user.email,
    name: { givenName: user.givenName, familyName: user.familyName, formatted },
    displayName: formatted,
    emails: [{ value: user.email, type: "work", primary: true }],
    active: user.active,
    locale: user.locale,
    roles: user.role === null ? [] : [{ value: user.role, display: user.role, primary: true }],
    groups: user.groups.map(({ id, name }) => ({
      value: id,
      display: name,
      type: "direct",
      $ref: `${root}/Groups/${id}`,
    })),
    meta: {
      resourceType: "User",
      created: user.createdAt.toISOString(),
      lastModified: user.updatedAt.toISOString(),
      location: `${root}/Users/${user.id}`,
    },
  };
}

/** A group as a directory reads it. */
export function scimGroup(group: StoredScimGroup, root: string): ScimObject {
  return {
    schemas: [groupSchema],
    id: group.id,
    ...(group.externalId === null ? {} : { externalId: group.externalId }),
    displayName: group.name,
    members: group.members.map(({ id, name }) => ({
      value: id,
      display: name,
      type: "User",
      $ref: `${root}/Users/${id}`,
    })),
    meta: {
      resourceType: "Group",
      created: group.createdAt.toISOString(),
      lastModified: group.updatedAt.toISOString(),
      location: `${root}/Groups/${group.id}`,
    },
  };
}

const text = z.string().trim().max(500);
const optionalText = text.nullish().transform((value) => (value === undefined || value === "" ? null : value));
/** Entra sends "True" and "False". */
const flag = z
  .union([z.boolean(), z.string().regex(/^(true|false)$/i)])
  .transform((value) => (typeof value === "boolean" ? value : value.toLowerCase() === "true"));
const element = z.union([z.string().transform((value) => ({ value })), z.looseObject({ value: z.string().max(500) })]);

/** What is said about a person. Throws `invalidValue` with the attribute. */
export function userValues(body: ScimObject): ScimUserValues {
  const userName = required(text.min(1).max(254), body, "userName");
  const name = optional(z.looseObject({}).nullish(), body, "name") ?? {};
  const emails = optional(z.array(z.looseObject({})).max(100).nullish(), body, "emails") ?? [];
  const chosen =
    emails.find(
      (one) => fieldOf(one, "primary") === true || String(fieldOf(one, "primary")).toLowerCase() === "true",
    ) ??
    emails.find((one) => fieldOf(one, "type") === "work") ??
    emails[0];
  const address = Email.safeParse(chosen === undefined ? userName : fieldOf(chosen, "value"));
  if (!address.success)
    throw invalidValue(
      chosen === undefined ? "userName must be an email address, or emails must have one" : "emails: not a valid email",
    );
  const display = optional(optionalText, body, "displayName") ?? optional(optionalText, name, "formatted") ?? "";
  const [first = "", ...others] = display.split(" ");
  const roles = optional(z.array(element).max(100).nullish(), body, "roles");
  return {
    userName,
    externalId: optional(optionalText, body, "externalId"),
    email: address.data,
    givenName: nameFrom(optional(optionalText, name, "givenName"), first, address.data.split("@")[0] ?? ""),
    familyName: nameFrom(optional(optionalText, name, "familyName"), others.join(" "), "-"),
    active: optional(flag.nullish(), body, "active") ?? true,
    roles: roles?.map(({ value }) => value) ?? null,
  };
}

/** What is said about a group. Throws `invalidValue` with the attribute. */
export function groupValues(body: ScimObject): ScimGroupValues {
  const displayName = allowedName(required(text.min(1), body, "displayName"));
  if (displayName === "") throw invalidValue("displayName must have letters or digits");
  const members = optional(z.array(element).max(10_000).nullish(), body, "members");
  return {
    displayName,
    externalId: optional(optionalText, body, "externalId"),
    members: members === null || members === undefined ? null : [...new Set(members.map(({ value }) => value))],
  };
}

/** A body as an object. */
export function bodyObject(body: unknown): ScimObject {
  if (!isObject(body)) throw invalidValue("The body must be an object");
  return body;
}

function required<T>(schema: z.ZodType<T>, of: ScimObject, name: string): T {
  const value = fieldOf(of, name);
  if (value === undefined || value === null || value === "") throw invalidValue(`${name} is required`);
  return optional(schema, of, name);
}

function optional<T>(schema: z.ZodType<T>, of: ScimObject, name: string): T {
  const result = schema.safeParse(fieldOf(of, name));
  if (!result.success) throw invalidValue(`${name} ${result.error.issues[0]?.message ?? "is not valid"}`);
  return result.data;
}

const nameFrom = (...candidates: (string | null)[]): string =>
  candidates.map((candidate) => allowedName(candidate ?? "")).find((name) => name !== "") ?? "-";
