import type { Section } from "@pulse/contract/fields";
import type { LocatedFix } from "../adapters/bus/bus.ts";
import type { KnownTracker } from "../ingest/knownDevices.ts";
import type { LiveSite } from "../locate/liveSite.ts";

/** A fix with whose it is and where. */
export interface KnownFix {
  located: LocatedFix;
  tracker: KnownTracker;
  site: LiveSite;
}

/** The asset that this fix is the position of; null: the tracker has none, or another tracker says where it is. */
export interface FusedFix extends KnownFix {
  asset: KnownTracker["asset"];
}

/** The places that it is in, from outside in (decisions C13). */
export interface SectionedFix extends FusedFix {
  sections: Section[];
  buildingId: string | null;
}
