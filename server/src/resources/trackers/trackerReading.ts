import { AppError } from "@pulse/contract/errors";
import type { SharedIdentity } from "../../platform/bus/requests.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { ColdHistory } from "../../pipeline/history/cold/coldHistory.ts";
import type { Tracker } from "@pulse/contract/trackers";
import type { TrackerLists } from "./trackerLists.repository.ts";
import type { TrackerSignals } from "./trackerSignals.repository.ts";

type Last<T> = T extends [unknown, ...infer Rest] ? Rest : never;
export type TrackerReading = ReturnType<typeof trackerReading>;

/** Reading trackers, for whoever may reach them. */
export function trackerReading(
  { search, live, find }: TrackerLists,
  signals: TrackerSignals,
  bus: Pick<Bus, "ask">,
  months: ColdHistory,
) {
  /** With what only the process that reads a site's messages knows; if there is none now, nothing is known. */
  const withShared = async (siteId: string, trackers: readonly Tracker[]): Promise<Tracker[]> => {
    const shared: Record<string, SharedIdentity> = await bus.ask("sharedIdentities", { siteId }).catch(() => ({}));
    return trackers.map((tracker) => {
      const own = shared[tracker.id];
      if (own === undefined) return tracker;
      const { atMs, ...what } = own;
      return { ...tracker, sharedIdentity: { ...what, lastAt: new Date(atMs).toISOString() } };
    });
  };
  return {
    search: async (siteId: string, ...query: Last<Parameters<typeof search>>) => {
      const { content, metadata } = await search(siteId, ...query);
      return { content: await withShared(siteId, content), metadata };
    },
    /** Every unarchived tracker of a site; `at` null: now. */
    live: async (siteId: string, at: Date | null): Promise<Tracker[]> => {
      const trackers = await live(siteId, at, months);
      return at === null ? withShared(siteId, trackers) : trackers;
    },
    ...signals,
    detail: async (id: string): Promise<Tracker> => {
      const tracker = await find(id);
      if (tracker === null) throw new AppError("not_found");
      return (await withShared(tracker.siteId, [tracker]))[0]!;
    },
  };
}
