/** What is counted as "at once": longer than any advertising interval, far shorter than the life of an address, ms. */
const windowMs = 60_000;
/**
 * A phone shows one private address for each advertising set, of which Android asks for at least four (Compatibility
 * Definition 7.4.3), and for a moment both the old and the new one when they change, after 5 to 15 minutes there (C-3-5)
 * and 8 to 15 by the default of Bluetooth Core 6.3, Vol 4 Part E 7.8.45. More than these eight within a minute are several
 * devices.
 */
export const maxAddresses = 8;
/** How long addresses stay suspect after there were too many: as long as one address lives, ms. */
export const suspectMs = 15 * 60_000;
/** No more addresses are remembered: this many are as wrong as any other number. */
const maxRemembered = 64;

/** The addresses under which one identity was received lately. */
export interface AddressesInUse {
  /** Whether an advert under this address, sent at this time, is one of several devices' and says nothing about one. */
  areTooMany(address: string, atMs: number): boolean;
  /** How many there were at once, and when last; null: not too many within the last quarter of an hour. */
  excess(nowMs: number): { addresses: number; atMs: number } | null;
}

/** Tells one device, whose address changes now and then, from several that have the same identity. */
export function addressesInUse(): AddressesInUse {
  /** When each address was last used; those used last come last. */
  const usedMs = new Map<string, number>();
  let newestMs = Number.NEGATIVE_INFINITY;
  let excess: { addresses: number; atMs: number } | null = null;

  const forgetOld = (): void => {
    for (const [address, atMs] of usedMs) if (atMs < newestMs - windowMs) usedMs.delete(address);
  };
  return {
    areTooMany: (address, atMs) => {
      newestMs = Math.max(newestMs, atMs);
      // A message that comes late says nothing about what is in use at once now.
      if (atMs >= newestMs - windowMs) {
        const known = usedMs.get(address);
        if (known === undefined) {
          usedMs.set(address, atMs);
          if (usedMs.size > maxAddresses) forgetOld();
          if (usedMs.size > maxRemembered) usedMs.delete(usedMs.keys().next().value!);
        } else if (atMs > known) usedMs.set(address, atMs);
        if (usedMs.size > maxAddresses) {
          forgetOld();
          if (usedMs.size > maxAddresses) excess = { addresses: usedMs.size, atMs: newestMs };
        }
      }
      return excess !== null && atMs - excess.atMs <= suspectMs;
    },
    excess: (nowMs) => (excess !== null && nowMs - excess.atMs <= suspectMs ? excess : null),
  };
}
