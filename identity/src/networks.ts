const unmapped = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, "");

/** Whether an address is this machine's own. */
export const isLoopback = (ip: string): boolean => ip === "::1" || unmapped(ip).startsWith("127.");

/** An IPv4 address, or the /64 of an IPv6 address: one host commonly owns a whole one. */
export function networkOf(address: string): string {
  const ip = unmapped(address);
  if (!ip.includes(":")) return ip;
  const [head = "", tail] = ip.toLowerCase().split("%")[0]?.split("::") ?? [];
  const front = head === "" ? [] : head.split(":");
  const back = !tail ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array.from({ length: zeros }, () => "0"), ...back];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
