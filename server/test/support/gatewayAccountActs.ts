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
    createSiteGatewayCredentials: () => send("POST", `hardwares/site-credentials?site_id=${here().siteId}`),
    deleteSiteGatewayCredentials: () => send("DELETE", `hardwares/site-credentials?site_id=${here().siteId}`),
    claimHardwares: async () => {
      const [type] = (await send("GET", "hardwares/types")).content as unknown as { id: string }[];
      const gateway = { name: "Claimed", mac: "AC:23:3F:AB:CD:EF", hardware_type_id: type!.id };
      return send("POST", `hardwares/claim?site_id=${here().siteId}`, { gateways: [gateway] });
    },
    updateHardwareConfiguration: () =>
      send("PUT", `hardwares/${here().gatewayId}/device/configuration`, { upload_period_s: 5 }),
    updateHardwareConfigurations: () =>
      send("PUT", `hardwares/device/configuration?site_id=${here().siteId}`, { proximity: true }),
  };
}
