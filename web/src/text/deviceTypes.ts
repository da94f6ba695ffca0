import { texts } from "./translate.ts";

/** The name of a type of gateways in the reader's language. `name`: the server's, for a type that is newer than this app. */
export function gatewayTypeText(type: string, name = type): string {
  return texts.t(`things.gatewayTypes.${type}`, { defaultValue: name });
}

/** The name of a type of trackers in the reader's language. `name`: the server's, for a type that is newer than this app. */
export function trackerTypeText(type: string, name = type): string {
  return texts.t(`things.trackerTypes.${type}`, { defaultValue: name });
}
