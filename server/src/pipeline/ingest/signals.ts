import type { Telemetry } from "@pulse/protocols/message";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { writeHalving } from "../history/writeHalving.ts";
import { storeTrackerSightings, type TrackerSighting } from "./trackerSightings.repository.ts";
import { trackerSightings } from "./trackerSightings.ts";
import { addTelemetry } from "./telemetry.repository.ts";
import { telemetryLog } from "./telemetryLog.ts";

/** What gateways report besides places: telemetry of trackers, and sightings of unregistered trackers and gateways. */
export interface Signals {
  recordTelemetry(trackerId: string, atMs: number, telemetry: Telemetry): void;
  recordUnregistered(sighting: Omit<TrackerSighting, "count">): void;
  /** Writes what is new. After a failure telemetry is written the next time; unregistered trackers are heard again. */
  flush(): Promise<void>;
}

/** In memory at once, in the database in batches. `refused` is called for a value that the database does not take. */
export function signals(parts: { db: Kysely<Database>; now(): number; refused(error: unknown): void }): Signals {
  const { db, now, refused } = parts;
  const telemetry = telemetryLog();
  const unregistered = trackerSightings();
  return {
    recordTelemetry: telemetry.add,
    recordUnregistered: unregistered.add,
    flush: async () => {
      const rows = telemetry.take();
      try {
        await writeHalving(
          rows,
          (batch) => addTelemetry(db, batch),
          (_, error) => refused(error),
        );
      } catch (error) {
        telemetry.putBack(rows);
        throw error;
      }
      await writeHalving(
        unregistered.take(now()),
        (batch) => storeTrackerSightings(db, batch),
        (_, error) => refused(error),
      );
    },
  };
}
