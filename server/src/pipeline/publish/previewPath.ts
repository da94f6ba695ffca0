import type { LocationUpdate } from "@pulse/contract/live";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Fencing } from "../fencing/fencing.ts";
import type { DeviceStatus } from "../ingest/deviceStatus.ts";
import type { DeviceRegistry } from "../ingest/deviceRegistry.ts";
import type { LogScope } from "../../platform/log/logScope.ts";
import type { SiteModels } from "../locate/siteModels.ts";
import { assetFusion } from "./assetFusion.ts";
import { fusedFix, knownFix, sectionedFix, publishFix } from "./fixStages.ts";

/** A clock that goes back by more than this was set, so what was shown by the old clock no longer counts. */
const clockSetMs = 1_000;

export interface PreviewPath {
  /** Joins the stages to the bus of a new preview. */
  open(bus: Pick<Bus, "subscribe">): void;
  /** Whether an update is older than what a preview has shown of its tracker. */
  isOutdated(update: LocationUpdate): boolean;
}

/**
 * The stages that follow a fix of the preview: it is shown and leaves nothing behind. Which geofences an asset is in is
 * decided by the live path, in order, so that its crossings are those of all fixes.
 */
export function previewPath(parts: {
  scope: LogScope;
  sites: Pick<SiteModels, "ready">;
  devices: Pick<DeviceRegistry, "trackerById">;
  status: Pick<DeviceStatus, "battery">;
  fences: Pick<Fencing, "inside">;
  show(siteId: string, update: LocationUpdate): void;
  now(): number;
}): PreviewPath {
  const { fences, now } = parts;
  let shownMs = new Map<string, number>();
  const show: typeof parts.show = (siteId, update) => {
    shownMs.set(update.trackerId, Date.parse(update.lastUpdated));
    parts.show(siteId, update);
  };
  const decided = { process: ({ assetId }: { assetId: string }) => fences.inside(assetId) };
  return {
    open: (bus) => {
      shownMs = new Map();
      const fusion = assetFusion([]);
      bus.subscribe("fixes", (fixes) => {
        for (const located of fixes) {
          const known = knownFix(parts, located);
          if (known !== null)
            publishFix(
              { battery: parts.status.battery, show },
              sectionedFix(decided, fusedFix(fusion, parts.scope, known)),
            );
        }
      });
    },
    isOutdated: ({ trackerId, lastUpdated }) => {
      const atMs = shownMs.get(trackerId);
      return atMs !== undefined && atMs <= now() + clockSetMs && Date.parse(lastUpdated) <= atMs;
    },
  };
}
