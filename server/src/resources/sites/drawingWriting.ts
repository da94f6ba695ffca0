import { AppError } from "@pulse/contract/errors";
import type { FloorDrawing, FloorPlan } from "@pulse/contract/sites";
import { drawingFaults } from "@pulse/geo/drawingFaults";
import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import { invalidValues } from "../../platform/access/refusals.ts";
import { refuseStale } from "../../platform/http/staleVersion.ts";
import type { Write } from "../../platform/writes/write.ts";
import { drawingAfter, drawingOf, idFaults, completeDrawing } from "./drawing.ts";
import { drawingChanges } from "./drawingChanges.ts";
import { followRooms } from "./roomFences.ts";
import { drawingRecord } from "./siteRecords.ts";
import type { SiteReaders } from "./siteWriting.ts";
import * as stored from "./siteWrites.repository.ts";

export type DrawingWriting = ReturnType<typeof drawingWriting>;

/** Changing what is drawn on one floor. */
export function drawingWriting({ readers }: { readers: SiteReaders }) {
  return {
    draw: async (
      write: Write<FloorPlan>,
      { siteId, floorId }: { siteId: string; floorId: string },
      { version, ...body }: z.output<typeof FloorDrawing>,
    ): Promise<FloorPlan> => {
      const read = await readers();
      const site = await read().find(siteId);
      const floor = site?.floorPlans.find((plan) => plan.id === floorId);
      if (!site || !floor) throw new AppError("not_found");
      const faults = drawingFaults(body, floor, floor);
      if (faults.length > 0) throw invalidValues(faults.map(({ path, message }) => ({ path, message })));
      const isChanged = drawingChanges(floor, completeDrawing(drawingAfter(drawingOf(floor), body, uuidv7))).length > 0;
      if (!isChanged) {
        refuseStale(version, { ...floor }, body);
        return write.unchanged(floor);
      }
      return write.commit(async (trx) => {
        if (!(await stored.lockSite(trx, siteId))) throw new AppError("not_found");
        const there = async () => (await read(trx).floors(siteId)).find(({ id }) => id === floorId);
        const before = await there();
        if (!before) throw new AppError("not_found");
        refuseStale(version, { ...before }, body);
        // Checked after the version: a thing that somebody has removed meanwhile is a conflict.
        const unknown = idFaults(body, before);
        if (unknown.length > 0) throw invalidValues(unknown);
        await stored.writeDrawing(trx, before, drawingAfter(drawingOf(before), body, uuidv7));
        const after = (await there())!;
        const followed = await followRooms(trx, site, [before], [after]);
        return { content: after, records: [drawingRecord(site, before, after), ...followed] };
      });
    },
  };
}
