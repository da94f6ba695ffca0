import { createSiteCredentials, type Site } from "@pulse/contract/sites";
import { MqttAccount } from "../customers/MqttAccount.tsx";

/** The site's MQTT account, which may only listen, and a new password for it. */
export function SiteMqtt({ site, mayReset }: { site: Site; mayReset: boolean }) {
  const { id, name, guid, username } = site;
  return <MqttAccount of={{ id, name, guid, username }} reset={createSiteCredentials} mayReset={mayReset} />;
}
