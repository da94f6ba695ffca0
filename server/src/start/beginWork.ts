import type { OpenNats } from "./openNats.ts";
import { sharedScreen } from "./sharedScreen.ts";
import { startWork } from "./startWork.ts";

export type Work = Awaited<ReturnType<typeof startWork>>;

/**
 * Works on the log, if that is a role of this process: at once, or when whoever does so has ended. Returns the work; null
 * while there is none.
 */
export async function beginWork(
  parts: Parameters<typeof startWork>[0] & { nats: OpenNats | null },
): Promise<() => Work | null> {
  const { config, lease, bus, nats } = parts;
  let work: Work | null = null;
  if (!config.roles.has("locate")) return () => work;
  const live = nats === null ? parts.live : sharedScreen({ bus, lease });
  const begin = async (): Promise<void> => {
    work = await startWork({ ...parts, live });
  };
  if (await lease.take()) await begin();
  else {
    let beginning = Promise.resolve();
    lease.whenTaken(() => (beginning = begin()));
    // What it has started by then is stopped next.
    parts.onStop(() => beginning);
  }
  return () => work;
}
