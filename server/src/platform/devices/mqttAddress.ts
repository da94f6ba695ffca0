import type { MqttCredentials } from "@pulse/contract/mqttCredentials";

/** Where devices connect, as their settings name it. */
export type MqttAddress = () => Pick<MqttCredentials, "host" | "port" | "tlsPort" | "websocketUrl">;
