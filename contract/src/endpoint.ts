import type { z } from "zod";
import type { Requirement } from "./access.ts";

/**
 * Who calls: a person with an id token, a device with its MQTT user name and password, or an API key. A key has letters and
 * sites as a person has, but no account of its own.
 */
export type PrincipalKind = "person" | "device" | "apiKey";

/**
 * What the caller must be allowed: nothing, since nobody is asked (`public`); to be one of the endpoint's principals
 * (`signedIn`); to be a superadmin; or a requirement in areas and letters.
 */
export type Access = "public" | "signedIn" | "superadmin" | Requirement;

/**
 * Where the call looks. `site`: the query's `siteId` (missing: SelectSiteFirst; outside the caller's reach: 404);
 * `customer`: the query's `customerId` or the caller's own; `none`: the handler decides by the entity's own place.
 */
export type Scope = "none" | "site" | "customer";

/** A body that is a multipart form with one file; its other parts are ignored. */
export interface Upload {
  /** The name of the part. */
  part: string;
  /** What the file may hold, judged by its bytes and not by what the sender calls it. */
  types: readonly string[];
  maxBytes: number;
}

/** A JSON body that may also come as a multipart form: the JSON in one part, and each file in the part that it names. */
export interface Form {
  /** The name of the JSON's part. */
  part: string;
  types: readonly string[];
  /** Of one file. */
  maxBytes: number;
  maxTotalBytes: number;
  /** A form may come without the JSON. */
  isJsonOptional?: boolean;
}

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Content extends z.ZodType = z.ZodType,
> {
  id: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** With `:name` places, from the origin: `/api/v3/assets/:id`. */
  path: string;
  tag: string;
  summary: string;
  access: Access;
  /** For whom it is. Left out: people, and API keys too where letters are asked for; nobody is asked where it is public. */
  principals: readonly PrincipalKind[];
  scope: Scope;
  params?: Params;
  query?: Query;
  body?: Body;
  /** In place of `body`. */
  upload?: Upload;
  /** The body may come as such a form. */
  form?: Form;
  content: Content;
  status: 200 | 201 | 202;
  /** The answer has the metadata of a page, or says where a stream goes on. */
  paged: boolean | "byCursor";
  /** The answer may also be bytes of these types instead of the envelope. */
  file?: readonly string[];
  /** It also takes the pool's access token, in `x-access-token`. */
  takesAccessToken?: boolean;
}

type Given<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, C extends z.ZodType> = Omit<
  Endpoint<P, Q, B, C>,
  "status" | "paged" | "scope" | "principals"
> &
  Partial<Pick<Endpoint, "status" | "paged" | "scope" | "principals">>;

/** One route as a value: the server enforces it, the browser calls by it, OpenAPI is generated from it. */
export function endpoint<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, C extends z.ZodType>(
  given: Given<P, Q, B, C>,
): Endpoint<P, Q, B, C> {
  return { status: 200, paged: false, scope: "none", principals: usualPrincipals(given.access), ...given };
}

function usualPrincipals(access: Access): readonly PrincipalKind[] {
  if (access === "public") return [];
  return typeof access === "string" ? ["person"] : ["person", "apiKey"];
}
