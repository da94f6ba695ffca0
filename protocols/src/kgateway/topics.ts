import { macHex, parseMac } from "../mac.ts";

const UPLINKS = ["publish", "pubaction", "pubadmin"] as const;
const DOWNLINKS = ["subaction", "subadmin"] as const;
const UPLINK_TOPIC = /^kbeacon\/(?:publish|pubaction|pubadmin)\/([0-9A-Fa-f]{12})$/;

/** The topics a KGateway publishes to, by its factory settings: kbeacon/publish/{GMAC} and so on. */
export function uplinkTopics(mac: string): string[] {
  return UPLINKS.map((name) => `kbeacon/${name}/${macHex(mac)}`);
}

/** The uplinks of every KGateway. */
export const uplinkFilters = UPLINKS.map((name) => `kbeacon/${name}/+`);

/** The topics a KGateway takes commands from. */
export function downlinkTopics(mac: string): string[] {
  return DOWNLINKS.map((name) => `kbeacon/${name}/${macHex(mac)}`);
}

/** Where a KGateway uploads what it hears. */
export function scanTopic(mac: string): string {
  return `kbeacon/publish/${macHex(mac)}`;
}

/** The MAC in an uplink topic, normalised; null if it is not an uplink topic. */
export function macOfTopic(topic: string): string | null {
  const hex = UPLINK_TOPIC.exec(topic)?.[1];
  return hex === undefined ? null : parseMac(hex);
}
