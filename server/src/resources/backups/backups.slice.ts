import { resolve } from "node:path";
import { Counter, Gauge } from "prom-client";
import type { Dependencies } from "../dependencies.ts";
import { customersToNotify } from "./backups.repository.ts";
import { type Backups, newestBackup, nightlyBackups } from "./nightlyBackups.ts";

/** How often to see whether it is time, ms. */
const lookMs = 60_000;

type BackupsParts = Pick<
  Dependencies,
  "config" | "log" | "metrics" | "writeBackup" | "unit" | "now" | "every" | "onStop" | "problem"
>;

/**
 * Makes a backup each night if the settings name a folder and this is a process for it; superadmins are notified if it
 * fails. Returns what is known of the last ones; null: there is no folder.
 */
export function backupsSlice(parts: BackupsParts): Backups | null {
  if (parts.config.backup === null) return null;
  const { folder, keep, at } = parts.config.backup;
  // Another process makes them, maybe in a folder that this one can read.
  if (!parts.config.roles.has("jobs"))
    return { record: async () => ({ last: await newestBackup(resolve(folder)).catch(() => null), failure: null }) };
  return makeBackups(parts, { folder: resolve(folder), keep, at });
}

function makeBackups(
  { log, metrics, writeBackup, unit, now, problem, ...parts }: BackupsParts,
  { folder, keep, at }: NonNullable<BackupsParts["config"]["backup"]>,
): Backups {
  new Gauge({
    name: "pulse_backup_last_success_timestamp_seconds",
    help: "When the newest nightly backup in the folder was made; 0: there is none, or the folder cannot be read",
    registers: [metrics],
    async collect() {
      this.set(Math.floor(((await nightly.record()).last?.atMs ?? 0) / 1000));
    },
  });
  const failures = new Counter({
    name: "pulse_backup_failures_total",
    help: "Nightly backups that failed",
    registers: [metrics],
  });
  const stopping = new AbortController();
  const nightly = nightlyBackups({
    folder,
    keep,
    at,
    now,
    write: (path) => writeBackup(path, stopping.signal),
    succeeded: (path) => {
      log.info({ path }, "the nightly backup was made");
    },
    failed: async (error, isFirst) => {
      if (stopping.signal.aborted) return;
      failures.inc();
      log.error({ err: error, folder }, "the nightly backup failed");
      if (isFirst) await unit.commitEvents(async (trx) => (await customersToNotify(trx)).map(backupFailed));
    },
  });
  parts.every(lookMs, () => nightly.look().catch(problem));
  // Before its turn is waited for.
  parts.onStop(() => stopping.abort());
  return nightly;
}

/** There is no event without a customer, so each has one, which only superadmins see. */
const backupFailed = ({ id, name }: { id: string; name: string }) =>
  ({ kind: "customer", operation: "backup_failed", entity: { id, name }, customerId: id, siteId: null }) as const;
