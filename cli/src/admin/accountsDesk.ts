import type { AddressInfo } from "node:net";
import { userPools } from "@pulse/server/accounts/userPools";
import { type Superadmins, superadmins } from "@pulse/server/accounts/superadmins";
import { newApp } from "@pulse/server/app";
import { auditRepository } from "@pulse/server/audit/audit.repository";
import { auditLog } from "@pulse/server/audit/audit.service";
import type { Config } from "@pulse/server/config";
import { lifecycle } from "@pulse/server/lifecycle";
import { hostIdentity, openConfigured, ownAgent } from "@pulse/server/wiring";
import type { Logger } from "pino";

export interface AccountsDesk {
  superadmins: Superadmins;
  close(): Promise<void>;
}

/**
 * The accounts of an installation without the rest of it. The pool is reached by the SDK here too: Amazon's by the
 * settings, the embedded one over a port of its own that only this machine sees. Throws a ConfigError where the database
 * or its folder is in use or away.
 */
export async function openAccountsDesk(config: Config, log: Logger): Promise<AccountsDesk> {
  const problem = (error: unknown): void => log.error({ err: error }, "work could not be finished");
  const { onStop, stop } = lifecycle(problem);
  try {
    const database = await openConfigured(config);
    onStop(() => database.close());
    const audit = auditLog({ entries: auditRepository(database.db), now: Date.now, log });
    onStop(audit.flush);
    const identity = await hostIdentity(config, {
      db: database.db,
      audit,
      deliver: async () => Promise.reject(new Error("the admin commands send nothing")),
      now: Date.now,
      log,
    });
    onStop(() => identity?.close());
    let reached = config;
    if (identity) {
      const app = await newApp(log);
      onStop(() => app.close());
      await app.register(identity.plugin);
      await app.listen({ host: "127.0.0.1", port: 0 });
      reached = { ...config, host: "127.0.0.1", port: (app.server.address() as AddressInfo).port };
    }
    const pools = userPools(reached, identity, { agent: ownAgent });
    onStop(() => {
      pools.current.pool.close();
      pools.legacy?.pool.close();
    });
    return {
      superadmins: superadmins({ db: database.db, pools, audit, problem }),
      close: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
