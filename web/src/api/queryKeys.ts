import type { QueryKey } from "@tanstack/react-query";

/**
 * The keys of a noun's queries: `[noun, scopeId, what, …]`. The scope is the requested site or customer, or null if things
 * are found regardless of owner: all customers, or a person by their own id.
 */
export function nounKeys(noun: string, scopeId: string | null) {
  return {
    /** One page of a list, by its query. */
    list: (query: Readonly<Record<string, unknown>>): QueryKey => [noun, scopeId, "list", query],
    /** All of them by name, to choose from. */
    names: [noun, scopeId, "names"] as QueryKey,
    one: (id: string): QueryKey => [noun, scopeId, one, id],
  };
}

const one = "one";

/** Whether a query is about a site or a customer, whatever it asks. */
export function isOfScope(scopeId: string): (query: { queryKey: QueryKey }) => boolean {
  return ({ queryKey }) => queryKey[1] === scopeId;
}

/** Whether a query is for one of these things by its id. */
export function isOneOf(ids: readonly string[]): (query: { queryKey: QueryKey }) => boolean {
  return ({ queryKey: [, , what, id] }) => what === one && ids.includes(String(id));
}
