import "./faultWords.ts";
import type { z } from "zod";
import type { Requirement } from "./access.ts";

/**
 * Who calls: a person with an id token, a device with its MQTT user name and password, or an API key. Like a person, a key
 * has letters and sites, but it has no account of its own.
 */
export type PrincipalKind = "person" | "device" | "apiKey";

/**
 * What the caller needs: nothing (`public`), to be one of the endpoint's principals (`signedIn`), to be a superadmin, or
 * to meet a requirement in areas and letters.
 */
export type Access = "public" | "signedIn" | "superadmin" | Requirement;

/**
 * What the call is limited to. `site`: the query's `siteId` (missing: SelectSiteFirst; outside the caller's reach: 404);
 * `customer`: the query's `customerId` or the caller's own; `none`: the handler decides by the entity's own place.
 */
export type Scope = "none" | "site" | "customer";

/** A body that is a multipart form with one file; its other parts are ignored. */
export interface Upload {
  /** The name of the part. */
  part: string;
  /** Allowed file types, judged by the file's bytes and not by what the sender calls it. */
  types: readonly string[];
  maxBytes: number;
}

/** A JSON body that may also come as a multipart form: the JSON in one part, each file in a part that the JSON names. */
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
  /** From the origin, with `:name` placeholders: `/api/v3/assets/:id`. */
  path: string;
  tag: string;
  summary: string;
  access: Access;
  /** Who may call it. Left out: people, and API keys too if letters are required; if public, callers are not identified. */
  principals: readonly PrincipalKind[];
  scope: Scope;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Instead of `body`. */
  upload?: Upload;
  /** The body may also come as this form. */
  form?: Form;
  content: Content;
  status: 200 | 201 | 202;
  /** The answer has the metadata of a page, or says where a stream continues. */
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

/** One route as a value: the server enforces it, the browser calls it, OpenAPI is generated from it. */
export function endpoint<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, C extends z.ZodType>(
  given: Given<P, Q, B, C>,
): Endpoint<P, Q, B, C> {
  return { status: 200, paged: false, scope: "none", principals: usualPrincipals(given.access), ...given };
}

function usualPrincipals(access: Access): readonly PrincipalKind[] {
  if (access === "public") return [];
  return typeof access === "string" ? ["person"] : ["person", "apiKey"];
}
