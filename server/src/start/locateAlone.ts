import { sendingSlice } from "../resources/deviceRequests/sending.slice.ts";
import { healthSlice } from "../resources/system/health.slice.ts";
import type { Served } from "./served.ts";

/** What a process has that only locates: commands to devices, and its health. Nothing else of the API is even loaded. */
export async function locateAlone(
  parts: Parameters<typeof sendingSlice>[0] & Parameters<typeof healthSlice>[0],
): Promise<Served> {
  sendingSlice(parts);
  await healthSlice(parts);
  return {
    // Positions go to the sockets of other processes.
    live: { add: () => undefined, flush: () => undefined },
    recheck: async () => undefined,
    retained: async function* () {},
    superadmins: null,
    openFirstStart: async () => null,
    settleAccounts: async () => undefined,
  };
}
