import type { FastifyInstance } from "fastify";
import type { Config } from "../platform/config/config.ts";
import type { ClaimedPort } from "./claimPort.ts";
import { portUnavailable } from "./startFaults.ts";

/** Lets requests in, at the port that is held for them if there is one. Returns the address at which people reach us. */
export async function listen(app: FastifyInstance, config: Config, claimedPort: ClaimedPort): Promise<string> {
  const { host, port } = config;
  // `server.listen(handle)` of Node takes over what another server listens on; Fastify only passes on an object.
  const handle = claimedPort && (claimedPort as unknown as { _handle: unknown })._handle;
  const at = Object.assign({ host, port }, handle && { handle });
  await app.listen(at).catch((error: unknown) => {
    throw portUnavailable(error, "PULSE_PORT", port, host);
  });
  return config.publicUrl;
}
