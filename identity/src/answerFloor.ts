import { setTimeout as delay } from "node:timers/promises";

/**
 * Does `work` and resolves after `floorMs` at the earliest. The function that `work` returns is run too, and goes on in
 * the background if it takes longer, for instance with a slow mail server. So the answer takes equally long whether or
 * not there was anything to send.
 */
export async function atFloor(floorMs: number, work: () => Promise<(() => Promise<void>) | null>): Promise<void> {
  const floor = delay(floorMs);
  const send = await work();
  // The sender has logged the failure. Telling the caller would reveal that the user exists.
  const sent = send?.().catch(() => undefined);
  await Promise.race([floor, Promise.all([sent, floor])]);
}
