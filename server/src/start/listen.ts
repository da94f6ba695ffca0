import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { addressOf } from "../platform/config/config.ts";
import type { BaseContext } from "./baseContext.ts";
import type { ClaimedPort } from "./claimPort.ts";
import { openRedirect } from "./openRedirect.ts";
import type { OwnListener } from "./ownListener.ts";
import { portUnavailable } from "./startFaults.ts";
import { isSecureAddress } from "../platform/http/secureAddress.ts";

/** Where people reach us. */
export interface Listening {
  /** The address that people use. */
  url: string;
  port: number;
  /** Null: there is no port that redirects to HTTPS. */
  redirectPort: number | null;
}

/**
 * Lets requests in, at the port that is held for them if there is one, and at the port that redirects to HTTPS. Throws a
 * ConfigError of one line.
 */
export async function listen(
  app: FastifyInstance,
  base: BaseContext & Pick<OwnListener, "serveOwn"> & { claimedPort: ClaimedPort },
): Promise<Listening> {
  const { host, port, tls, publicUrl } = base.config;
  // `server.listen(handle)` of Node takes over what another server listens on; Fastify only passes on an object.
  const handle = base.claimedPort && (base.claimedPort as unknown as { _handle: unknown })._handle;
  const listenTextResolver = (address: string): string =>
    `Server listening at ${tls === null ? address : address.replace(/^http:/, "https:")}`;
  const at = Object.assign({ host, port, listenTextResolver }, handle && { handle });
  const { roles } = base.config;
  // Only monitors ask such a process, which may share its settings with one that serves people.
  const isForMonitors = !roles.has("api") && !roles.has("ingest");
  await app.listen(at).catch(async (error: unknown) => {
    if (!isForMonitors || (error as { code?: string }).code !== "EADDRINUSE")
      throw portUnavailable(error, "PULSE_PORT", port, host);
    await app.listen({ ...at, port: 0 });
    base.log.warn(`PULSE_PORT=${port} is in use: readyz and metrics of this process are at the port above`);
  });
  base.serveOwn(app);
  if (isForMonitors) return { ...ownAddress(app, base.config), redirectPort: null };
  warnOfAddress(base);
  return { url: publicUrl, port, redirectPort: await openRedirect(base) };
}

/** Where a process is that has no public address. */
function ownAddress(app: FastifyInstance, config: BaseContext["config"]): Pick<Listening, "url" | "port"> {
  const { port } = app.server.address() as AddressInfo;
  return { url: addressOf({ ...config, port }), port };
}

/** Warns if browsers will not allow everything at the address that people use. */
function warnOfAddress({ config, log }: Pick<BaseContext, "config" | "log">): void {
  if (isSecureAddress(config.publicUrl)) return;
  log.warn(
    `people reach Pulse at ${config.publicUrl}, without HTTPS: passkeys, offline mode, GPS and push notifications only ` +
      `work over HTTPS (set PULSE_TLS_CERT and PULSE_TLS_KEY, or PULSE_PUBLIC_URL behind a proxy)`,
  );
}
