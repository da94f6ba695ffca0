import { texts } from "./translate.ts";

const browsers = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|Opera)\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|HeadlessChrome|Chromium|CriOS)\//],
  ["Safari", /\bVersion\/.*Safari\//],
] as const;
const systems = [
  ["Android", /\bAndroid\b/],
  ["iOS", /\b(?:iPhone|iPad)\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\b(?:Mac OS X|macOS)\b/],
  ["Linux", /\bLinux\b/],
] as const;

/**
 * A browser in words, "Chrome on Linux", from its user agent or from Amplify's device name ("Linux 6.1 x86 Linux Google
 * Chrome/140.0.0.0"). Anything else is returned unchanged.
 */
export function browserText(userAgent: string): string {
  const browser = browsers.find(([, pattern]) => pattern.test(userAgent))?.[0];
  if (browser === undefined) return userAgent;
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return system === undefined ? browser : texts.t("device.browserOn", { browser, system });
}
