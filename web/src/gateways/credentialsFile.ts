import type { GatewayCredentials } from "@pulse/contract/gatewayConnection";
import { csvText } from "../table/csv.ts";
import { brokerSettings } from "./brokerSettings.ts";

/** Settings that are for trying a gateway of no particular make, not for its own page. */
const leftOut: ReadonlySet<string> = new Set(["sample", "mosquittoPub"]);

/** The texts of the columns: of what names a gateway, and of the settings. */
export interface CredentialTitles {
  name: string;
  mac: string;
  type: string;
  settingOf(key: string): string;
}

/**
 * The credentials of several gateways as CSV: a row each, and a column for each setting that one of them has, named as on
 * its maker's page. Several topics are separated by spaces.
 */
export function credentialsFile(credentials: readonly GatewayCredentials[], titles: CredentialTitles): string {
  const settings = credentials.map((each) => brokerSettings(each).filter(({ key }) => !leftOut.has(key)));
  const keys = [...new Set(settings.flatMap((lines) => lines.map(({ key }) => key)))];
  const valueOf = (nth: number, key: string): string =>
    settings[nth]!.filter((line) => line.key === key)
      .map(({ value }) => value)
      .join(" ");
  return csvText(
    [titles.name, titles.mac, titles.type, ...keys.map(titles.settingOf)],
    credentials.map(({ name, mac, hardwareType }, nth) => [
      name,
      mac,
      hardwareType,
      ...keys.map((key) => valueOf(nth, key)),
    ]),
  );
}
