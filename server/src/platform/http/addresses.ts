import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ReturnType<typeof ipaddr.process>;

/**
 * The address in a text, with or without brackets, port and zone; IPv4 within IPv6 becomes IPv4. Null: there is none.
 */
function parsed(text: string): Address | null {
  const withoutPort = /^\[(.+)\](:\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = withoutPort.split("%", 1)[0]!;
  // Node checks first, since the library also accepts "1" and "0x7f.1".
  return isIP(address) === 0 ? null : ipaddr.process(address);
}

/** An address in its usual spelling; null: the text is no address. */
export function addressIn(text: string): string | null {
  return parsed(text)?.toString() ?? null;
}

/**
 * What limits count by: an IPv4 address, or the /64 of an IPv6 address, since one host usually owns a whole /64. Any
 * other text stands for itself.
 */
export function networkOf(text: string): string {
  const address = parsed(text);
  if (!(address instanceof ipaddr.IPv6)) return address?.toString() ?? text;
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

export function isLoopbackAddress(text: string): boolean {
  return parsed(text)?.range() === "loopback";
}

/** Whether an address may belong to one's own proxy, and can never belong to a person on the internet. */
export function isInternalAddress(text: string): boolean {
  return ["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"].includes(parsed(text)?.range() ?? "");
}

/**
 * Whether an address belongs to a host on the internet: neither internal nor reserved, nor a way through to such an
 * address.
 */
export function isPublicAddress(text: string): boolean {
  const address = parsed(text);
  if (address?.range() !== "unicast") return false;
  // Only these are given to hosts; among the others are spellings of IPv4 addresses.
  return !(address instanceof ipaddr.IPv6) || address.match(ipaddr.IPv6.parse("2000::"), 3);
}

/** Addresses and networks (CIDR), as a setting lists them. */
export type Networks = (address: string | undefined) => boolean;

/** @throws {Error} if an entry is neither an address nor a network; `/0` is refused, since it means everybody */
export function networks(list: readonly string[]): Networks {
  const ranges = list.map((entry) => {
    const [text = "", bits, ...more] = entry.split("/");
    const address = isIP(text) === 0 || text.includes("%") ? null : ipaddr.parse(text);
    const widest = address?.kind() === "ipv4" ? 32 : 128;
    const prefix = bits === undefined ? widest : /^\d{1,3}$/.test(bits) ? Number(bits) : 0;
    if (address === null || more.length > 0 || prefix < 1 || prefix > widest) throw new Error(`no network: ${entry}`);
    return { address, prefix };
  });
  return (text) => {
    const address = text === undefined ? null : parsed(text);
    return ranges.some(
      (range) =>
        address !== null && range.address.kind() === address.kind() && address.match(range.address, range.prefix),
    );
  };
}
