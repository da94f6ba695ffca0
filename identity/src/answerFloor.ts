import { setTimeout as delay } from "node:timers/promises";

/**
 * Does `work` and answers no sooner than `floorMs`. What `work` returns runs on in the background beyond that
 * (a mail server may take its time), so that the answer comes at the same moment whether or not there was
 * anything to send.
 */
export async function atFloor(floorMs: number, work: () => Promise<(() => Promise<void>) | null>): Promise<void> {
  const floor = delay(floorMs);
  const send = await work();
  // The sender has logged the failure; to tell it here would tell that the user exists.
  const sent = send?.().catch(() => undefined);
  await Promise.race([floor, Promise.all([sent, floor])]);
}
