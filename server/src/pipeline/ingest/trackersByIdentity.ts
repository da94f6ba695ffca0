import type { Advert } from "@pulse/protocols/message";
import type { RegisteredTracker } from "../../platform/devices/registeredDevice.ts";
import { type PrivateAddresses, privateAddresses } from "./privateAddresses.ts";

/** What tells one tracker of an advert from another. */
export type Identified = Pick<Advert, "mac" | "ibeacon" | "eddystoneUid" | "irk">;

interface OfCustomer {
  byMac: Map<string, RegisteredTracker>;
  byIbeacon: Map<string, RegisteredTracker>;
  byUid: Map<string, RegisteredTracker>;
  byIrk: Map<string, RegisteredTracker>;
  privately: PrivateAddresses<RegisteredTracker>;
}

export interface TrackersByIdentity {
  put(tracker: RegisteredTracker): void;
  drop(tracker: RegisteredTracker): void;
  /** The tracker of a customer that an advert is of: by its address first, then by what it says. */
  find(customerId: string, advert: Identified): RegisteredTracker | undefined;
}

/** Each customer's trackers by their identities: every advert is looked up here. */
export function trackersByIdentity(): TrackersByIdentity {
  const customers = new Map<string, OfCustomer>();
  const ofCustomer = (id: string): OfCustomer => {
    let own = customers.get(id);
    if (own === undefined) {
      own = {
        byMac: new Map(),
        byIbeacon: new Map(),
        byUid: new Map(),
        byIrk: new Map(),
        privately: privateAddresses(),
      };
      customers.set(id, own);
    }
    return own;
  };
  const mapOf = (own: OfCustomer, kind: string): Map<string, RegisteredTracker> =>
    kind === "mac" ? own.byMac : kind === "ibeacon" ? own.byIbeacon : kind === "irk" ? own.byIrk : own.byUid;
  const allOf = ({ mac, identities }: RegisteredTracker) => [
    ...(mac === null ? [] : [{ kind: "mac" as const, value: mac }]),
    ...identities,
  ];

  return {
    put: (tracker) => {
      const own = ofCustomer(tracker.customerId);
      for (const { kind, value } of allOf(tracker)) {
        mapOf(own, kind).set(value, tracker);
        if (kind === "irk") own.privately.add(value, tracker);
      }
    },
    drop: (tracker) => {
      const own = ofCustomer(tracker.customerId);
      for (const { kind, value } of allOf(tracker)) {
        const map = mapOf(own, kind);
        // Another tracker may have got it meanwhile.
        if (map.get(value)?.id !== tracker.id) continue;
        map.delete(value);
        if (kind === "irk") own.privately.remove(value);
      }
    },
    find: (customerId, { mac, ibeacon, eddystoneUid, irk }) => {
      const own = customers.get(customerId);
      if (own === undefined) return undefined;
      const found = own.byMac.get(mac);
      if (found !== undefined) return found;
      if (ibeacon !== undefined && own.byIbeacon.size > 0 && own.byIbeacon.has(ibeacon))
        return own.byIbeacon.get(ibeacon);
      if (eddystoneUid !== undefined && own.byUid.has(eddystoneUid)) return own.byUid.get(eddystoneUid);
      if (irk !== undefined && own.byIrk.has(irk)) return own.byIrk.get(irk);
      return own.privately.ownerOf(mac);
    },
  };
}
