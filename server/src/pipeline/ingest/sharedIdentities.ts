import type { TrackerIdentity } from "@pulse/contract/trackerIdentities";
import type { RegisteredTracker } from "../../platform/devices/registeredDevice.ts";
import type { SharedIdentity } from "../../platform/bus/requests.ts";
import { addressesInUse, type AddressesInUse } from "./addressesInUse.ts";
import type { Identified } from "./trackersByIdentity.ts";

/** Trackers without a MAC whose addresses are remembered, the newest ones. */
const maxTrackers = 20_000;

export interface SharedIdentities {
  /**
   * Whether an advert was recognised by an identity that several devices have, so that it says nothing about the tracker.
   * An address that is registered is never in doubt.
   */
  isShared(tracker: RegisteredTracker, advert: Identified, atMs: number): boolean;
  /** The identities of a site's trackers that several devices have, by the trackers' ids. */
  atSite(
    siteId: string,
    trackerById: (id: string) => RegisteredTracker | undefined,
    nowMs: number,
  ): Record<string, SharedIdentity>;
}

/** Which identities of trackers resolve more addresses than one device can have: a key that is wrong or widely used. */
export function sharedIdentities(): SharedIdentities {
  // By tracker and value, so that a corrected identity starts anew.
  const byTracker = new Map<string, Map<string, AddressesInUse>>();
  const addressesOf = (trackerId: string, value: string): AddressesInUse => {
    let own = byTracker.get(trackerId);
    if (own === undefined) {
      if (byTracker.size >= maxTrackers) byTracker.delete(byTracker.keys().next().value!);
      byTracker.set(trackerId, (own = new Map<string, AddressesInUse>()));
    }
    let addresses = own.get(value);
    if (addresses === undefined) own.set(value, (addresses = addressesInUse()));
    return addresses;
  };
  const sharedOf = ({ id, identities }: RegisteredTracker, nowMs: number): SharedIdentity | null => {
    const own = byTracker.get(id);
    for (const { kind, value } of identities) {
      const excess = own?.get(value)?.excess(nowMs) ?? null;
      if (excess !== null && kind !== "mac") return { kind, ...excess };
    }
    return null;
  };
  return {
    isShared: (tracker, advert, atMs) => {
      if (advert.mac === tracker.mac || tracker.identities.length === 0) return false;
      const identity = recognisedBy(tracker.identities, advert);
      return identity !== null && addressesOf(tracker.id, identity.value).areTooMany(advert.mac, atMs);
    },
    atSite: (siteId, trackerById, nowMs) => {
      const found: Record<string, SharedIdentity> = {};
      for (const id of byTracker.keys()) {
        const tracker = trackerById(id);
        const own = tracker?.siteId === siteId ? sharedOf(tracker, nowMs) : null;
        if (own !== null) found[id] = own;
      }
      return found;
    },
  };
}

/** The identity by which an advert is a tracker's, in the order in which they are looked up; null: its address. */
function recognisedBy(identities: readonly TrackerIdentity[], advert: Identified): TrackerIdentity | null {
  let key: TrackerIdentity | null = null;
  let shown: TrackerIdentity | null = null;
  for (const identity of identities) {
    const { kind, value } = identity;
    if (kind === "mac" && value === advert.mac) return null;
    if (kind === "ibeacon" && value === advert.ibeacon) shown = identity;
    else if (kind === "eddystone_uid" && value === advert.eddystoneUid) shown ??= identity;
    else if (kind === "irk" && (key === null || value === advert.irk)) key = identity;
  }
  return shown ?? key;
}
