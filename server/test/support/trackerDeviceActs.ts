import type { Answer } from "./api.ts";

/** How a tracker's device is configured and rung; `send` sends the one under test. */
export function trackerDeviceActs(
  here: () => { trackerId: string; siteId: string },
  send: (method: string, path: string, body?: object) => Promise<Answer>,
): Record<string, () => Promise<Answer>> {
  const ring = (): string => `trackers/${here().trackerId}/ring`;
  return {
    updateTrackerConfiguration: () =>
      send("PUT", `trackers/${here().trackerId}/device/configuration`, { transmission_power: 4 }),
    updateTrackerConfigurations: () =>
      send("PUT", `trackers/device/configuration?site_id=${here().siteId}`, { message_mode: "legacy" }),
    ringTracker: () => send("POST", ring(), { duration_ms: 1000 }),
    stopRinging: () => send("DELETE", ring()),
  };
}
