import type { Hardware } from "@pulse/contract/gateways";
import { numberText } from "../text/numbers.ts";
import { nbsp, texts } from "../text/translate.ts";

type Placed = Pick<Hardware, "health" | "outsideFloorM">;

/** One of the things that are wrong with a gateway, in words. */
export function faultText(fault: string, { outsideFloorM }: Placed): string {
  if (fault === "far_from_floor" && outsideFloorM !== null)
    return texts.t("gateways.outsideFloor", { length: `${numberText(Math.round(outsideFloorM))}${nbsp}m` });
  return texts.t(`gateways.healths.${fault}`);
}

/** All that is wrong with a gateway, in a line; empty: nothing. */
export function faultsText(gateway: Placed): string {
  return gateway.health.map((fault) => faultText(fault, gateway)).join(", ");
}
