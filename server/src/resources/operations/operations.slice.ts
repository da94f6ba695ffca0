import { hostname } from "node:os";
import { resolve } from "node:path";
import type { Backups } from "../backups/nightlyBackups.ts";
import type { Dependencies } from "../dependencies.ts";
import { coldMonths } from "./coldMonths.repository.ts";
import { folderSize } from "./folderSize.ts";
import { retentionForecast } from "./forecast.ts";
import { operationsMetrics } from "./operationsMetrics.ts";
import { operationsRoutes } from "./operations.routes.ts";
import { operationsRepository } from "./operations.repository.ts";
import { operationsService } from "./operations.service.ts";
import { recentValue } from "./recentValue.ts";

/** A walk through the data folder, and the size of the database: people look at the page again and again. */
const sizeMs = 60_000;
/** The forecast counts rows. */
const forecastMs = 10 * 60_000;
/** Several monitors may read the metrics. */
const queuesMs = 5_000;
/** Since when a part is in its state is known to this, ms: people think in minutes. */
const lookMs = 10_000;

type OperationsParts = Pick<
  Dependencies,
  | "context"
  | "config"
  | "db"
  | "metrics"
  | "readiness"
  | "freshness"
  | "waiting"
  | "freeSpace"
  | "warnings"
  | "startedMs"
  | "commit"
  | "now"
  | "every"
> & { backups: Backups | null };

/** How the installation runs, for superadmins and for monitors. */
export function operationsSlice(parts: OperationsParts): void {
  const { context, config, metrics, now } = parts;
  const repository = operationsRepository(parts.db);
  const dataDir = resolve(config.dataDir);
  const queues = (): ReturnType<typeof repository.queues> => repository.queues(new Date(now()));
  const freeBytes = async (): Promise<number> => (await parts.freeSpace()).bytes;
  const operations = operationsService({
    ...parts,
    dataDir,
    host: hostname(),
    queues,
    freeBytes,
    folderBytes: recentValue(sizeMs, now, () => folderSize(dataDir)),
    databaseBytes: recentValue(sizeMs, now, repository.databaseBytes),
    coldHistory: repository.coldHistory,
    coldMonths: recentValue(sizeMs, now, () => coldMonths(parts.db, config.coldAfterMonths, new Date(now()))),
    forecast: recentValue(forecastMs, now, () => retentionForecast(repository, config, now())),
  });
  parts.every(lookMs, async () => void (await operations.look()));
  operationsRoutes(context, operations);
  operationsMetrics(metrics, { ...parts, dataDir, freeBytes, queues: recentValue(queuesMs, now, queues) });
}
