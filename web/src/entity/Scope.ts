import type { Endpoint } from "@pulse/contract/endpoint";

/** A superadmin's choice of customers. */
export interface CustomerChoice {
  options: readonly { value: string; label: string }[];
  /** There is no customer yet. */
  isNone: boolean;
  error: Error | null;
  retry(): void;
  choose(customerId: string | null): void;
}

/** What the things of a page belong to: a site, a customer, or neither. */
export interface Scope {
  siteId: string | null;
  /** Null while it is not known, and if no customer is involved. */
  customerId: string | null;
  /** Whether the scope is known, so that requests can be made. */
  isKnown: boolean;
  /** The prefix of a noun's path: "/sites/…", or nothing. */
  base: string;
  /** Appended to a path, so that the next page is about the same customer: "?customer=…", or nothing. */
  search: string;
  customerName: string;
  /** No customer was chosen and there are several: fine for reading, not for writing. */
  isGuess: boolean;
  /** For superadmins if a customer is involved; otherwise null. */
  choice: CustomerChoice | null;
}

/** The scope of things that belong to no site and no customer. */
export const everywhere: Scope = {
  siteId: null,
  customerId: null,
  isKnown: true,
  base: "",
  search: "",
  customerName: "",
  isGuess: false,
  choice: null,
};

/** The id for lists of this scope in query keys. */
export function scopeIdOf({ siteId, customerId }: Scope): string | null {
  return siteId ?? customerId;
}

/** The scope parameters of a call, if its endpoint needs them. */
export function placeOf({ scope }: Pick<Endpoint, "scope">, { siteId, customerId }: Scope): Record<string, unknown> {
  if (scope === "none") return {};
  return scope === "site" ? { siteId } : { customerId };
}

/** The address of a noun's list, of one thing of it, or of a new one. */
export function hrefOf({ path, page = "" }: { path: string; page?: string }, scope: Scope, id?: string): string {
  const { base, search } = scope;
  if (id === undefined) return `${base}${path}${search}`;
  return `${base}${path}/${id}${id === "new" ? "" : page}${search}`;
}
