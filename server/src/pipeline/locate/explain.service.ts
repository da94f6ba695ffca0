import { AppError } from "@pulse/contract/errors";
import type { ExplainedPosition } from "@pulse/contract/trackerExplanation";
import { type Bus, BusRefusal } from "../../platform/bus/bus.ts";
import { canEnter, type Viewer } from "../../platform/http/viewer.ts";
import type { DeviceRegistry } from "../ingest/deviceRegistry.ts";

export type ExplainService = ReturnType<typeof explainService>;

/** Asks the process that locates a tracker's site why the tracker is where it is. */
export function explainService(parts: { bus: Bus; devices: Pick<DeviceRegistry, "trackerById"> }) {
  return {
    /** Throws `not_found` for a tracker out of reach, and if no explanation of that moment is kept. */
    of: async (viewer: Viewer, trackerId: string, at: string | undefined): Promise<ExplainedPosition> => {
      const tracker = parts.devices.trackerById(trackerId);
      if (!tracker || !canEnter(viewer, tracker)) throw new AppError("not_found");
      const question = { siteId: tracker.siteId, trackerId, ...(at === undefined ? {} : { at }) };
      const explained = await parts.bus.ask("explain", question).catch((error: unknown) => {
        throw error instanceof BusRefusal ? new AppError("service_unavailable", { cause: error }) : error;
      });
      if (explained === null) throw new AppError("not_found");
      return explained;
    },
  };
}
