import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { withPort } from "../platform/config/config.ts";
import type { BaseContext } from "./baseContext.ts";
import { portUnavailable } from "./startFaults.ts";

/** A listener that holds the port until the HTTP server takes it over; null: the settings name the port. */
export type ClaimedPort = Server | null;

/**
 * With `PULSE_PORT=0` takes a free port of the system at once, since the tokens' issuer and the links in mails contain it,
 * and puts it into the settings. Nobody knows it yet, so nobody connects before the HTTP server takes it over. Throws a
 * ConfigError of one line.
 */
export async function claimPort<Base extends BaseContext>(base: Base): Promise<Base & { claimedPort: ClaimedPort }> {
  const { config } = base;
  if (config.port !== 0) return { ...base, claimedPort: null };
  const holder = createServer((socket) => socket.destroy());
  holder.listen(0, config.host);
  await once(holder, "listening").catch((error: unknown) => {
    throw portUnavailable(error, "PULSE_PORT", 0, config.host);
  });
  // After the HTTP server has closed the port, this does nothing.
  base.onStop(() => void holder.close());
  return { ...base, config: withPort(config, (holder.address() as AddressInfo).port), claimedPort: holder };
}
