import type { UnusedProperty } from "@pulse/contract/gateways";
import { curveFrom } from "@pulse/positioning/model/pathLoss";
import { radioOf } from "@pulse/positioning/model/placedSite";
import type { GatewayRow } from "./gateways.repository.ts";

/** The radio settings of a gateway that the engine replaces with the default, since no law can have such a value. */
export function unusedProperties({
  id,
  alpha,
  beta,
  gamma,
  measured_power: measuredPower,
}: GatewayRow): UnusedProperty[] {
  // The engine is asked, one value at a time, so that its bounds are defined only there.
  const { powerDbm } = radioOf({ id, measuredPower, alpha: null, beta: null, gamma: null }, null);
  const unused: [UnusedProperty, boolean][] = [
    ["alpha", alpha !== null && curveFrom(alpha, null, null) === null],
    ["beta", beta !== null && curveFrom(null, beta, null) === null],
    ["gamma", gamma !== null && curveFrom(null, null, gamma) === null],
    ["measured_power", measuredPower !== null && powerDbm !== measuredPower],
  ];
  return unused.flatMap(([property, isUnused]) => (isUnused ? property : []));
}
