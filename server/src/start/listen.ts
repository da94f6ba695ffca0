import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { taken } from "./startFaults.ts";

/** Lets requests in. Returns the address at which people reach us. */
export async function listen(app: FastifyInstance, config: Config): Promise<string> {
  const { host, port } = config;
  await app.listen({ host, port }).catch((error: unknown) => {
    throw taken(error, "PULSE_PORT", port, host);
  });
  return config.publicUrlGiven ? config.publicUrl : `http://${host}:${(app.server.address() as AddressInfo).port}`;
}
