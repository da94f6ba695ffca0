import { aedesBroker } from "../adapters/broker/aedesBroker.ts";
import type { Broker, BrokerHandlers } from "../adapters/broker/broker.ts";
import type { Ground } from "./ground.ts";
import { taken } from "./startFaults.ts";

/** The broker, for those who are there before it: it opens last and closes first, and else nobody is connected. */
export interface LateBroker {
  isOpen(): boolean;
  /** The one of the settings until it is open. */
  port(): number;
  /** Ends every open connection of a client. */
  disconnect(clientId: string): void;
  /** To whoever listens; where nobody does, nothing is made ready. */
  tell(topic: string, text: () => string): void;
  open(handlers: BrokerHandlers): Promise<number>;
  close(): Promise<void>;
}

export function lateBroker({ config, now, problem }: Pick<Ground, "config" | "now" | "problem">): LateBroker {
  let broker: Broker | null = null;
  return {
    isOpen: () => broker !== null,
    port: () => broker?.port ?? config.mqttPort,
    disconnect: (clientId) => broker?.disconnect(clientId),
    tell: (topic, text) => {
      if (broker?.hasListeners(topic)) broker.publish(topic, text()).catch(problem);
    },
    open: async (handlers) => {
      const { host, mqttPort: port } = config;
      broker = await aedesBroker({ host, port, now }, handlers).catch((error: unknown) => {
        throw taken(error, "PULSE_MQTT_PORT", port, host);
      });
      return broker.port;
    },
    close: async () => {
      const closing = broker;
      broker = null;
      await closing?.close();
    },
  };
}
