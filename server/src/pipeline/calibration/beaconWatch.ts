import { distanceM } from "@pulse/geo/latLon";
import { type BeaconDrift, newBeaconDrift, updateBeaconDrift, offBy } from "@pulse/positioning/learn/beaconDrift";
import type { Bus, LocatedFix } from "../../platform/bus/bus.ts";
import type { SystemEvent } from "../../platform/writes/record.ts";
import type { UnitOfWork } from "../../platform/writes/unitOfWork.ts";
import type { BeaconRow, CalibrationsRepository } from "./calibrations.repository.ts";

export interface BeaconWatch {
  /** Reads which beacons there are, and stores and reports their changes. */
  turn(): Promise<void>;
  close(): void;
}

/** Follows the fixes of reference beacons: which of them are no longer found at their places, and which are back. */
export function beaconWatch(parts: {
  bus: Bus;
  calibrations: Pick<CalibrationsRepository, "beacons" | "storeDrift" | "storeDistance">;
  unit: Pick<UnitOfWork, "commitEvents">;
  /** Whether this process works on a tracker of a site. What happens to the beacons of others is unknown here. */
  hasTracker(siteId: string, trackerId: string): boolean;
  now(): number;
}): BeaconWatch {
  const { calibrations, unit, now } = parts;
  const drifts = new Map<string, BeaconDrift>();
  let byTracker = new Map<string, BeaconRow[]>();

  const checkFix = ({ trackerId, fix, lat, lon }: LocatedFix): void => {
    for (const beacon of byTracker.get(trackerId) ?? []) {
      const isThere = fix.floor === beacon.floor_id || fix.floorUncertain;
      updateBeaconDrift(
        drifts.get(beacon.id)!,
        isThere ? distanceM({ lat, lon }, beacon) : Infinity,
        fix.accuracyOuterM,
        fix.atMs,
      );
    }
  };
  const stop = parts.bus.subscribe("fixes", (fixes) => {
    for (const located of fixes) if (byTracker.has(located.trackerId)) checkFix(located);
  });

  return {
    turn: async () => {
      const beacons = (await calibrations.beacons()).filter(({ site_id, tracker_id }) =>
        parts.hasTracker(site_id, tracker_id),
      );
      const ids = new Set(beacons.map(({ id }) => id));
      for (const id of drifts.keys()) if (!ids.has(id)) drifts.delete(id);
      for (const { id, off_since, off_m } of beacons) {
        const isOff = off_since !== null;
        if (!drifts.has(id)) drifts.set(id, newBeaconDrift(isOff, isOff ? off_m : 0));
      }
      byTracker = Map.groupBy(beacons, ({ tracker_id }) => tracker_id);
      const changed = beacons.filter(({ id, off_since, off_m }) => {
        const drift = drifts.get(id)!;
        const isElsewhere = offBy(drift) === null;
        return drift.isOff !== (off_since !== null) || (drift.isOff && isElsewhere !== (off_m === null));
      });
      if (changed.length === 0) return;
      await unit.commitEvents(async (trx) => {
        const events: SystemEvent[] = [];
        for (const beacon of changed) {
          const drift = drifts.get(beacon.id)!;
          const { isOff } = drift;
          const off = isOff ? { since: new Date(now()), offM: offBy(drift) } : null;
          // That it has changed floors while it was off is stored, but no news.
          if (off && beacon.off_since) await calibrations.storeDistance(trx, beacon.id, off.offM);
          else if (await calibrations.storeDrift(trx, beacon.id, off)) events.push(happening(beacon, isOff));
        }
        return events;
      });
    },
    close: stop,
  };
}

function happening(beacon: BeaconRow, isOff: boolean): SystemEvent {
  const { tracker_id: id, tracker_name: name, customer_id: customerId, site_id: siteId } = beacon;
  return { kind: "tracker", operation: isOff ? "beacon_off" : "beacon_back", entity: { id, name }, customerId, siteId };
}
