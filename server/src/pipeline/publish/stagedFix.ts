import type { RoomGuess, Section } from "@pulse/contract/fields";
import type { LocatedFix } from "../../platform/bus/bus.ts";
import type { RegisteredTracker } from "../../platform/devices/registeredDevice.ts";
import type { LiveSite } from "../locate/liveSite.ts";

/** A fix with its tracker, asset and places. */
export interface KnownFix {
  located: LocatedFix;
  tracker: RegisteredTracker;
  site: LiveSite;
}

/** The asset whose position this fix is; null: the tracker has none, or another tracker says where the asset is. */
export interface FusedFix extends KnownFix {
  asset: RegisteredTracker["asset"];
}

/** The places that it is in, from the largest to the smallest (decisions C13). */
export interface SectionedFix extends FusedFix {
  sections: Section[];
  buildingId: string | null;
  /** With the name that it has now; null: in no drawn room. */
  room: RoomGuess | null;
}
