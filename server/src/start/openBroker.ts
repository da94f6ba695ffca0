import type { DevicePath } from "./devicePath.ts";
import type { Ground } from "./ground.ts";
import type { LateBroker } from "./lateBroker.ts";

/** Lets devices in; closed before anything else, so that nothing comes that would not be worked. Gives its port. */
export async function openBroker(
  parts: Pick<Ground, "onStop"> & Pick<DevicePath, "ingest" | "heard" | "scans"> & { broker: LateBroker },
): Promise<number> {
  const { broker, scans } = parts;
  const { devices, status, counters } = parts.ingest;
  const port = await broker.open({
    authenticate: devices.authenticate,
    message: parts.heard.mqtt,
    connected: (client) => status.connected(client.id),
    disconnected: (client) => status.disconnected(client.id),
    refused: (reason, who) => counters.complain(`refused_${reason}`, who),
  });
  parts.onStop(async () => {
    scans.close();
    await broker.close();
  });
  return port;
}
