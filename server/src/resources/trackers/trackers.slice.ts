import type { History } from "../../pipeline/history/history.ts";
import type { Dependencies } from "../dependencies.ts";
import { trackerFile } from "./trackerFile.ts";
import { trackerLists } from "./trackerLists.repository.ts";
import { trackerReading } from "./trackerReading.ts";
import { trackerSignals } from "./trackerSignals.repository.ts";
import { trackersRepository } from "./trackers.repository.ts";
import { trackersRoutes } from "./trackers.routes.ts";
import { type TrackersService, trackersService } from "./trackers.service.ts";
import { trackerDetailRoutes } from "./trackerDetail.routes.ts";
import { trackerWriting } from "./trackerWriting.ts";

type TrackersParts = Pick<
  Dependencies,
  "context" | "db" | "bus" | "background" | "mqtt" | "provisionAccount" | "now"
> & {
  history: History;
};

/** Trackers: lists, history, and the credentials with which they speak for themselves. */
export function trackersSlice(parts: TrackersParts): Pick<TrackersService, "reachable"> {
  const { context, db, bus, background, mqtt, provisionAccount, now } = parts;
  const trackers = trackersService({ trackers: trackersRepository(db), mqtt, provisionAccount });
  trackersRoutes(context, trackers);
  trackerDetailRoutes(context, {
    trackers,
    reading: trackerReading(trackerLists(db), trackerSignals(db), bus, parts.history.months),
    writing: trackerWriting({ find: (trx, id) => trackerLists(trx).find(id), provisionAccount, now }),
    history: parts.history.movements,
    file: trackerFile(trackerLists(background), now),
    now,
  });
  return trackers;
}
