import type { HardwareListed } from "@pulse/contract/gateways";
import { numberText } from "../text/numbers.ts";
import { nbsp, texts } from "../text/translate.ts";

type Placed = Pick<HardwareListed, "health" | "outsideFloorM">;

/** One fault of a gateway in words; `short`: for narrow places. */
export function faultText(fault: string, { outsideFloorM }: Placed, short = false): string {
  if (fault !== "far_from_floor" || typeof outsideFloorM !== "number") return texts.t(`gateways.healths.${fault}`);
  const length = `${numberText(Math.round(outsideFloorM))}${nbsp}m`;
  return texts.t(short ? "gateways.outside" : "gateways.outsideFloor", { length });
}

/** All faults of a gateway in one line; empty: none. */
export function faultsText(gateway: Placed, short = false): string {
  return (gateway.health ?? []).map((fault) => faultText(fault, gateway, short)).join(", ");
}
