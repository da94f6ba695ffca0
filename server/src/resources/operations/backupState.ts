import type { NightlyBackup } from "@pulse/contract/operations";
import type { Config } from "../../platform/config/config.ts";
import { withoutSecrets } from "../../platform/health/withoutSecrets.ts";
import type { BackupRecord } from "../backups/nightlyBackups.ts";
import { lastDueMs } from "../backups/backupTimes.ts";

/** A large backup takes hours, so that the newest one is late only so long after its time of day, ms. */
const maxDurationMs = 6 * 3_600_000;

const off: NightlyBackup = { state: "off", folder: null, last: null, failure: null, keep: null, dueAt: null };

/**
 * The nightly backup, as far as this process knows.
 * @param makesThem whether this process makes them
 */
export function backupState(
  backup: Config["backup"],
  { last, failure }: BackupRecord,
  makesThem: boolean,
  nowMs: number,
): NightlyBackup {
  if (backup === null) return off;
  const { folder, keep, at } = backup;
  const two = (number: number): string => String(number).padStart(2, "0");
  return {
    state: stateOf(),
    folder,
    last: last && { at: new Date(last.atMs).toISOString(), bytes: last.bytes },
    failure: failure && { at: new Date(failure.atMs).toISOString(), reason: withoutSecrets(failure.reason) },
    keep,
    dueAt: `${two(at.hour)}:${two(at.minute)}`,
  };

  function stateOf(): NightlyBackup["state"] {
    if (failure !== null) return "failed";
    if (last === null) return makesThem ? "waiting" : "elsewhere";
    return last.atMs < lastDueMs(nowMs - maxDurationMs, at) ? "late" : "ok";
  }
}
