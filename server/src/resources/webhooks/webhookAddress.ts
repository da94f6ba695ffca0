import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isPublicAddress, type Networks } from "../../platform/http/addresses.ts";

/** A webhook may not go there. */
export class AddressNotAllowed extends Error {
  override readonly name = "AddressNotAllowed";
}

export interface Resolved {
  address: string;
  family: number;
}
export type Resolve = (host: string) => Promise<Resolved[]>;

export interface WebhookAddresses {
  /** Every address of a host, in the resolver's order. Throws AddressNotAllowed if one of them may not be reached. */
  of(url: URL): Promise<Resolved[]>;
}

const resolveAll: Resolve = (host) => lookup(host, { all: true, verbatim: true });

/**
 * Where webhooks may go: to public addresses by https, and to private ones that the setting names, also by http. All
 * addresses that a host's name resolves to must be allowed, so that none of them can be chosen later.
 */
export function webhookAddresses(allowed: Networks, resolve: Resolve = resolveAll): WebhookAddresses {
  const mayReach = (url: URL, address: string): boolean =>
    allowed(address) || (url.protocol === "https:" && isPublicAddress(address));
  return {
    of: async (url) => {
      if (url.username !== "" || url.password !== "") throw new AddressNotAllowed("an address without a password");
      // URL has written IPv4 in all its spellings (decimal, octal, hexadecimal, shortened) as four numbers.
      const host = url.hostname.replace(/^\[|\]$/g, "");
      const family = isIP(host);
      const all = family === 0 ? await resolve(host) : [{ address: host, family }];
      if (!all.every(({ address }) => mayReach(url, address))) throw new AddressNotAllowed(url.hostname);
      return all;
    },
  };
}
