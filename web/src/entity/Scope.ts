import type { Endpoint } from "@pulse/contract/endpoint";

/** What a superadmin chooses from. */
export interface CustomerChoice {
  options: readonly { value: string; label: string }[];
  /** There is no customer yet. */
  isNone: boolean;
  error: Error | null;
  retry(): void;
  choose(customerId: string | null): void;
}

/** Where the things of a page are: in a site, with a customer, or neither. */
export interface Scope {
  siteId: string | null;
  /** Null while it is not known, and where no customer is meant. */
  customerId: string | null;
  /** Whether it is known what to ask for. */
  isKnown: boolean;
  /** Before a noun's path: "/sites/…", or nothing. */
  base: string;
  /** Behind a path, so that the next page is about the same customer: "?customer=…", or nothing. */
  search: string;
  customerName: string;
  /** No customer was chosen and there are several: fine for reading, not for writing. */
  isGuess: boolean;
  /** For superadmins where a customer is meant; null for everybody else. */
  choice: CustomerChoice | null;
}

/** All that there is: things that belong to no site and to no customer. */
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

/** The id by which lists of this scope are kept. */
export function scopeIdOf({ siteId, customerId }: Scope): string | null {
  return siteId ?? customerId;
}

/** What a call says of where it looks, if its endpoint asks for that. */
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
