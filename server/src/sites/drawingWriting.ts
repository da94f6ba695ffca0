import { AppError } from "@pulse/contract/errors";
import type { FloorDrawing, FloorPlan } from "@pulse/contract/sites";
import { drawingFaults } from "@pulse/geo/drawingFaults";
import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import { wrongValues } from "../access/refusals.ts";
import { changesBetween } from "../audit/changesBetween.ts";
import { refuseStale } from "../http/staleVersion.ts";
import type { Write } from "../writes/write.ts";
import { drawingAfter, idFaults } from "./drawing.ts";
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
      if (faults.length > 0) throw wrongValues(faults.map(({ path, message }) => ({ path, message })));
      return write.commit(async (trx) => {
        if (!(await stored.lockSite(trx, siteId))) throw new AppError("not_found");
        const changed = await stored.changeDrawing(trx, siteId, floorId, (now) => {
          refuseStale(version, { version: now.version, ...now.drawing }, body);
          // After what is out of date: a thing that somebody has removed meanwhile is a conflict.
          const unknown = idFaults(body, now.drawing);
          if (unknown.length > 0) throw wrongValues(unknown);
          return drawingAfter(now.drawing, body, uuidv7);
        });
        if (changed === null) throw new AppError("not_found");
        const after = (await read(trx).floors(siteId)).find(({ id }) => id === floorId)!;
        const changes = changesBetween(countsOf(floor), countsOf(after));
        const place = { customerId: site.customerId, siteId };
        const entity = { id: floorId, name: after.name };
        return { content: after, records: [{ kind: "floor", action: "update", ...place, entity, changes }] };
      });
    },
  };
}

const countsOf = ({ outline, walls, doors, lifts, rooms }: FloorPlan) => ({
  outline: outline?.length ?? 0,
  walls: walls.length,
  doors: doors.length,
  lifts: lifts.length,
  rooms: rooms.map(({ name }) => name),
});
