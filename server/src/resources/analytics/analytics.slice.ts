import type { AssetsService } from "../assets/assets.service.ts";
import type { History } from "../../pipeline/history/history.ts";
import type { Dependencies } from "../dependencies.ts";
import { deleteHoursBefore } from "./hourSums.repository.ts";
import { sumHours } from "./sumHours.ts";
import { siteName } from "./dwell.repository.ts";
import { analyticsRoutes } from "./analytics.routes.ts";
import { analyticsService } from "./analytics.service.ts";

const dayMs = 24 * 3_600_000;

/** Where time goes, from sums that follow the positions. */
export function analyticsSlice(
  parts: Pick<Dependencies, "context" | "db" | "background" | "config" | "now" | "job"> & {
    assets: Pick<AssetsService, "allOf">;
    history: Pick<History, "months">;
  },
): void {
  const { context, background, config, now } = parts;
  const { months } = parts.history;
  const sums = sumHours(background, months, now);
  parts.job({
    name: "where-time-goes",
    // Queries sum the running hour themselves.
    cron: "*/5 * * * *",
    withinS: 3600,
    run: async (signal) => {
      await deleteHoursBefore(background, new Date(now() - config.keep.positionsDay * dayMs));
      await sums.all(signal);
    },
  });
  analyticsRoutes(context, {
    service: analyticsService({ db: background, sums, months, now }),
    allOf: parts.assets.allOf,
    siteName: (siteId) => siteName(background, siteId),
    now,
  });
}
