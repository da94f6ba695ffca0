import type { Telemetry } from "@pulse/protocols/message";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { writeHalving } from "../history/writeHalving.ts";
import { storeTrackerSightings, type TrackerSighting } from "./trackerSightings.repository.ts";
import { trackerSightings } from "./trackerSightings.ts";
import { addTelemetry } from "./telemetry.repository.ts";
import { telemetryLog } from "./telemetryLog.ts";

/** What is heard besides places: what trackers report about themselves, and things that belong to nobody at a site. */
export interface Signals {
  told(trackerId: string, atMs: number, told: Telemetry): void;
  strange(heard: Omit<TrackerSighting, "count">): void;
  /** Writes what is new. After a failure telemetry is written the next time; strangers are heard again. */
  flush(): Promise<void>;
}

/** In memory at once, in the database in batches. `refused` is called for a value that the database does not take. */
export function signals(parts: { db: Kysely<Database>; now(): number; refused(error: unknown): void }): Signals {
  const { db, now, refused } = parts;
  const telemetry = telemetryLog();
  const strangers = trackerSightings();
  return {
    told: telemetry.add,
    strange: strangers.add,
    flush: async () => {
      const rows = telemetry.take();
      try {
        await writeHalving(
          rows,
          (some) => addTelemetry(db, some),
          (_, error) => refused(error),
        );
      } catch (error) {
        telemetry.putBack(rows);
        throw error;
      }
      await writeHalving(
        strangers.take(now()),
        (some) => storeTrackerSightings(db, some),
        (_, error) => refused(error),
      );
    },
  };
}
