import { connect, type NatsConnection } from "@nats-io/transport-node";
import { ConfigError, redacted } from "../config/settings.ts";

/** Below this, a server that is killed may lose what it has acknowledged. */
const leastVersion = [2, 11] as const;
const connectMs = 5_000;
const retryMs = 500;
/**
 * How often a server is asked whether it is there, ms, and how many answers may be missing: one that the network has lost is left
 * after 4.5 s, and another of the cluster is used. The client's own 2 minutes would let all sites stand still for six.
 */
const pingMs = 1_500;
const maxPings = 2;
/** How long the server's monitoring page may take to answer. */
const monitorMs = 2_000;
const usualMonitorPort = 8222;

/** A NATS server, or several of a cluster, that the log is kept by. */
export interface Nats {
  connection: NatsConnection;
  /** What is wrong with the connection, in a few words; null: nothing. */
  unhealthyReason(): string | null;
  close(): Promise<void>;
}

/**
 * Connects, and afterwards reconnects by itself for ever.
 * @param address `nats://` or `tls://` addresses, separated by commas
 * @param options.isUnsafeAllowed whether a server is accepted that may acknowledge a message before it is on the disk
 * @param options.monitorPort where the server's monitoring page is
 * @throws {ConfigError} one line: it cannot be reached, refuses us, is too old, has no JetStream, or is not safe
 */
export async function connectNats(
  address: string,
  options: { isUnsafeAllowed: boolean; monitorPort?: number },
): Promise<Nats> {
  const { isUnsafeAllowed, monitorPort = usualMonitorPort } = options;
  const shown = `PULSE_NATS_URL="${redacted("PULSE_NATS_URL", address)}"`;
  const urls = address.split(",").map((url) => new URL(url.trim()));
  const [first] = urls as [URL, ...URL[]];
  const connection = await connect({
    servers: urls.map(({ protocol, host }) => `${protocol}//${host}`),
    ...(first.username && first.password
      ? { user: decodeURIComponent(first.username), pass: decodeURIComponent(first.password) }
      : first.username
        ? { token: decodeURIComponent(first.username) }
        : {}),
    ...(first.protocol === "tls:" ? { tls: {} } : {}),
    name: "pulse",
    timeout: connectMs,
    maxReconnectAttempts: -1,
    reconnectTimeWait: retryMs,
    pingInterval: pingMs,
    maxPingOut: maxPings,
  }).catch((error: unknown) => {
    throw new ConfigError(`${shown} cannot be used: ${reasonOf(error)}`);
  });
  try {
    const { version = "", jetstream } = connection.info ?? {};
    if (!isAtLeast(version)) throw new ConfigError(`${shown} runs ${version}; Pulse needs 2.11 or later`);
    if (jetstream !== true) throw new ConfigError(`${shown} has no JetStream; start it with -js and a store directory`);
    const hasty = isUnsafeAllowed ? undefined : await firstHasty(urls, monitorPort);
    if (hasty !== undefined)
      throw new ConfigError(
        `${shown} may acknowledge messages before they are on the disk, or does not say so at http://${hasty.hostname}:${monitorPort}/varz; set sync_interval: always there, or PULSE_UNSAFE=1 here`,
      );
  } catch (error) {
    await connection.close();
    throw error;
  }

  let awaySince: Date | null = null;
  void (async () => {
    for await (const { type } of connection.status()) {
      if (type === "disconnect") awaySince ??= new Date();
      else if (type === "reconnect") awaySince = null;
    }
  })();
  return {
    connection,
    unhealthyReason: () =>
      awaySince === null ? null : `the NATS server has not answered since ${awaySince.toISOString()}`,
    close: () => connection.close(),
  };
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/authorization/i.test(text)) return "it refuses the name and password";
  return text.replaceAll(/\s+/g, " ").slice(0, 200);
}

function isAtLeast(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > leastVersion[0] || (major === leastVersion[0] && minor >= leastVersion[1]);
}

/** The first server that does not say that it syncs; undefined: all do. Any of them may store a message. */
async function firstHasty(urls: readonly URL[], monitorPort: number): Promise<URL | undefined> {
  for (const url of urls) if (!(await syncsAlways(url, monitorPort))) return url;
  return undefined;
}

/** Whether the server's monitoring page says that it syncs each message before it acknowledges it. */
async function syncsAlways({ hostname }: URL, monitorPort: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://${hostname}:${monitorPort}/varz`, { signal: AbortSignal.timeout(monitorMs) });
    const { jetstream } = (await answer.json()) as { jetstream?: { config?: { sync_always?: boolean } } };
    return jetstream?.config?.sync_always === true;
  } catch {
    return false;
  }
}
