/** How one gateway is addressed: by its MAC in its maker's topics, by its MQTT guid in ours. */
export interface GatewayIdentity {
  mac: string;
  /** Some makers' topics contain the gateway's name. */
  name: string;
  mqttGuid: string;
}
