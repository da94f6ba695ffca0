import type { Heard } from "@pulse/contract/gatewayReports";

/** A gateway to register, as its row in the dialog has it. */
export interface Claim {
  mac: string;
  /** The short code of its type. */
  type: string;
  name: string;
}

/** In the order of their addresses. The names at first: what a gateway calls itself in its topics, else its type and the end of its address. */
export function claimsOf(
  heard: readonly Pick<Heard, "mac" | "kind" | "name">[],
  typeName: (type: string) => string,
): Claim[] {
  return heard
    .toSorted((a, b) => (a.mac < b.mac ? -1 : 1))
    .map(({ mac, kind, name }) => ({
      mac,
      type: kind,
      name: name ?? `${typeName(kind)} ${mac.slice(-8).replaceAll(":", "")}`,
    }));
}
