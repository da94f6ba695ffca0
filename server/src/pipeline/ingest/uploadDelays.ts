import type { GatewayClock } from "@pulse/protocols/message";
import { uploadDelay, type UploadDelay } from "@pulse/protocols/uploadDelay";

/** How long gateways' messages wait before they arrive. */
export interface UploadDelays {
  /**
   * Takes a gateway's next message, with its `clock` and the time of its arrival, and returns how long it has waited,
   * ms.
   */
  of(gatewayId: string, clock: GatewayClock | undefined, arrivedMs: number): number;
}

export function uploadDelays(): UploadDelays {
  const gateways = new Map<string, UploadDelay>();
  return {
    of: (gatewayId, clock, arrivedMs) => {
      let delay = gateways.get(gatewayId);
      if (delay === undefined) gateways.set(gatewayId, (delay = uploadDelay()));
      return delay.of(clock, arrivedMs);
    },
  };
}
