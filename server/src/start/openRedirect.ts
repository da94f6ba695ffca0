import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { guardServer } from "../platform/http/guardServer.ts";
import { httpsRedirect } from "../platform/http/httpsRedirect.ts";
import type { BaseContext } from "./baseContext.ts";
import { portUnavailable } from "./startFaults.ts";

/**
 * Opens the port that redirects to HTTPS and returns it; null: the settings have none. Throws a ConfigError of one line if
 * the port is not available.
 */
export async function openRedirect({
  config,
  log,
  onStop,
}: Pick<BaseContext, "config" | "log" | "onStop">): Promise<number | null> {
  const { host, port, publicUrl, isPublicUrlSet, httpRedirectPort } = config;
  if (httpRedirectPort === null) return null;
  const server = httpsRedirect({ origin: isPublicUrlSet ? new URL(publicUrl).origin : null, port });
  server.listen(httpRedirectPort, host);
  await once(server, "listening").catch((error: unknown) => {
    throw portUnavailable(error, "PULSE_HTTP_REDIRECT_PORT", httpRedirectPort, host);
  });
  guardServer(server, log);
  onStop(async () => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
