import type { Answer } from "./api.ts";

/** How each write of a gateway's MQTT account and of its own settings is done. */
export function gatewayAccountActs(
  here: () => { gatewayId: string; siteId: string },
  send: (method: string, path: string, body?: object) => Promise<Answer>,
): Record<string, () => Promise<Answer>> {
  return {
    createHardwareCredentials: () => send("POST", `hardwares/${here().gatewayId}/mqtt-credentials`),
    createCredentialsOfHardwares: () =>
      send("POST", `hardwares/mqtt-credentials?site_id=${here().siteId}`, { hardware_ids: [here().gatewayId] }),
    updateHardwareConfiguration: () =>
      send("PUT", `hardwares/${here().gatewayId}/device/configuration`, { upload_period_s: 5 }),
    updateHardwareConfigurations: () =>
      send("PUT", `hardwares/device/configuration?site_id=${here().siteId}`, { proximity: true }),
  };
}
