import type { MqttCredentials } from "@pulse/contract/mqttCredentials";
import { accountTopics } from "../../platform/devices/gatewayTopics.ts";
import type { MqttAddress } from "../../platform/devices/mqttAddress.ts";
import type { GatewayRow } from "./gateways.repository.ts";

/** What goes into a gateway's own configuration page besides its password. */
type MqttSettings = Omit<MqttCredentials, "mqttPassword">;

export type SettingsOf = (row: GatewayRow) => MqttSettings;

/** The settings of a gateway for the broker of this installation. */
export function mqttSettings(mqtt: MqttAddress): SettingsOf {
  return (row) => {
    const topics = accountTopics({
      hardwareType: row.hardware_type,
      mac: row.mac,
      mqttGuid: row.mqtt_guid,
      name: row.name,
      formerNames: [],
    });
    return {
      mqttGuid: row.mqtt_guid,
      mqttUsername: row.mqtt_username,
      ...mqtt(),
      publishTopics: [...topics.publishTopics],
      subscribeTopics: [...topics.subscribeTopics],
    };
  };
}
