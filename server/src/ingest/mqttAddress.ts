import type { MqttCredentials } from "@pulse/contract/gateways";

/** Where devices connect, as their settings name it. */
export type MqttAddress = () => Pick<MqttCredentials, "host" | "port" | "tlsPort" | "websocketUrl">;
