import { vi } from "vitest";
import { freePort } from "../../../scripts/freePort.mjs";
import { type NatsServer, natsServer } from "./natsServer.ts";

/** Where one of the servers runs, and where its data are. */
export type NatsPlace = Parameters<typeof natsServer>[2];

/**
 * Starts three servers that know each other and copy each other's streams; resolves once they have a leader.
 * @param places by default all are on this machine, in folders of their own
 */
export async function natsCluster(places: readonly NatsPlace[] = [{}, {}, {}]): Promise<NatsServer[]> {
  const ports = [await freePort(), await freePort(), await freePort()];
  const addresses = ports.map((port, nth) => `${places[nth]?.host ?? "127.0.0.1"}:${port}`);
  const routes = addresses.map((address) => `nats://${address}`).join(", ");
  const servers = await Promise.all(
    addresses.map((address, nth) =>
      natsServer(
        `server_name: n${nth + 1}\ncluster { name: pulse, listen: "${address}", routes: [${routes}], no_advertise: true }`,
        "sync_interval: always",
        places[nth],
      ),
    ),
  );
  await untilLed(servers);
  return servers;
}

/** They take a leader for JetStream first; without it nobody can make a stream. */
export async function untilLed(servers: readonly NatsServer[]): Promise<void> {
  await vi.waitUntil(async () => (await Promise.all(servers.map(hasLeader))).every(Boolean), {
    timeout: 60_000,
    interval: 200,
  });
}

async function hasLeader({ host, monitorPort }: NatsServer): Promise<boolean> {
  const answer = await fetch(`http://${host}:${monitorPort}/jsz`);
  const { meta_cluster: cluster } = (await answer.json()) as { meta_cluster?: { leader?: string } };
  return Boolean(cluster?.leader);
}
