import { resolve } from "node:path";
import { Counter, Gauge } from "prom-client";
import type { Dependencies } from "../dependencies.ts";
import { customersToNotify } from "./backups.repository.ts";
import { nightlyBackups } from "./nightlyBackups.ts";

/** How often to see whether it is time, ms. */
const lookMs = 60_000;

type BackupsParts = Pick<
  Dependencies,
  "config" | "log" | "metrics" | "writeBackup" | "unit" | "now" | "every" | "onStop" | "problem"
>;

/** Makes a backup each night if the settings name a folder; superadmins are notified if it fails. */
export function backupsSlice(parts: BackupsParts): void {
  const { config, log, metrics, writeBackup, unit, now, problem } = parts;
  if (config.backup === null || !config.roles.has("jobs")) return;
  const { folder, keep, at } = config.backup;
  const lastSuccess = new Gauge({
    name: "pulse_backup_last_success_timestamp_seconds",
    help: "When the last nightly backup was made by this process; 0: none yet",
    registers: [metrics],
  });
  const failures = new Counter({
    name: "pulse_backup_failures_total",
    help: "Nightly backups that failed",
    registers: [metrics],
  });
  const stopping = new AbortController();
  const nightly = nightlyBackups({
    folder: resolve(folder),
    keep,
    at,
    now,
    write: (path) => writeBackup(path, stopping.signal),
    succeeded: (path) => {
      lastSuccess.set(Math.floor(now() / 1000));
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
}

/** There is no event without a customer, so each has one, which only superadmins see. */
const backupFailed = ({ id, name }: { id: string; name: string }) =>
  ({ kind: "customer", operation: "backup_failed", entity: { id, name }, customerId: id, siteId: null }) as const;
