import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ReturnType<typeof ipaddr.process>;

/** Returns IPv4 within IPv6 as IPv4. Null: the text is not an address. */
function parsed(text: string): Address | null {
  const address = text.split("%", 1)[0]!;
  return isIP(address) === 0 ? null : ipaddr.process(address);
}

/** An address in its usual spelling, IPv4 within IPv6 as IPv4; any other text stays as it is. */
export const plainAddress = (text: string): string => parsed(text)?.toString() ?? text;

/** Whether an address is this machine's own. */
export const isLoopback = (ip: string): boolean => parsed(ip)?.range() === "loopback";

/** An IPv4 address, or the /64 of an IPv6 address, because one host commonly owns a whole /64. */
export function networkOf(text: string): string {
  const address = parsed(text);
  if (!(address instanceof ipaddr.IPv6)) return plainAddress(text);
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
