import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { TestGateway } from "./builders.ts";
import type { Spot } from "./radio.ts";
import type { TestPulse } from "./testPulse.ts";

/** A gateway with its place. */
export type Station = TestGateway & { spot: Spot };

/**
 * Writes sightings that gateways have handed over late, as the sighting writer does, and waits for the positions made
 * from them.
 */
export function keptSightings(pulse: () => TestPulse, startMs: number) {
  const at = (s: number): Date => new Date(startMs + 1000 * s);
  return {
    /** Each gateway has heard the tracker once a second; the strengths follow the default law, with noise. */
    hear: async (
      trackerId: string,
      by: readonly Station[],
      [fromS, untilS]: [number, number],
      where: (s: number) => Spot,
    ) => {
      const rows = [];
      for (const [nth, { id, spot }] of by.entries())
        for (let s = fromS; s < untilS; s += 10) {
          const { x, y } = where(s + 5);
          const m = Math.hypot(spot.x - x, spot.y - y, 1.3);
          const rssi = Math.round(-59 - 22 * Math.log10(m) + 2 * Math.sin(7 * s + 3 * nth));
          rows.push({
            tracker_id: trackerId,
            ts: at(s),
            hardware_id: id,
            asset_id: null,
            rssi,
            rssi_min: rssi - 2,
            rssi_max: rssi + 2,
            count: 10,
          });
        }
      await pulse().db.insertInto("sightings").values(rows).execute();
    },
    /** Gateways reported these trackers late, a while ago. */
    tell: async (trackerIds: readonly string[], [fromS, untilS]: [number, number], firstNotedS = untilS) => {
      const noted = { first_noted_at: at(firstNotedS), noted_at: at(firstNotedS) };
      await pulse()
        .db.insertInto("late_heard")
        .values(trackerIds.map((id) => ({ tracker_id: id, from_ts: at(fromS), to_ts: at(untilS), ...noted })))
        .execute();
    },
    /** Makes everything that is left to be made. */
    made: async () => {
      const left = async (): Promise<number> => {
        const { rows } = await sql<{ left: string }>`
          select (select count(*) from late_heard) + (select count(*) from past_work) as left`.execute(pulse().db);
        return Number(rows[0]!.left);
      };
      while ((await left()) > 0) await pulse().turn();
    },
    link: async (assetId: string, trackerId: string, fromS: number, untilS: number | null) => {
      await pulse()
        .db.insertInto("links")
        .values({
          id: uuidv7(),
          asset_id: assetId,
          tracker_id: trackerId,
          linked_at: at(fromS),
          linked_by: "test",
          ...(untilS === null ? {} : { unlinked_at: at(untilS) }),
        })
        .execute();
    },
    rowsOf: async (trackerId: string) => {
      const rows = await pulse()
        .db.selectFrom("positions")
        .selectAll()
        .where("tracker_id", "=", trackerId)
        .orderBy("ts")
        .execute();
      return rows.map((row) => ({
        ...row,
        fromS: (row.ts.getTime() - startMs) / 1000,
        untilS: (row.end_ts.getTime() - startMs) / 1000,
      }));
    },
  };
}
