import { setTimeout as pause } from "node:timers/promises";
import { withLease } from "../database/lease.ts";
import { mailLeaseMs } from "../database/mailLease.ts";

/** How often, and how many times, it is tried to store that a mail was sent, ms. */
const storeMs = 1_000;
const storeTries = 30;

/**
 * Sends a mail and keeps its lease until that is stored, so that nobody else sends it.
 * @param parts.extend extends the lease; false: the mail is another's by now, as this process was paused
 * @param parts.store stores that it was sent
 */
export function sendUnderLease(parts: {
  extend(): Promise<boolean>;
  send(): Promise<void>;
  store(): Promise<void>;
}): Promise<void> {
  return withLease(mailLeaseMs, parts.extend, async () => {
    if (!(await parts.extend())) return;
    await parts.send();
    for (let tries = 1; ; tries++)
      try {
        return await parts.store();
      } catch (error) {
        if (tries === storeTries) throw error;
        await pause(storeMs);
      }
  });
}
