/** A time of day, by the clock of the machine. */
export interface TimeOfDay {
  hour: number;
  minute: number;
}

/** The last moment with this time of day that is not after `nowMs`, in the time zone of the machine. */
export function lastDueMs(nowMs: number, { hour, minute }: TimeOfDay): number {
  const today = new Date(nowMs);
  today.setHours(hour, minute, 0, 0);
  if (today.getTime() <= nowMs) return today.getTime();
  today.setDate(today.getDate() - 1);
  today.setHours(hour, minute, 0, 0);
  return today.getTime();
}

/** The name of a nightly backup of this moment (UTC); names sort by time. */
export function backupName(atMs: number): string {
  return `pulse-${new Date(atMs).toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar.gz`;
}

/** The moment in the name of a nightly backup; null: it is another file. */
export function momentOf(name: string): number | null {
  const found = /^pulse-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz$/.exec(name);
  if (found === null) return null;
  const [, day, hour, minute, second] = found;
  const ms = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(ms) ? null : ms;
}
