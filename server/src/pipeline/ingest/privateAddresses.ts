import { createCipheriv } from "node:crypto";

/** Addresses change every quarter of an hour as a rule; the latest are remembered with whose they are. */
const maxResolved = 20_000;
/** Bits 6 and 7 of the first byte of a resolvable private address are 01. */
const typeMask = 0xc0;
const resolvableType = 0x40;

/** Tells whose resolvable private address an address is, from the keys of the trackers of one customer. */
export interface PrivateAddresses<Owner> {
  add(irk: string, owner: Owner): void;
  remove(irk: string): void;
  isEmpty(): boolean;
  /** The owner of the key that has made this address, "AA:BB:…"; undefined: none of them. */
  ownerOf(mac: string): Owner | undefined;
}

/**
 * Bluetooth Core 5.4 Vol 6 Part B 1.3.2.3: the lower half of an address is the hash of its upper half under the key.
 * Programs show a key in either byte order, so both are tried.
 */
export function privateAddresses<Owner>(): PrivateAddresses<Owner> {
  const keys = new Map<string, { bytes: readonly Buffer[]; owner: Owner }>();
  const resolved = new Map<string, Owner | undefined>();
  const search = (address: Buffer): Owner | undefined => {
    for (const { bytes, owner } of keys.values()) if (bytes.some((key) => hasMade(key, address))) return owner;
    return undefined;
  };
  return {
    add: (irk, owner) => {
      const key = Buffer.from(irk, "hex");
      keys.set(irk, { bytes: [key, Buffer.from(key).reverse()], owner });
      resolved.clear();
    },
    remove: (irk) => {
      if (keys.delete(irk)) resolved.clear();
    },
    isEmpty: () => keys.size === 0,
    ownerOf: (mac) => {
      if (keys.size === 0 || (Number.parseInt(mac.slice(0, 2), 16) & typeMask) !== resolvableType) return undefined;
      if (resolved.has(mac)) return resolved.get(mac);
      const owner = search(Buffer.from(mac.replaceAll(":", ""), "hex"));
      if (resolved.size >= maxResolved) resolved.clear();
      resolved.set(mac, owner);
      return owner;
    },
  };
}

function hasMade(key: Buffer, address: Buffer): boolean {
  const block = Buffer.alloc(16);
  address.copy(block, 13, 0, 3);
  const cipher = createCipheriv("aes-128-ecb", key, null);
  cipher.setAutoPadding(false);
  return cipher.update(block).subarray(13).equals(address.subarray(3));
}
