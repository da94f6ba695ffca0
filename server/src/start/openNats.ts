import { redacted } from "../platform/config/settings.ts";
import type { Bus } from "../platform/bus/bus.ts";
import { inProcessBus } from "../platform/bus/inProcessBus.ts";
import { natsBus } from "../platform/bus/natsBus.ts";
import { type OtherProcesses, otherProcesses } from "../platform/bus/otherProcesses.ts";
import { connectNats, type Nats } from "../platform/nats/connectNats.ts";
import type { BaseContext } from "./baseContext.ts";
import type { Metrics } from "./createMetrics.ts";

/** The NATS server that keeps the log and connects the processes of an installation. */
export interface OpenNats extends Pick<Nats, "connection" | "unhealthyReason"> {
  cluster: string;
  /** Its setting, for messages to operators. */
  shown: string;
  others: OtherProcesses;
}

/** Null: everything is in this process. Throws a ConfigError of one line if the server cannot be used. */
export async function openNats({ config, onStop }: Pick<BaseContext, "config" | "onStop">): Promise<OpenNats | null> {
  if (config.nats === null) return null;
  const { url, cluster, isUnsafeAllowed } = config.nats;
  const nats = await connectNats(url, { isUnsafeAllowed });
  const monotonicMs = (): number => performance.now();
  const others = otherProcesses({ connection: nats.connection, cluster, roles: config.roles, monotonicMs });
  onStop(async () => {
    others.close();
    await nats.close();
  });
  return { ...nats, cluster, shown: `PULSE_NATS_URL="${redacted("PULSE_NATS_URL", url)}"`, others };
}

/** The bus of this process, which reaches the other processes if there can be any. */
export function openBus(
  parts: Pick<BaseContext, "now" | "problem"> & Pick<Metrics, "waiting"> & { nats: OpenNats | null; checkAll: boolean },
): Bus {
  const local = inProcessBus({ ...parts, buffers: parts.waiting });
  return parts.nats === null ? local : natsBus({ ...parts.nats, local, problem: parts.problem });
}
