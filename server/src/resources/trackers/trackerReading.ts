import { AppError } from "@pulse/contract/errors";
import type { Tracker } from "@pulse/contract/trackers";
import type { TrackerLists } from "./trackerLists.repository.ts";
import type { TrackerSignals } from "./trackerSignals.repository.ts";

export type TrackerReading = ReturnType<typeof trackerReading>;

/** Reading trackers, for whoever may reach them. */
export function trackerReading({ search, live, find }: TrackerLists, signals: TrackerSignals) {
  return {
    search,
    live,
    ...signals,
    detail: async (id: string): Promise<Tracker> => {
      const tracker = await find(id);
      if (tracker === null) throw new AppError("not_found");
      return tracker;
    },
  };
}
